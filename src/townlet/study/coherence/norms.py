"""Norms broken: people in places that are closed to them, and more people in a place than it takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from townlet.engine.runfile import Json
from townlet.study.figures import NONE, Figure, Listing, Part
from townlet.study.record import RunRecord
from townlet.study.traces import Stay
from townlet.world.address import Address
from townlet.world.setting import Norms

Row = tuple[Json, ...]


def norms(record: RunRecord) -> Part:
    """Who was where they should not have been, and when."""
    closed = [row for address, rules in _ruled(record) for row in _after_hours(record, address, rules)]
    crowded = [row for address, rules in _ruled(record) for row in _crowded(record, address, rules)]
    return Part(
        "Norms broken",
        (
            Figure("in_closed_places", "times anyone was in a place closed to them", len(closed), bar=NONE),
            Figure("crowded_rooms", "times a room held more than it takes", len(crowded), bar=NONE),
        ),
        (
            Listing("closed", "in a closed place", ("person", "place", "from", "minutes"), tuple(closed)),
            Listing("crowded", "too many in", ("place", "at", "people"), tuple(crowded)),
        ),
    )


def _ruled(record: RunRecord) -> Iterator[tuple[Address, Norms]]:
    for address, place in sorted(record.town.setting.places.items()):
        yield address, place.norms


def _after_hours(record: RunRecord, address: Address, rules: Norms) -> Iterator[Row]:
    """Stays of guests in a place outside its hours, each with how long it was closed around them."""
    if rules.hours is None:
        return
    for stay in _stays_in(record, address):
        if stay.person in rules.keepers:
            continue
        closed = [step for step in range(stay.start, stay.end) if not rules.hours.open_at(record.clock.minute(step))]
        if closed:
            yield stay.person, str(address), record.when(closed[0]), round(record.minutes(len(closed)), 1)


def _crowded(record: RunRecord, address: Address, rules: Norms) -> Iterator[Row]:
    """The moments at which one person too many came in."""
    if rules.capacity is None:
        return
    inside: list[Stay] = []
    for stay in _stays_in(record, address):
        inside = [*(other for other in inside if other.end > stay.start), stay]
        names = sorted({other.person for other in inside})
        if len(names) > rules.capacity:
            yield str(address), record.when(stay.start), ", ".join(names)


def _stays_in(record: RunRecord, address: Address) -> Sequence[Stay]:
    """Stays in a place, those in its rooms included, by when they began."""
    found = [stay for stay in record.stays if stay.within(address)]
    return sorted(found, key=lambda stay: (stay.start, stay.person))
