"""What a run may spend, as people write it: '20usd', '5Mtok', '500ktok', or both kinds with a comma between."""

from __future__ import annotations

import asyncio
import math
import re
from dataclasses import dataclass, field
from decimal import Decimal

from townlet.language.model import BudgetSpent, Reply
from townlet.language.pricing import Spend
from townlet.runfile import CallTotals, RunReader
from townlet.runfile.config import BUDGET_INTENT

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


class BudgetReservations:
    """Keeps the sum of what was paid and of what calls under way may cost at most within a budget.

    Belongs to one event loop.
    """

    def __init__(self, budget: Budget | None = None, spent: Spend | None = None) -> None:
        self.budget, self.spent = budget or Budget(), spent or Spend()
        self._reserved = Spend()
        self._under_way = 0
        self._settled = asyncio.Event()

    async def reserve(self, most: Spend) -> None:
        """Set aside what a call may cost at most, waiting for others to end if they may leave enough of theirs.

        Raises BudgetSpent if the call could exceed the budget.
        """
        while bound := self._exceeded_by(most):
            if not self._under_way:
                raise BudgetSpent(f"the budget of {bound} allows no further call; {self._told()}")
            await self._settled.wait()
        self._reserved = self._reserved.plus(most)
        self._under_way += 1

    def settle(self, most: Spend, paid: Spend) -> None:
        """A call for which `most` was set aside has come to its end."""
        self._reserved = self._reserved.minus(most)
        self._under_way -= 1
        self.spent = self.spent.plus(paid)
        self._settled.set()
        self._settled = asyncio.Event()

    def _exceeded_by(self, most: Spend) -> str:
        """Which bound another call could exceed; empty for none."""
        budget = self.budget
        if budget.tokens is not None and self.spent.tokens + self._reserved.tokens + most.tokens > budget.tokens:
            return f"{budget.tokens:,} tokens"
        if budget.usd is not None and self.spent.usd + self._reserved.usd + most.usd > budget.usd:
            return f"{budget.usd:g} US dollars"
        return ""

    def _told(self) -> str:
        return f"{self.spent.tokens:,} tokens and {self.spent.usd:.4f} US dollars are spent, or may have been"


@dataclass
class UsageTotals:
    """Calls that were answered, and what they took."""

    calls: int = 0
    prompt_tokens: int = 0
    answer_tokens: int = 0
    usd: float = 0.0

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.answer_tokens

    def add(self, calls: int, prompt_tokens: int, answer_tokens: int, usd: float) -> None:
        self.calls += calls
        self.prompt_tokens += prompt_tokens
        self.answer_tokens += answer_tokens
        self.usd += usd


@dataclass
class UsageAccounts:
    """Tallies of all calls, and of those of each kind and each person. Embeddings are a kind, and nobody's."""

    total: UsageTotals = field(default_factory=UsageTotals)
    by_prompt: dict[str, UsageTotals] = field(default_factory=dict)
    by_person: dict[str, UsageTotals] = field(default_factory=dict)

    @classmethod
    def of(cls, run: RunReader) -> UsageAccounts:
        """What is on file."""
        usage = cls(usage_totals(run.totals()))
        usage.by_prompt.update((totals.of, usage_totals(totals)) for totals in run.call_totals("name"))
        usage.by_person.update((totals.of, usage_totals(totals)) for totals in run.call_totals("agent") if totals.of)
        return usage

    def note(self, person: str, prompt: str, reply: Reply, usd: float) -> None:
        """A call has been answered."""
        tallies = [self.total, self.by_prompt.setdefault(prompt, UsageTotals())]
        if person:
            tallies.append(self.by_person.setdefault(person, UsageTotals()))
        for tally in tallies:
            tally.add(1, reply.prompt_tokens, reply.answer_tokens, usd)


def usage_totals(totals: CallTotals) -> UsageTotals:
    """What is on file, as a tally to go on with."""
    return UsageTotals(totals.calls, totals.prompt_tokens, totals.answer_tokens, totals.cost)


def spend_on_file(reader: RunReader) -> Spend:
    """What the calls of a run have cost; those that were never answered count with what they cost at most."""
    calls = reader.totals()
    tokens = calls.prompt_tokens + calls.answer_tokens + calls.unanswered_tokens
    return Spend(tokens, calls.cost + calls.unanswered_ceiling)


def reservations_on_file(reader: RunReader) -> BudgetReservations:
    """What a run may still spend."""
    return BudgetReservations(budget_of(reader.intent(BUDGET_INTENT) or UNBOUNDED), spend_on_file(reader))
