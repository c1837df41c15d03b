"""The network of who knows whom at the start and at the end, drawn on a circle, and the tables behind it."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass

from townlet.measures.emergence.relationships import Acquaintance
from townlet.measures.emergence.result import START_STEP, AnswerAgreement, CheckedAnswer, SurveyReply
from townlet.memory.record import Memory
from townlet.reporting.page.subject import ReportSubject

RADIUS, CENTRE_X, CENTRE_Y = 150, 290, 270
"""The circle, in SVG units."""
LABEL_GAP = 9
"""The distance of names from the circle."""
MOST_ROWS = 700
"""The most rows that a table shows; the page says how many it leaves out."""


@dataclass(frozen=True)
class CirclePlace:
    """A person on the circle."""

    name: str
    x: float
    y: float
    turn: float
    """Degrees by which the name is rotated; chosen so that it is never upside down."""
    anchor: str
    """SVG's text-anchor: 'start' on the right half, 'end' on the left."""
    text_x: float
    text_y: float


@dataclass(frozen=True)
class AcquaintanceEdge:
    """A line between two people who know of each other."""

    one: CirclePlace
    other: CirclePlace
    new: bool
    """Whether they did not know of each other at the start."""
    tooltip: str
    anchor: str
    """The anchor of the table row that gives the evidence; empty where that row is left out."""


@dataclass(frozen=True)
class AcquaintanceRow:
    """A row of the table: one person's first memory that names another."""

    place: int
    """The row's number in the table, from 1."""
    one: str
    other: str
    when: str
    memory: Memory | None

    @property
    def anchor(self) -> str:
        """The anchor of the row in the page."""
        return f"knows-{self.place}"


@dataclass(frozen=True)
class AcquaintanceNetwork:
    """The network at the start and at the end, and the table behind it."""

    places: tuple[CirclePlace, ...]
    start: tuple[AcquaintanceEdge, ...]
    end: tuple[AcquaintanceEdge, ...]
    knows: tuple[AcquaintanceRow, ...]
    left_out: int


def plot_network(subject: ReportSubject) -> AcquaintanceNetwork:
    """Draw the graph of mutual knowledge by provenance, at the start and at the end."""
    emerged = subject.emerged
    rows = {
        (met.one, met.other): _acquaintance_row(subject, met, number)
        for number, met in enumerate(emerged.met[:MOST_ROWS], 1)
    }
    circle = _Circle(subject, rows)
    first, last = emerged.start.mutual, emerged.end.mutual
    return AcquaintanceNetwork(
        tuple(circle.places.values()),
        tuple(circle.edges(first, first)),
        tuple(circle.edges(last, first)),
        tuple(rows.values()),
        len(emerged.met) - len(rows),
    )


def _acquaintance_row(subject: ReportSubject, met: Acquaintance, index: int) -> AcquaintanceRow:
    when = "the start" if met.step < START_STEP else subject.when(met.step)
    return AcquaintanceRow(index, met.one, met.other, when, subject.record.remembered.get(met.memory))


class _Circle:
    """The places of people on the circle; those who live together stand together."""

    def __init__(self, subject: ReportSubject, rows: Mapping[tuple[str, str], AcquaintanceRow]) -> None:
        drawn = set(subject.drawn)
        residents = [person for person in subject.record.people if person.name in drawn]
        residents.sort(key=lambda person: str(person.home))
        placed = [_circle_place(person.name, 2 * math.pi * n / len(residents)) for n, person in enumerate(residents)]
        self.places = {place.name: place for place in placed}
        self._rows = rows

    def edges(self, pairs: Iterable[tuple[str, str]], first: Container[tuple[str, str]]) -> Iterator[AcquaintanceEdge]:
        """Yield an edge for each pair of people who are drawn; `first` holds the pairs of the start."""
        for one, other in sorted(pairs, key=lambda pair: (pair in first, pair)):
            if one in self.places and other in self.places:
                both = (self._rows.get((one, other)), self._rows.get((other, one)))
                later = max((row for row in both if row), key=lambda row: row.place, default=None)
                since, anchor = (f"since {later.when}", later.anchor) if later else ("", "")
                yield AcquaintanceEdge(self.places[one], self.places[other], (one, other) not in first, since, anchor)


def _circle_place(name: str, angle: float) -> CirclePlace:
    x, y = math.cos(angle), math.sin(angle)
    right = x >= -1e-9
    degrees = math.degrees(angle)
    return CirclePlace(
        name,
        round(CENTRE_X + RADIUS * x, 1),
        round(CENTRE_Y + RADIUS * y, 1),
        round(degrees if right else degrees - 180, 1),
        "start" if right else "end",
        round(CENTRE_X + (RADIUS + LABEL_GAP) * x, 1),
        round(CENTRE_Y + (RADIUS + LABEL_GAP) * y, 1),
    )


@dataclass(frozen=True)
class SurveyTables:
    """The interview answers at the end of the run."""

    facts: tuple[CheckedAnswer, ...]
    people: tuple[CheckedAnswer, ...]
    """The answers about people, of which `fact` is the person asked about; hallucinations come first."""
    left_out: int


def build_survey_tables(subject: ReportSubject) -> SurveyTables | None:
    """Return the tables of interview answers; None if nobody was asked."""
    end = subject.emerged.end
    if end.survey is None:
        return None
    others = sorted(end.survey.about_people, key=lambda reply: not _is_made_up(reply, end.known))
    people = tuple(_check_about_person(reply, end.known) for reply in others[:MOST_ROWS])
    return SurveyTables(tuple(end.checked), people, len(others) - len(people))


def _check_about_person(reply: SurveyReply, known: set[tuple[str, str]]) -> CheckedAnswer:
    held = (reply.person, reply.about) in known
    verdict: AnswerAgreement = "agree" if held == reply.affirms else "miss" if held else "hallucination"
    return CheckedAnswer(reply.person, reply.about, held, reply.affirms, verdict, reply.answer)


def _is_made_up(reply: SurveyReply, known: set[tuple[str, str]]) -> bool:
    return reply.affirms and (reply.person, reply.about) not in known
