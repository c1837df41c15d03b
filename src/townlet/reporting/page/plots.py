"""Axes and interval plots that several sections of the page share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from townlet.cognition.wording import say_date
from townlet.measures.record import RunRecord
from townlet.measures.statistics import ConfidenceInterval

MOST_MARKS = 10
"""About how many marks fit along a time axis."""
_EVERY_HOURS = (1, 2, 3, 6, 12, 24, 48, 168)
"""Distances between marks, in hours, from which the smallest that fits is taken."""


@dataclass(frozen=True)
class AxisMark:
    """A time that is labelled under a plot."""

    x: float
    text: str
    midnight: bool


@dataclass(frozen=True)
class TimeAxis:
    """A time axis: steps from `first` to `last` along the SVG units from `left` to `right`."""

    record: RunRecord
    first: int
    last: int
    left: float
    right: float

    def x(self, step: float) -> float:
        """Return the place of a step; steps outside are moved to the edge."""
        span = max(1, self.last - self.first)
        part = (min(max(step, self.first), self.last) - self.first) / span
        return round(self.left + part * (self.right - self.left), 1)

    def marks(self) -> list[AxisMark]:
        """Return marks at full hours, midnights included, as many as fit."""
        hours = self.record.minutes(self.last - self.first) / 60
        every = next((each for each in _EVERY_HOURS if hours / each <= MOST_MARKS), _EVERY_HOURS[-1])
        begun = self.record.time(self.first)
        time = datetime(begun.year, begun.month, begun.day)
        found = []
        while (step := self.record.clock.step_at(time)) <= self.last:
            if step >= self.first:
                found.append(AxisMark(self.x(step), _mark_text(time), time.hour == 0))
            time += timedelta(hours=every)
        return found


def _mark_text(time: datetime) -> str:
    return f"{say_date(time)[:3]}, 0 h" if time.hour == 0 else f"{time.hour} h"


ROW, GAP, TOP, LEFT, RIGHT, WIDTH = 20, 10, 10, 290, 160, 860
"""In SVG units: the height of a row, the gap after a group, the margins above, left and right, and the whole width."""


@dataclass(frozen=True)
class PlottedEstimate:
    """A value with its confidence interval, None if there is none."""

    label: str
    value: float
    interval: ConfidenceInterval | None
    text: str
    """The value and its interval, for people to read."""
    colour: int = 1


@dataclass(frozen=True)
class PlotPoint:
    """The place of one estimate in an interval plot."""

    estimate: PlottedEstimate
    x: float
    low_x: float | None
    high_x: float | None
    y: int


@dataclass(frozen=True)
class IntervalPlot:
    """Estimates with their intervals along one scale, in groups."""

    points: tuple[PlotPoint, ...]
    headings: tuple[tuple[int, str], ...]
    """The place and title of each group, as (y, title)."""
    marks: tuple[tuple[float, str], ...]
    height: int


def plot_intervals(
    groups: Iterable[tuple[str, Sequence[PlottedEstimate]]],
    ends: tuple[float, float],
    marks: Sequence[tuple[float, str]],
) -> IntervalPlot:
    """Plot groups one below the other on a scale between two ends; values outside are moved to the nearer end."""
    points: list[PlotPoint] = []
    headings: list[tuple[int, str]] = []
    y = TOP
    for title, estimates in groups:
        if title:
            headings.append((y, title))
            y += ROW
        for each in estimates:
            low, high = (_place_on_scale(end, ends) for end in each.interval) if each.interval else (None, None)
            points.append(PlotPoint(each, _place_on_scale(each.value, ends), low, high, y))
            y += ROW
        y += GAP
    return IntervalPlot(
        tuple(points), tuple(headings), tuple((_place_on_scale(at, ends), text) for at, text in marks), y + 16
    )


def _place_on_scale(value: float, ends: tuple[float, float]) -> float:
    part = (min(max(value, ends[0]), ends[1]) - ends[0]) / (ends[1] - ends[0])
    return round(LEFT + part * (WIDTH - LEFT - RIGHT), 1)
