"""What a run may spend, and how much of that is left while calls are under way."""

from __future__ import annotations

from dataclasses import dataclass

from townlet.language.model import BudgetSpent
from townlet.language.tariff import Spend


@dataclass(frozen=True)
class Budget:
    """The most that a run may spend in all its life; None for no bound."""

    usd: float | None = None
    tokens: int | None = None


class Purse:
    """Keeps the sum of what was paid and of what calls under way may cost at most within a budget."""

    def __init__(self, budget: Budget | None = None, spent: Spend | None = None) -> None:
        self.budget, self.spent = budget or Budget(), spent or Spend()
        self._reserved = Spend()

    def reserve(self, most: Spend) -> None:
        """Set aside what a call may cost at most. Raises BudgetSpent if that could exceed the budget."""
        committed = self.spent.plus(self._reserved).plus(most)
        budget = self.budget
        if budget.usd is not None and committed.usd > budget.usd:
            raise BudgetSpent(f"The budget of {budget.usd:g} US dollars allows no further call: {self._told()}")
        if budget.tokens is not None and committed.tokens > budget.tokens:
            raise BudgetSpent(f"The budget of {budget.tokens:,} tokens allows no further call: {self._told()}")
        self._reserved = self._reserved.plus(most)

    def settle(self, most: Spend, paid: Spend) -> None:
        """A call for which `most` was set aside has come to its end."""
        self._reserved = self._reserved.minus(most)
        self.spent = self.spent.plus(paid)

    def _told(self) -> str:
        return f"{self.spent.tokens:,} tokens and {self.spent.usd:.4f} US dollars are spent; resume with a larger one"
