"""Work: whether those who have a workplace are at it while it is open."""

from __future__ import annotations

from townlet.cognition.persona import Persona
from townlet.study.figures import Bar, Figure, Listing, Part, mean
from townlet.study.record import RunRecord
from townlet.world.address import Address
from townlet.world.setting import Hours

OFFICE_HOURS = Hours(9 * 60, 17 * 60)
"""The hours of a workplace that gives none of its own; our choice."""

LONGEST_SHIFT_MINUTES = 8 * 60
"""A place that is open longer than this does not need anybody for all of it; our choice."""

_SECTOR_DEPTH = 2


def work(record: RunRecord) -> Part:
    """The share of the workplace's hours, or of a shift of eight, spent at it; for each person and day."""
    rows = [
        (person.name, day + 1, str(person.workplace), round(_presence(record, person, person.workplace, day), 3))
        for person, day in record.person_days()
        if person.workplace is not None
    ]
    present = [row[3] for row in rows]
    idle = tuple(sorted((row for row in rows if row[3] < 0.5), key=lambda row: (row[3], row[0], row[1])))
    return Part(
        "Work",
        (
            Figure("at_work", "of working hours at the workplace", mean(present), "share", Bar(0.5)),
            Figure("working_days_mostly_away", "person-days at it for less than half", len(idle)),
        ),
        (Listing("away_from_work", "least at work", ("person", "day", "workplace", "present"), idle),),
    )


def _presence(record: RunRecord, person: Persona, workplace: Address, day: int) -> float:
    hours = hours_of(record, workplace)
    midnight = record.midnight(day)
    start, end = midnight + record.clock.steps(hours.opens), midnight + record.clock.steps(hours.closes)
    start, end = max(start, 0), min(end, record.last_step + 1)
    place = _premises(person, workplace)
    stays = (stay for stay in record.stays_of(person.name) if stay.within(place))
    present = sum(max(0, min(stay.end, end) - max(stay.start, start)) for stay in stays)
    needed = min(end - start, record.clock.steps(LONGEST_SHIFT_MINUTES))
    return min(1.0, present / needed) if needed > 0 else 1.0


def hours_of(record: RunRecord, place: Address) -> Hours:
    """The opening hours of a place: its own, else those of the place around it, else office hours."""
    places = record.town.setting.places
    for address in reversed(place.ancestors()):
        if address in places and (hours := places[address].norms.hours):
            return hours
    return OFFICE_HOURS


def _premises(person: Persona, workplace: Address) -> Address:
    """The whole building of a workplace, unless one lives in it."""
    sector = Address(workplace.parts[:_SECTOR_DEPTH])
    return workplace if sector.contains(person.home) else sector
