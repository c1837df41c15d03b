"""How each fact spread: who told whom, drawn over time as in Figure 9 of the paper, and how many knew when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from townlet.study.diffusion.knowing import Knowing, Spread
from townlet.study.report.axis import Axis, Mark
from townlet.study.report.studied import DRAWN, Studied
from townlet.study.traces import Line

ROW, TOP, LEFT, RIGHT, WIDTH = 20, 16, 170, 28, 860
"""Units of the drawing: the height of a person's row, the room above, for the names, at the right, and in all."""


@dataclass(frozen=True)
class Node:
    """A person who came to know, in a row of their own."""

    person: str
    way: str
    teller: str
    when: str
    said: str
    """The line that told them."""
    anchor: str
    """Of that line in the page; empty for who heard it from nobody."""
    x: float
    y: float
    teller_y: float | None


@dataclass(frozen=True)
class SpreadTree:
    """One fact on its way through the town."""

    name: str
    source: str
    nodes: tuple[Node, ...]
    """In the order in which people came to know."""
    unaware: tuple[str, ...]
    """Who never came to know."""
    left_out: int
    """Who came to know and is not drawn, in a large town."""
    inventions: tuple[tuple[str, str, str, str], ...]
    """Lines that told it without ground: speaker, when, words, anchor."""
    generations: int
    """How many tellings the longest chain has."""
    axis_y: float
    height: float
    marks: tuple[Mark, ...]


def spread_tree(studied: Studied, found: Spread) -> SpreadTree:
    """The tree of one fact; a teller's row is above the rows of those told, the last one told next to it."""
    record = studied.record
    axis = Axis(record, 0, record.last_step + 1, LEFT, WIDTH - RIGHT)
    known = found.known[:DRAWN]
    rows = {name: TOP + ROW * place for place, name in enumerate(_in_rows(known))}
    nodes = tuple(_node(studied, each, axis, rows) for each in known)
    below = TOP + ROW * len(rows)
    knowing = {each.person for each in found.known}
    return SpreadTree(
        found.fact.name,
        found.fact.source,
        nodes,
        tuple(name for name in studied.emerged.people if name not in knowing),
        len(found.known) - len(known),
        tuple(_invention(studied, line) for line in found.inventions),
        generations(found.known),
        below - ROW / 2,
        below + 14,
        tuple(axis.marks()),
    )


def _in_rows(known: Sequence[Knowing]) -> Iterator[str]:
    """Names from top to bottom, so that no line of a teller crosses what another knows already."""
    names = {each.person for each in known}
    told: dict[str, list[str]] = {}
    roots = []
    for each in known:
        if each.heard_from in names:
            told.setdefault(each.heard_from, []).append(each.person)
        else:
            roots.append(each.person)
    waiting = list(reversed(roots))
    while waiting:
        name = waiting.pop()
        yield name
        waiting.extend(told.get(name, ()))


def _node(studied: Studied, each: Knowing, axis: Axis, rows: dict[str, int]) -> Node:
    evidence = studied.evidence
    return Node(
        each.person,
        each.way,
        each.heard_from,
        studied.when(each.step),
        evidence.text(each.utterance),
        evidence.line(each.utterance),
        axis.x(each.step),
        rows[each.person],
        rows.get(each.heard_from),
    )


def _invention(studied: Studied, line: Line) -> tuple[str, str, str, str]:
    return line.speaker, studied.when(line.step), line.text, studied.evidence.line(line.utterance)


def generations(known: Sequence[Knowing]) -> int:
    """By how many tellings, one after the other, it came to whom it came last."""
    length: dict[str, int] = {}
    for each in known:
        length[each.person] = length.get(each.heard_from, 0) + 1 if each.way == "heard" else 0
    return max(length.values(), default=0)
