"""Plots of diffusion: who told whom, over time as in Figure 9 of the paper, and how many people knew each fact."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from townlet.measures.diffusion.spread import FactSpread, KnowledgeGain
from townlet.measures.record import RunRecord
from townlet.reporting.page.plots import AxisMark, TimeAxis
from townlet.reporting.page.subject import MOST_PEOPLE_DRAWN, ReportSubject

TREE_ROW, TREE_TOP, TREE_LEFT, TREE_RIGHT, TREE_WIDTH = 20, 16, 170, 28, 860
"""In SVG units: the height of a person's row, the margins above, left (for names) and right, and the whole width."""


@dataclass(frozen=True)
class SpreadNode:
    """A person who knows the fact, drawn in a row of their own from the moment they knew."""

    person: str
    way: str
    teller: str
    when: str
    said: str
    """The text of the line that told them; empty if no line did."""
    anchor: str
    """The anchor of that line in the page; empty if no line told them."""
    x: float
    y: float
    teller_y: float | None


def plot_spread_tree(subject: ReportSubject, found: FactSpread) -> tuple[SpreadNode, ...]:
    """Plot who told one fact to whom, in the order in which people came to know it.

    A teller's row is above the rows of the people they told, with the last one told next to it. In a large town those
    who heard late are left out.
    """
    axis, known = run_axis(subject.record), found.known[:MOST_PEOPLE_DRAWN]
    rows = {name: TREE_TOP + TREE_ROW * index for index, name in enumerate(_in_rows(known))}
    return tuple(_node(subject, each, axis, rows) for each in known)


def run_axis(record: RunRecord) -> TimeAxis:
    """Return the time axis of the whole run under these plots."""
    return TimeAxis(record, 0, record.last_step + 1, TREE_LEFT, TREE_WIDTH - TREE_RIGHT)


def _in_rows(known: Sequence[KnowledgeGain]) -> Iterator[str]:
    """Yield names from top to bottom, in an order in which the lines of tellings do not cross."""
    names = {each.person for each in known}
    listeners: dict[str, list[str]] = {}
    roots = []
    for each in known:
        if each.heard_from in names:
            listeners.setdefault(each.heard_from, []).append(each.person)
        else:
            roots.append(each.person)
    waiting = list(reversed(roots))
    while waiting:
        name = waiting.pop()
        yield name
        waiting.extend(listeners.get(name, ()))


def _node(subject: ReportSubject, each: KnowledgeGain, axis: TimeAxis, rows: dict[str, int]) -> SpreadNode:
    evidence = subject.evidence
    return SpreadNode(
        each.person,
        each.way,
        each.heard_from,
        subject.when(each.step),
        evidence.text(each.utterance),
        evidence.line(each.utterance),
        axis.x(each.step),
        rows[each.person],
        rows.get(each.heard_from),
    )


def count_generations(known: Sequence[KnowledgeGain]) -> int:
    """Return the length of the longest chain of tellings."""
    length: dict[str, int] = {}
    for each in known:
        length[each.person] = length.get(each.heard_from, 0) + 1 if each.way == "heard" else 0
    return max(length.values(), default=0)


CURVES_WIDTH, CURVES_HEIGHT, CURVES_LEFT, CURVES_RIGHT, CURVES_TOP, CURVES_BOTTOM = 860, 260, 46, 150, 12, 26
LABELS_APART = 15
"""The least distance between two labels, in SVG units."""
CURVE_COLOURS = 6
"""The number of colours, and so of curves: more could not be told apart."""


@dataclass(frozen=True)
class FactCurve:
    """The number of people who knew one fact over time, as a staircase."""

    name: str
    points: str
    """The points of an SVG polyline: 'x,y x,y'."""
    known: int
    """How many people knew the fact at the end."""
    label_y: float
    colour: int


@dataclass(frozen=True)
class FactCurves:
    """The curves of all facts in one plot."""

    curves: tuple[FactCurve, ...]
    people: int
    marks: tuple[AxisMark, ...]
    levels: tuple[tuple[float, str], ...]
    """The scale: (y, label) from 0 % to 100 % of the people."""
    by_day: tuple[tuple[str, tuple[int, ...]], ...]
    """For the table: each fact, and how many knew it at the start and at the end of each day."""


def plot_fact_curves(subject: ReportSubject) -> FactCurves:
    """Plot how many people knew each fact over time."""
    record, people = subject.record, len(subject.emerged.people)
    axis = TimeAxis(record, 0, record.last_step + 1, CURVES_LEFT, CURVES_WIDTH - CURVES_RIGHT)
    spreads = subject.emerged.spreads[:CURVE_COLOURS]
    labels = _apart([_y(len(found.known), people) for found in spreads])
    drawn = tuple(
        FactCurve(found.fact.name, _staircase(found, axis, people), len(found.known), labels[n], n + 1)
        for n, found in enumerate(spreads)
    )
    levels = tuple((_y(people * part / 4, people), f"{part * 25} %") for part in range(5))
    return FactCurves(drawn, people, tuple(axis.marks()), levels, tuple(_by_day(subject, each) for each in spreads))


def _by_day(subject: ReportSubject, found: FactSpread) -> tuple[str, tuple[int, ...]]:
    record = subject.record
    ends = (found.known_before(record.midnight(day + 1)) for day in range(record.days))
    return found.fact.name, (sum(each.way == "seed" for each in found.known), *ends)


def _y(known: float, people: int) -> float:
    part = known / people if people else 0
    return round(CURVES_TOP + (1 - min(1, part)) * (CURVES_HEIGHT - CURVES_TOP - CURVES_BOTTOM), 1)


def _staircase(found: FactSpread, axis: TimeAxis, people: int) -> str:
    points, count = [(axis.left, _y(0, people))], 0
    for each in found.known:
        x = axis.x(each.step)
        points.append((x, _y(count, people)))
        count += 1
        points.append((x, _y(count, people)))
    points.append((axis.right, _y(count, people)))
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def _apart(places: Sequence[float]) -> list[float]:
    """Return the places, moved down where two labels would overlap."""
    moved = list(places)
    last = float("-inf")
    for n in sorted(range(len(moved)), key=lambda n: (moved[n], n)):
        moved[n] = last = max(moved[n], last + LABELS_APART)
    return moved
