"""What a run may still spend while calls are under way."""

from __future__ import annotations

import asyncio

from townlet.engine.budget import Budget
from townlet.language.model import BudgetSpent
from townlet.language.tariff import Spend


class Purse:
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
