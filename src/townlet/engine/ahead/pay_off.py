"""Whether thinking ahead pays: what it took, beside what the same steps would have taken in lock-step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from statistics import fmean

LEAST_SECONDS, LEAST_SHARE = 2.0, 0.2
"""There is no verdict before those ahead have computed for so long, nor while they wait for most of the time: then they
lose little in any case, and how long lock-step would have waited is known roughly."""


class PayOff:
    """Adds up how long a run waited for those who think ahead, and how long it would have waited without them.

    In lock-step, a step takes as long as the one who asks most often, one question after the other, or as all its
    questions take if only so many are asked at once.
    """

    def __init__(self, concurrency: int, reply_seconds: Collection[float]) -> None:
        """`reply_seconds` is how long the latest replies took."""
        self._concurrency, self._reply_seconds = concurrency, reply_seconds
        self._turns: dict[int, list[int]] = {}
        self.ahead = self.computing = self.in_lock_step = self.for_the_rest = 0.0
        """Seconds: waited for those ahead; of which they computed; to be waited without them; and for the rest."""

    def note_turns(self, step: int, questions: Counter[str]) -> None:
        """Take note of how many questions people asked, one after the other, in a step that they lived ahead."""
        self._turns.setdefault(step, []).extend(questions.values())

    def note_step(self, step: int, seconds: float) -> None:
        """Take note that the run has lived a step, and how long that took after those ahead had lived it."""
        self.for_the_rest += seconds
        if (turns := self._turns.pop(step, None)) and self._reply_seconds:
            rounds = max(max(turns), sum(turns) / self._concurrency)
            self.in_lock_step += rounds * fmean(self._reply_seconds)

    @property
    def speed_up(self) -> float:
        """How many times as fast the run is as in lock-step, so far; 1 before anything is known."""
        took = self.ahead + self.for_the_rest
        return (self.in_lock_step + self.for_the_rest) / took if took and self.in_lock_step else 1.0

    @property
    def is_a_loss(self) -> bool:
        """Whether lock-step would have been faster so far."""
        share = self.computing / self.ahead if self.computing > LEAST_SECONDS else 0.0
        return share > LEAST_SHARE and self.ahead > self.in_lock_step
