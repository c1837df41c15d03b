"""Tables of people: who they are, whom they know, where they stay, what they do, and objects they change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from townlet.measures.emergence.relationships import find_acquaintances
from townlet.measures.table import Column, TableRow
from townlet.reporting.tables.schema import FROM_START, STEP_COLUMN, TIME_COLUMN, RunTable
from townlet.runfile.event_log import event_of
from townlet.runfile.view import RunView, format_memory_id
from townlet.world.address import Address
from townlet.world.events import StateChanged


def _people(source: RunView) -> Iterator[TableRow]:
    for name, (step, joined) in source.joined.items():
        persona = joined.persona
        yield (
            name,
            persona.age,
            persona.traits,
            persona.pronouns,
            joined.visitor,
            step,
            source.time(step),
            persona.wakes,
            persona.sleeps,
            str(persona.home),
            str(persona.workplace) if persona.workplace else None,
            persona.seeds,
        )


PEOPLE = RunTable(
    "people",
    "a resident or visitor who has ever been in the run, as they were described when they joined",
    ("person",),
    (
        Column("person", "text", "Full name, used in all other tables"),
        Column("age", "integer", "Age at the start", "years"),
        Column("traits", "texts", "Innate traits"),
        Column("pronouns", "category", "she, he or they"),
        Column("visitor", "boolean", "The person is a visitor, not a resident of the town"),
        Column("joined_step", "integer", "The step at which the person joined the run", FROM_START),
        Column("joined", "time", "When the person joined the run"),
        Column("wakes", "integer", "Usual waking time", "minutes after midnight"),
        Column("sleeps", "integer", "Usual bedtime; 1440 or more means after midnight", "minutes after midnight"),
        Column("home", "text", "Address of the person's home"),
        Column("workplace", "text", "Address of the place of work or study", empty="the person has none"),
        Column("story", "texts", "The sentences that become the person's first memories"),
    ),
    _people,
)


def list_relations(source: RunView, until: int) -> Iterator[TableRow]:
    """Yield who knew of whom before a step, with how much the two had talked by then."""
    talks: Counter[frozenset[str]] = Counter()
    lines: Counter[frozenset[str]] = Counter()
    for line, _ in source.lines_with_memories():
        if line.step < until:
            pair = frozenset((line.speaker, line.to))
            lines[pair] += 1
            talks[pair] += line.number == 0
    met = [each for each in find_acquaintances(source) if each.step < until]
    known = {(each.one, each.other) for each in met}
    for each in met:
        pair, back = frozenset((each.one, each.other)), (each.other, each.one) in known
        since = (each.step, source.time(each.step), format_memory_id(each.memory))
        yield each.one, each.other, *since, back, talks[pair], lines[pair]


RELATIONS = RunTable(
    "relations",
    "a person and another whom they know of: one of their memories, not a thought or plan, names the other",
    ("person", "other"),
    (
        Column("person", "text", "The person who knows of the other"),
        Column("other", "text", "The person who is known"),
        Column("since_step", "integer", "The step of the first such memory", FROM_START),
        Column("since", "time", "When that memory was made"),
        Column("memory", "text", "That memory, as in `memories`"),
        Column("mutual", "boolean", "The other person knows of this one, too"),
        Column("talks", "integer", "How many talks the two have had"),
        Column("lines", "integer", "How many lines they have said to each other"),
    ),
    lambda source: list_relations(source, source.last + 1),
)


def _spans(source: RunView, start: int, end: int) -> TableRow:
    minutes = (end - start) * source.header.step_seconds / 60
    return start, end, source.time(start), source.time(end), minutes


def _sector(place: Address | None) -> str | None:
    return place.sector or None if place else None


def _address(place: Address | None) -> str | None:
    return str(place) if place else None


def _stays(source: RunView) -> Iterator[TableRow]:
    for stays, _, cut_off in source.whereabouts():
        for stay in stays:
            span = _spans(source, stay.start, stay.end)
            yield stay.person, _sector(stay.place), _address(stay.place), *span, cut_off


SPAN = (
    Column("start_step", "integer", "The first step", FROM_START),
    Column("end_step", "integer", "The step after the last one", FROM_START),
    Column("start", "time", "Time of the first step"),
    Column("end", "time", "Time of the step after the last one"),
    Column("minutes", "number", "Duration", "minutes"),
)
CUT_OFF = Column("cut_off", "boolean", "It was still going on when the run ended")

STAYS = RunTable(
    "stays",
    "a period that a person spent in one place",
    ("person", "start_step"),
    (
        Column("person", "text", "The person"),
        Column("sector", "category", "The building or named open area", empty="the person was elsewhere outdoors"),
        Column("place", "text", "Address of the room or named open area", empty="the person was elsewhere outdoors"),
        *SPAN,
        CUT_OFF,
    ),
    _stays,
)


def _activities(source: RunView) -> Iterator[TableRow]:
    for _, spans, cut_off in source.whereabouts():
        for span in spans:
            arrived = None if span.arrived is None else source.time(span.arrived)
            yield (
                span.person,
                span.doing,
                _address(span.at),
                _address(span.using),
                span.asleep,
                arrived,
                *_spans(source, span.start, span.end),
                cut_off,
            )


ACTIVITIES = RunTable(
    "activities",
    "an activity of a person, including the walk to it, until the next activity begins",
    ("person", "start_step"),
    (
        Column("person", "text", "The person"),
        Column("doing", "text", "The activity as onlookers see it"),
        Column("at", "text", "Address of the place or object for the activity", empty="no place is set"),
        Column("using", "text", "Address of the object in use", empty="no object was in use"),
        Column("asleep", "boolean", "The person slept"),
        Column("arrived", "time", "When the person arrived there", empty="the person never arrived"),
        *SPAN,
        CUT_OFF,
    ),
    _activities,
)


def _objects(source: RunView) -> Iterator[TableRow]:
    for step, rows in groupby(source.events(StateChanged.__name__), lambda row: row.step):
        for index, row in enumerate(rows):
            event = event_of(row)
            assert isinstance(event, StateChanged)
            sector = _sector(event.address)
            yield step, source.time(step), index, str(event.address), sector, event.state, event.by or None


OBJECTS = RunTable(
    "objects",
    "a change of an object's state",
    ("step", "place"),
    (
        STEP_COLUMN,
        TIME_COLUMN,
        Column("place", "integer", "Its position among the changes of the step, from 0"),
        Column("object", "text", "Address of the object"),
        Column("sector", "category", "The building or named open area that contains the object"),
        Column("state", "text", "The new state"),
        Column("by", "text", "The person who changed it", empty="no person of the town did"),
    ),
    _objects,
)
