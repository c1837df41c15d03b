"""Estimates with their intervals, as points on lines along one scale."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

ROW, GAP, TOP, LEFT, RIGHT, WIDTH = 20, 10, 10, 290, 160, 860


@dataclass(frozen=True)
class Estimated:
    """A value with the interval that holds it, None where there is none."""

    label: str
    value: float
    low: float | None
    high: float | None
    told: str
    """All three, for people to read."""
    colour: int = 1


@dataclass(frozen=True)
class Point:
    """One estimate in the plot."""

    of: Estimated
    x: float
    low_x: float | None
    high_x: float | None
    y: int


@dataclass(frozen=True)
class Intervals:
    """A plot of estimates in groups."""

    points: tuple[Point, ...]
    headings: tuple[tuple[int, str], ...]
    """Where each group begins, and what it is called."""
    marks: tuple[tuple[float, str], ...]
    height: int


def intervals(
    groups: Iterable[tuple[str, Sequence[Estimated]]], ends: tuple[float, float], marks: Sequence[tuple[float, str]]
) -> Intervals:
    """Groups one under the other, on a scale between two ends; what lies outside is moved to the end."""
    points: list[Point] = []
    headings: list[tuple[int, str]] = []
    y = TOP
    for title, estimates in groups:
        if title:
            headings.append((y, title))
            y += ROW
        for each in estimates:
            low, high = (None if end is None else _x(end, ends) for end in (each.low, each.high))
            points.append(Point(each, _x(each.value, ends), low, high, y))
            y += ROW
        y += GAP
    return Intervals(tuple(points), tuple(headings), tuple((_x(at, ends), text) for at, text in marks), y + 16)


def _x(value: float, ends: tuple[float, float]) -> float:
    part = (min(max(value, ends[0]), ends[1]) - ends[0]) / (ends[1] - ends[0])
    return round(LEFT + part * (WIDTH - LEFT - RIGHT), 1)
