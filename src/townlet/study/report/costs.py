"""What a run's calls took, by kind of prompt."""

from __future__ import annotations

from dataclasses import dataclass

from townlet.engine.runfile import CallTotals
from townlet.study.bill import Bill

ROW, TOP, LEFT, RIGHT, WIDTH = 22, 4, 170, 120, 860


@dataclass(frozen=True)
class CostBar:
    """One kind of prompt."""

    totals: CallTotals
    y: int
    asked: float
    answered: float
    """Widths in the plot: the tokens of prompts and of answers."""

    @property
    def tokens(self) -> int:
        return self.totals.prompt_tokens + self.totals.answer_tokens


@dataclass(frozen=True)
class Costs:
    """The bill as a plot and a table, the dearest kind first."""

    bill: Bill
    bars: tuple[CostBar, ...]
    height: int


def costs(bill: Bill) -> Costs:
    """The bars of all kinds of prompts, by their tokens."""
    ranked = sorted(bill.by_prompt, key=lambda totals: (-totals.prompt_tokens - totals.answer_tokens, totals.of))
    most = max((totals.prompt_tokens + totals.answer_tokens for totals in ranked), default=0) or 1
    unit = (WIDTH - LEFT - RIGHT) / most
    bars = tuple(
        CostBar(
            totals,
            TOP + ROW * place,
            round(unit * totals.prompt_tokens, 1),
            round(unit * totals.answer_tokens, 1),
        )
        for place, totals in enumerate(ranked)
    )
    return Costs(bill, bars, TOP + ROW * len(bars) + 6)
