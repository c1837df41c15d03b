"""Budgets and budget reservations.

People write a budget as '20usd', '5Mtok', '500ktok', or as both kinds with a comma between: '2usd,1Mtok'.
"""

from __future__ import annotations

import asyncio
import math
import re
from dataclasses import dataclass
from decimal import Decimal

from townlet.errors import BadInput
from townlet.language.model import BudgetSpent
from townlet.language.pricing import Spend
from townlet.runfile import RunReader
from townlet.runfile.config import BUDGET_INTENT

UNBOUNDED = "none"
"""The text for a budget without limits."""

_PART = re.compile(r"(\d+(?:\.\d+)?|\.\d+)(usd|\$|mtok|ktok|tok)")
"""One amount and its unit, in lower case: '20usd', '0.5$', '.5usd', '500ktok'."""
_TOKENS = {"mtok": 1_000_000, "ktok": 1_000, "tok": 1}
_KINDS = {"usd": "usd", "$": "usd", "mtok": "tokens", "ktok": "tokens", "tok": "tokens"}


class BadBudget(BadInput):
    """The text is not a budget; the message says what to write instead."""


@dataclass(frozen=True)
class Budget:
    """The most that a run may spend from its start to its end. None means no limit."""

    usd: float | None = None
    tokens: int | None = None

    def __str__(self) -> str:
        """Return the budget in the form that `budget_of` reads."""
        usd = [] if self.usd is None else [f"{Decimal(repr(self.usd)).normalize():f}usd"]
        tokens = [] if self.tokens is None else [_tokens_written(self.tokens)]
        return ",".join(usd + tokens) or UNBOUNDED

    def allows(self, spend: Spend) -> bool:
        """Whether an amount is within both limits."""
        return (self.tokens is None or spend.tokens <= self.tokens) and (self.usd is None or spend.usd <= self.usd)

    def doubled(self) -> Budget:
        """Return a budget with twice each limit."""
        return Budget(self.usd and self.usd * 2, self.tokens and self.tokens * 2)


def budget_of(text: str) -> Budget:
    """Parse a budget such as '2usd,1Mtok'. Raises BadBudget."""
    if text.strip().lower() == UNBOUNDED:
        return Budget()
    amounts: dict[str, float] = {}
    for part in text.lower().replace(" ", "").replace("_", "").split(","):
        found = _PART.fullmatch(part)
        kind = "" if found is None else _KINDS[found[2]]
        if found is None or kind in amounts or not 0 < float(found[1]) < math.inf:
            raise BadBudget(f"{text!r} is not a budget; write 20usd, 5Mtok, 500ktok, '2usd,1Mtok' or {UNBOUNDED}.")
        amounts[kind] = float(found[1]) * _TOKENS.get(found[2], 1)
    tokens = amounts.get("tokens")
    return Budget(amounts.get("usd"), None if tokens is None else max(1, round(tokens)))


def _tokens_written(tokens: int) -> str:
    for unit, size in _TOKENS.items():
        if tokens % size == 0:
            return f"{tokens // size}{unit.replace('m', 'M')}"
    raise AssertionError  # the last unit has size 1, which divides every number


class BudgetReservations:
    """Budget reservations: keep the sum of past payments and of the ceilings of calls in flight within a budget.

    An instance belongs to one event loop.
    """

    def __init__(self, budget: Budget | None = None, spent: Spend | None = None) -> None:
        self.budget, self.spent = budget or Budget(), spent or Spend()
        self._reserved = Spend()
        self._in_flight = 0
        self._settled = asyncio.Event()

    @property
    def left(self) -> Budget:
        """What is neither spent nor reserved."""
        taken, budget = self.spent.plus(self._reserved), self.budget
        return Budget(
            None if budget.usd is None else budget.usd - taken.usd,
            None if budget.tokens is None else budget.tokens - taken.tokens,
        )

    async def reserve(self, ceiling: Spend) -> None:
        """Reserve the ceiling of one call.

        If the budget has no room now, wait for calls in flight to settle: they usually cost less than they reserved.
        Raises BudgetSpent if no call is in flight and the call could exceed the budget.
        """
        while limit := self._exceeded_limit(ceiling):
            if not self._in_flight:
                raise BudgetSpent(f"the budget of {limit} allows no further call; {self._spent_so_far()}")
            await self._settled.wait()
        self._reserved = self._reserved.plus(ceiling)
        self._in_flight += 1

    def settle(self, reserved: Spend, paid: Spend) -> None:
        """Release the reservation of a call that has ended, and count what it cost."""
        self._reserved = self._reserved.minus(reserved)
        self._in_flight -= 1
        self.spent = self.spent.plus(paid)
        self._settled.set()
        self._settled = asyncio.Event()

    def _exceeded_limit(self, ceiling: Spend) -> str:
        """Return the limit that another call could exceed, in words; empty if there is none."""
        budget = self.budget
        if budget.tokens is not None and self.spent.tokens + self._reserved.tokens + ceiling.tokens > budget.tokens:
            return f"{budget.tokens:,} tokens"
        if budget.usd is not None and self.spent.usd + self._reserved.usd + ceiling.usd > budget.usd:
            return f"{budget.usd:g} US dollars"
        return ""

    def _spent_so_far(self) -> str:
        return f"{self.spent.tokens:,} tokens and {self.spent.usd:.4f} US dollars are spent, or may have been"


def spend_on_file(reader: RunReader) -> Spend:
    """Return what a run's calls have cost. Calls without an answer count with their ceiling."""
    calls = reader.totals()
    tokens = calls.prompt_tokens + calls.answer_tokens + calls.unanswered_tokens
    return Spend(tokens, calls.cost + calls.unanswered_ceiling)


def reservations_on_file(reader: RunReader) -> BudgetReservations:
    """Return the reservations of a run: its budget, less what it has spent."""
    return BudgetReservations(budget_of(reader.intent(BUDGET_INTENT) or UNBOUNDED), spend_on_file(reader))
