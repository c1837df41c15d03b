"""How fast a run goes and how long it will still take. Nights pass quickly, so they count for little."""

from __future__ import annotations

import time

from townlet.world.clock import Clock

_WAKING_HOURS = range(6, 23)
_NIGHT_EFFORT = 0.05
"""The work of a night hour in hours of the day; a rough measure."""


class Pace:
    """Measures from its making on."""

    def __init__(self, clock: Clock, first: int, end: int) -> None:
        self._clock, self._first = clock, first
        self._began = time.perf_counter()
        self._left = self._effort(first, end)
        self._until = first

    def told(self, step: int) -> str:
        """'84 game minutes a second, 0:23 left'."""
        elapsed = max(time.perf_counter() - self._began, 1e-6)
        done = self._effort(self._first, step)
        minutes = (step - self._first) * self._clock.step_seconds / 60
        speed = f"{minutes / elapsed:,.0f} game minutes a second"
        if done <= 0:
            return speed
        seconds = round(max(self._left - done, 0) * elapsed / done)
        return f"{speed}, {seconds // 60}:{seconds % 60:02d} left"

    def _effort(self, start: int, end: int) -> float:
        """Steps from `start` to `end`, those of the night at their lower weight."""
        hour = self._clock.steps(60)
        total, step = 0.0, start
        while step < end:
            stop = min(end, (step // hour + 1) * hour)
            weight = 1.0 if self._clock.at(step).hour in _WAKING_HOURS else _NIGHT_EFFORT
            total += (stop - step) * weight
            step = stop
        return total
