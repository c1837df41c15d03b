"""The plot of who was where, with a strip for each person and day.

Colours tell a person's home and workplace from shared places, other places and the outdoors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from townlet.cognition.persona import Persona
from townlet.reporting.page.plots import AxisMark, TimeAxis
from townlet.reporting.page.subject import ReportSubject
from townlet.runfile.traces import Stay
from townlet.world.address import Address

LEFT, RIGHT, WIDTH = 170, 28, 860
"""In SVG units: the margins to the left (for names) and to the right, and the whole width."""
SHARED = 5
"""How many shared places have a colour of their own; more could not be told apart."""
HOME, WORK, ELSEWHERE, OUTDOORS = "home", "work", "elsewhere", "outdoors"
SHORTEST = 0.4
"""The width, in SVG units, below which a stay is not drawn because it could not be seen."""


@dataclass(frozen=True)
class StayBand:
    """A stay in one building, or outdoors."""

    x: float
    width: float
    kind: str
    """'home', 'work', 'elsewhere', 'outdoors', or 'place1' and so on for shared places."""
    tooltip: str


@dataclass(frozen=True)
class DayStrips:
    """The strips of one day."""

    title: str
    strips: tuple[tuple[str, tuple[StayBand, ...]], ...]
    """Each person with their stays, one below the other."""
    marks: tuple[AxisMark, ...]


@dataclass(frozen=True)
class WhereaboutsPlot:
    """The strips of all days, and the hours that people spent in each kind of place."""

    days: tuple[DayStrips, ...]
    legend: tuple[tuple[str, str], ...]
    """The kinds of places and what they are called."""
    hours: tuple[tuple[str, tuple[float, ...]], ...]
    """Each person with their hours by kind, in the order of the legend."""


def plot_whereabouts(subject: ReportSubject) -> WhereaboutsPlot:
    """Plot where everybody was on each day of the run."""
    kinds = _Kinds(subject)
    days = tuple(_day(subject, kinds, day) for day in range(subject.record.days))
    return WhereaboutsPlot(days, kinds.legend, tuple(_hours(subject, kinds, name) for name in subject.drawn))


class _Kinds:
    """Classifies places by what they are to a person.

    The shared places are those where most time is spent by people who neither live nor work there.
    """

    def __init__(self, subject: ReportSubject) -> None:
        self._people = {person.name: person for person in subject.record.people}
        spent: Counter[str] = Counter()
        for stay in subject.record.stays:
            if self._own_kind(stay.person, stay.place) == ELSEWHERE:
                spent[_sector(stay.place)] += stay.end - stay.start
        ranked = sorted(spent, key=lambda sector: (-spent[sector], sector))[:SHARED]
        self._shared = {sector: f"place{n}" for n, sector in enumerate(ranked, start=1)}

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """The kinds of places and what they are called."""
        shared = tuple((kind, sector) for sector, kind in self._shared.items())
        return ((HOME, "at home"), (WORK, "at work"), *shared, (ELSEWHERE, "elsewhere"), (OUTDOORS, "outdoors"))

    def kind(self, person: str, place: Address | None) -> str:
        """Return the kind of a place to a person."""
        kind = self._own_kind(person, place)
        return self._shared.get(_sector(place), kind) if kind == ELSEWHERE else kind

    def _own_kind(self, name: str, place: Address | None) -> str:
        if place is None or place.depth < 2:
            return OUTDOORS
        person = self._people.get(name)
        if person and _sector(person.home) == _sector(place):
            return HOME
        return WORK if person and _works_in(person, place) else ELSEWHERE


def _works_in(person: Persona, place: Address) -> bool:
    return person.workplace is not None and _sector(person.workplace) == _sector(place)


def _sector(place: Address | None) -> str:
    return place.sector if place else ""


def _day(subject: ReportSubject, kinds: _Kinds, day: int) -> DayStrips:
    record = subject.record
    axis = TimeAxis(record, record.midnight(day), record.midnight(day + 1), LEFT, WIDTH - RIGHT)
    strips = tuple((name, tuple(_bands(subject, kinds, axis, name))) for name in subject.drawn)
    title = f"Day {day + 1}, {subject.date(max(0, record.midnight(day)))}"
    return DayStrips(title, strips, tuple(axis.marks()))


def _bands(subject: ReportSubject, kinds: _Kinds, axis: TimeAxis, name: str) -> Iterator[StayBand]:
    for sector, stay in _in_buildings(subject.record.stays_of(name)):
        start, end = max(stay.start, axis.first), min(stay.end, axis.last)
        width = round(axis.x(end) - axis.x(start), 1)
        if start < end and width >= SHORTEST:
            tooltip = f"{name}, {subject.clock(start)} to {subject.clock(end)}: {sector or 'outdoors'}"
            yield StayBand(axis.x(start), width, kinds.kind(name, stay.place), tooltip)


def _in_buildings(stays: tuple[Stay, ...]) -> Iterator[tuple[str, Stay]]:
    """Join consecutive stays in rooms of one building; yield each with the building's name, empty for outdoors."""
    before: Stay | None = None
    for stay in stays:
        if before and before.end == stay.start and _sector(before.place) == _sector(stay.place):
            before = Stay(before.person, before.place, before.start, stay.end)
            continue
        if before:
            yield _sector(before.place), before
        before = stay
    if before:
        yield _sector(before.place), before


def _hours(subject: ReportSubject, kinds: _Kinds, name: str) -> tuple[str, tuple[float, ...]]:
    spent: Counter[str] = Counter()
    for stay in subject.record.stays_of(name):
        spent[kinds.kind(name, stay.place)] += stay.end - stay.start
    return name, tuple(round(subject.record.minutes(spent[kind]) / 60, 1) for kind, _ in kinds.legend)
