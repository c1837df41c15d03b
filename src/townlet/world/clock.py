"""The game clock: steps of equal length, counted from the start of a run."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

STEP_SECONDS = 10
"""Game seconds per step, as in the published base simulation."""


@dataclass(frozen=True)
class Clock:
    """Converts steps into game time and back."""

    start: datetime
    step_seconds: int = STEP_SECONDS

    def at(self, step: int) -> datetime:
        """Return the game time at which a step begins."""
        return self.start + timedelta(seconds=step * self.step_seconds)

    def step_at(self, time: datetime) -> int:
        """Return the first step that begins at `time` or later; negative before the start of the run."""
        return -int(-(time - self.start).total_seconds() // self.step_seconds)

    def minute(self, step: int) -> int:
        """Return the minutes after midnight at which a step begins, 0 to 1439."""
        time = self.at(step)
        return time.hour * 60 + time.minute

    def steps(self, minutes: float) -> int:
        """Return the number of steps in the given minutes; at least 1."""
        return max(1, round(minutes * 60 / self.step_seconds))

    @property
    def steps_a_day(self) -> int:
        return 86_400 // self.step_seconds
