"""Who knows whom at the start and at the end, on a circle: people who live together stand together."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass

from townlet.memory.record import Memory
from townlet.study.emergence.acquaintance import Met, mutual
from townlet.study.emergence.finding import START
from townlet.study.report.studied import Studied

RADIUS, CENTRE_X, CENTRE_Y, WIDTH, HEIGHT = 150, 290, 270, 580, 540
LABEL_GAP = 9
MOST_ROWS = 700
"""Rows of a table beyond which a page is no longer read; what is left out is said."""


@dataclass(frozen=True)
class Place:
    """A person on the circle."""

    name: str
    x: float
    y: float
    turn: float
    """Degrees by which the name is turned, so that it is never upside down."""
    anchor: str
    """'start' on the right, 'end' on the left."""
    text_x: float
    text_y: float


@dataclass(frozen=True)
class Edge:
    """Two people who know of each other."""

    one: Place
    other: Place
    new: bool
    """Whether they did not at the start."""
    told: str
    anchor: str
    """Of the row of the table that tells why; empty where it is left out."""


@dataclass(frozen=True)
class Knows:
    """A row of the table: the first memory of one that names the other."""

    place: int
    """In the table, from 1."""
    one: str
    other: str
    when: str
    memory: Memory | None

    @property
    def anchor(self) -> str:
        """Where it stands in the page."""
        return f"knows-{self.place}"


@dataclass(frozen=True)
class Network:
    """The circle at both moments, and the table behind it."""

    places: tuple[Place, ...]
    start: tuple[Edge, ...]
    end: tuple[Edge, ...]
    knows: tuple[Knows, ...]
    left_out: int


def network(studied: Studied) -> Network:
    """The graph of mutual knowledge, by provenance."""
    emerged = studied.emerged
    rows = {(met.one, met.other): _knows(studied, met, place) for place, met in enumerate(emerged.met[:MOST_ROWS], 1)}
    circle = _Circle(studied, rows)
    first, last = mutual(emerged.known(START)), mutual(emerged.known(emerged.last))
    return Network(
        tuple(circle.places.values()),
        tuple(circle.edges(first, first)),
        tuple(circle.edges(last, first)),
        tuple(rows.values()),
        len(emerged.met) - len(rows),
    )


def _knows(studied: Studied, met: Met, place: int) -> Knows:
    when = "the start" if met.step < START else studied.when(met.step)
    return Knows(place, met.one, met.other, when, studied.record.remembered.get(met.memory))


class _Circle:
    """Where everybody stands, at both moments alike."""

    def __init__(self, studied: Studied, rows: Mapping[tuple[str, str], Knows]) -> None:
        drawn = set(studied.drawn)
        residents = [person for person in studied.record.people if person.name in drawn]
        residents.sort(key=lambda person: str(person.home))
        placed = [_place(person.name, 2 * math.pi * n / len(residents)) for n, person in enumerate(residents)]
        self.places = {place.name: place for place in placed}
        self._rows = rows

    def edges(self, pairs: Iterable[tuple[str, str]], first: Container[tuple[str, str]]) -> Iterator[Edge]:
        """The pairs of whom both are drawn; `first`: those who knew of each other at the start."""
        for one, other in sorted(pairs, key=lambda pair: (pair in first, pair)):
            if one in self.places and other in self.places:
                both = (self._rows.get((one, other)), self._rows.get((other, one)))
                later = max((row for row in both if row), key=lambda row: row.place, default=None)
                since, anchor = (f"since {later.when}", later.anchor) if later else ("", "")
                yield Edge(self.places[one], self.places[other], (one, other) not in first, since, anchor)


def _place(name: str, angle: float) -> Place:
    x, y = math.cos(angle), math.sin(angle)
    right = x >= -1e-9
    degrees = math.degrees(angle)
    return Place(
        name,
        round(CENTRE_X + RADIUS * x, 1),
        round(CENTRE_Y + RADIUS * y, 1),
        round(degrees if right else degrees - 180, 1),
        "start" if right else "end",
        round(CENTRE_X + (RADIUS + LABEL_GAP) * x, 1),
        round(CENTRE_Y + (RADIUS + LABEL_GAP) * y, 1),
    )
