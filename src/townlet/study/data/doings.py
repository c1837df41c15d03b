"""Tables of bodies and things: where people were, what they were at, and what states objects were put into."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import get_args

from townlet.engine.log import event_of
from townlet.study.data.columns import STEP, TIME, Column, Row, Table, at_step, count, one_of, text, when, whether
from townlet.study.source import Source
from townlet.study.traces import Spell, Stay
from townlet.study.whereabouts import Bodily, Whereabouts
from townlet.world.address import Address
from townlet.world.doors import Doors
from townlet.world.events import StateChanged

_BODILY = tuple(kind.__name__ for kind in get_args(Bodily))


def _followed(source: Source) -> Iterator[tuple[list[Stay], list[Spell], bool]]:
    """What has ended since the last look, again and again; the last time with what the end of the run cut off."""
    whereabouts = Whereabouts(Doors(source.town.setting))

    def ended(cut_off: bool) -> tuple[list[Stay], list[Spell], bool]:
        stays, spells = list(whereabouts.stays), list(whereabouts.spells)
        whereabouts.stays.clear()
        whereabouts.spells.clear()
        return stays, spells, cut_off

    for row in source.events(*_BODILY):
        event = event_of(row)
        assert isinstance(event, Bodily)
        whereabouts.note(event, row.step)
        yield ended(False)
    whereabouts.close(source.last + 1)
    yield ended(True)


def _spans(source: Source, start: int, end: int) -> Row:
    minutes = (end - start) * source.header.step_seconds / 60
    return start, end, source.time(start), source.time(end), minutes


def _sector(place: Address | None) -> str | None:
    return place.parts[1] if place and place.depth > 1 else None


def _address(place: Address | None) -> str | None:
    return str(place) if place else None


def _stays(source: Source) -> Iterator[Row]:
    for stays, _, cut_off in _followed(source):
        for stay in stays:
            span = _spans(source, stay.start, stay.end)
            yield stay.person, _sector(stay.place), _address(stay.place), *span, cut_off


SPAN = (
    at_step("start_step", "Where it begins"),
    at_step("end_step", "Where it ends; not part of it"),
    when("start", "When it begins"),
    when("end", "When it ends"),
    Column("minutes", "number", "How long it was", "minutes"),
)
CUT_OFF = whether("cut_off", "It was still going on where the run ends")

STAYS = Table(
    "stays",
    "a stretch of time that somebody spent in one place",
    ("person", "start_step"),
    (
        text("person", "Who"),
        one_of("sector", "The building or ground", empty="they were out of doors"),
        text("place", "Address of the room or ground", empty="they were out of doors"),
        *SPAN,
        CUT_OFF,
    ),
    _stays,
)


def _activities(source: Source) -> Iterator[Row]:
    for _, spells, cut_off in _followed(source):
        for spell in spells:
            arrived = None if spell.arrived is None else source.time(spell.arrived)
            yield (
                spell.person,
                spell.doing,
                _address(spell.at),
                _address(spell.using),
                spell.asleep,
                arrived,
                *_spans(source, spell.start, spell.end),
                cut_off,
            )


ACTIVITIES = Table(
    "activities",
    "something that somebody was at, the walk to it included, until they began something else",
    ("person", "start_step"),
    (
        text("person", "Who"),
        text("doing", "What onlookers saw them do"),
        text("at", "Address of where it is done", empty="it was wherever they were"),
        text("using", "Address of the object in use", empty="none was in use"),
        whether("asleep", "They slept"),
        when("arrived", "When they were where it is done", empty="they never got there"),
        *SPAN,
        CUT_OFF,
    ),
    _activities,
)


def _objects(source: Source) -> Iterator[Row]:
    for step, rows in groupby(source.events(StateChanged.__name__), lambda row: row.step):
        for place, row in enumerate(rows):
            event = event_of(row)
            assert isinstance(event, StateChanged)
            sector = _sector(event.address)
            yield step, source.time(step), place, str(event.address), sector, event.state, event.by or None


OBJECTS = Table(
    "objects",
    "an object that was put into another state by a command, or by something that happened",
    ("step", "place"),
    (
        STEP,
        TIME,
        count("place", "Its place among all such changes of the step, from 0"),
        text("object", "Its address"),
        one_of("sector", "The building or ground it is in"),
        text("state", "Its state from then on"),
        text("by", "Who did it", empty="nobody in the town did"),
    ),
    _objects,
)
