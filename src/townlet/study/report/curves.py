"""How many people knew each fact as time went by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from townlet.study.diffusion.knowing import Spread
from townlet.study.report.axis import Axis, Mark
from townlet.study.report.studied import Studied

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 860, 260, 46, 150, 12, 26
APART = 15
"""The least distance of two labels."""
COLOURS = 6
"""As many curves as can be told apart."""


@dataclass(frozen=True)
class Curve:
    """One fact's; a staircase."""

    name: str
    points: str
    """For SVG's polyline."""
    known: int
    """At the end."""
    y: float
    label_y: float
    colour: int


@dataclass(frozen=True)
class Curves:
    """All facts in one plot."""

    curves: tuple[Curve, ...]
    people: int
    marks: tuple[Mark, ...]
    levels: tuple[tuple[float, str], ...]
    """Where which share of the people is, from none to all."""
    by_day: tuple[tuple[str, tuple[int, ...]], ...]
    """For the table: a fact, and how many knew it at the start and at the end of each day."""


def curves(studied: Studied) -> Curves:
    """The curves of all facts."""
    record, people = studied.record, len(studied.emerged.people)
    axis = Axis(record, 0, record.last_step + 1, LEFT, WIDTH - RIGHT)
    spreads = studied.emerged.spreads[:COLOURS]
    ends = [_y(len(found.known), people) for found in spreads]
    labels = _apart(ends)
    drawn = tuple(
        Curve(found.fact.name, _staircase(found, axis, people), len(found.known), ends[n], labels[n], n + 1)
        for n, found in enumerate(spreads)
    )
    levels = tuple((_y(people * part / 4, people), f"{part * 25} %") for part in range(5))
    return Curves(drawn, people, tuple(axis.marks()), levels, tuple(_by_day(studied, each) for each in spreads))


def _by_day(studied: Studied, found: Spread) -> tuple[str, tuple[int, ...]]:
    record = studied.record
    ends = (found.by(record.midnight(day + 1)) for day in range(record.days))
    return found.fact.name, (sum(each.way == "seed" for each in found.known), *ends)


def _y(known: float, people: int) -> float:
    part = known / people if people else 0
    return round(TOP + (1 - min(1, part)) * (HEIGHT - TOP - BOTTOM), 1)


def _staircase(found: Spread, axis: Axis, people: int) -> str:
    points, count = [(axis.left, _y(0, people))], 0
    for each in found.known:
        x = axis.x(each.step)
        points.append((x, _y(count, people)))
        count += 1
        points.append((x, _y(count, people)))
    points.append((axis.right, _y(count, people)))
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def _apart(places: Sequence[float]) -> list[float]:
    """The same places, moved down where two would overlap."""
    moved = list(places)
    last = float("-inf")
    for n in sorted(range(len(moved)), key=lambda n: (moved[n], n)):
        moved[n] = last = max(moved[n], last + APART)
    return moved
