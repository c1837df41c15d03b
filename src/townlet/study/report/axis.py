"""Time along a plot: steps as places, and the marks that say which is which."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from townlet.cognition.telling import say_date
from townlet.study.record import RunRecord

MARKS = 10
"""About as many marks of time as fit along a plot."""
_EVERY_HOURS = (1, 2, 3, 6, 12, 24, 48, 168)


@dataclass(frozen=True)
class Mark:
    """A moment that is named under a plot."""

    x: float
    text: str
    midnight: bool


@dataclass(frozen=True)
class Axis:
    """Steps from `first` to `last` laid out from `left` to `right`, in units of the drawing."""

    record: RunRecord
    first: int
    last: int
    left: float
    right: float

    def x(self, step: float) -> float:
        """Where a step is; what lies outside is moved to the edge."""
        span = max(1, self.last - self.first)
        part = (min(max(step, self.first), self.last) - self.first) / span
        return round(self.left + part * (self.right - self.left), 1)

    def marks(self) -> list[Mark]:
        """Full hours, as many as fit, midnights among them."""
        hours = self.record.minutes(self.last - self.first) / 60
        every = next((each for each in _EVERY_HOURS if hours / each <= MARKS), _EVERY_HOURS[-1])
        begun = self.record.time(self.first)
        time = datetime(begun.year, begun.month, begun.day)
        found = []
        while (step := self.record.clock.step_at(time)) <= self.last:
            if step >= self.first:
                found.append(Mark(self.x(step), _told(time), time.hour == 0))
            time += timedelta(hours=every)
        return found


def _told(time: datetime) -> str:
    return f"{say_date(time)[:3]}, 0 h" if time.hour == 0 else f"{time.hour} h"
