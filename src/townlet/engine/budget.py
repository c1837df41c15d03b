"""What a run may spend, as people write it: '20usd', '5Mtok', '500ktok', or both kinds with a comma between."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from decimal import Decimal

UNBOUNDED = "none"
"""How a budget without bounds is written."""

_PART = re.compile(r"(\d+(?:\.\d+)?|\.\d+)(usd|\$|mtok|ktok|tok)")
_TOKENS = {"mtok": 1_000_000, "ktok": 1_000, "tok": 1}
_KINDS = {"usd": "usd", "$": "usd", "mtok": "tokens", "ktok": "tokens", "tok": "tokens"}


class BadBudget(ValueError):
    """What was written is no budget; the text says what to write instead."""


@dataclass(frozen=True)
class Budget:
    """The most that a run may spend in all its life; None for no bound."""

    usd: float | None = None
    tokens: int | None = None

    def __str__(self) -> str:
        """As `budget_of` reads it."""
        usd = [] if self.usd is None else [f"{Decimal(repr(self.usd)).normalize():f}usd"]
        tokens = [] if self.tokens is None else [_tokens_written(self.tokens)]
        return ",".join(usd + tokens) or UNBOUNDED

    def doubled(self) -> Budget:
        """Twice as much of what is bounded."""
        return Budget(self.usd and self.usd * 2, self.tokens and self.tokens * 2)


def budget_of(text: str) -> Budget:
    """The budget that a text names. Raises BadBudget."""
    if text.strip().lower() == UNBOUNDED:
        return Budget()
    amounts: dict[str, float] = {}
    for part in text.lower().replace(" ", "").replace("_", "").split(","):
        found = _PART.fullmatch(part)
        kind = "" if found is None else _KINDS[found[2]]
        if found is None or kind in amounts or not 0 < float(found[1]) < math.inf:
            raise BadBudget(f"{text!r} is no budget; write 20usd, 0.5usd, 5Mtok, 500ktok, '2usd,1Mtok' or {UNBOUNDED}.")
        amounts[kind] = float(found[1]) * _TOKENS.get(found[2], 1)
    tokens = amounts.get("tokens")
    return Budget(amounts.get("usd"), None if tokens is None else max(1, round(tokens)))


def _tokens_written(tokens: int) -> str:
    for unit, size in _TOKENS.items():
        if tokens % size == 0:
            return f"{tokens // size}{unit.replace('m', 'M')}"
    raise AssertionError  # every number is divided by 1
