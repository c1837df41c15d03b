"""Tables of people: who they are, whom they know, where they stay, what they do, and objects they change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from townlet.measures.emergence.relationships import find_acquaintances
from townlet.measures.table import TableRow
from townlet.reporting.tables.schema import (
    STEP_COLUMN,
    TIME_COLUMN,
    RunTable,
    boolean_column,
    category_column,
    integer_column,
    number_column,
    step_column,
    text_column,
    texts_column,
    time_column,
)
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
        text_column("person", "Full name, used in all other tables"),
        integer_column("age", "Age at the start", "years"),
        texts_column("traits", "Innate traits"),
        category_column("pronouns", "she, he or they"),
        boolean_column("visitor", "The person is a visitor, not a resident of the town"),
        step_column("joined_step", "The step at which the person joined the run"),
        time_column("joined", "When the person joined the run"),
        integer_column("wakes", "Usual waking time", "minutes after midnight"),
        integer_column("sleeps", "Usual bedtime; 1440 or more means after midnight", "minutes after midnight"),
        text_column("home", "Address of the person's home"),
        text_column("workplace", "Address of the place of work or study", empty="the person has none"),
        texts_column("story", "The sentences that become the person's first memories"),
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
        text_column("person", "The person who knows of the other"),
        text_column("other", "The person who is known"),
        step_column("since_step", "The step of the first such memory"),
        time_column("since", "When that memory was made"),
        text_column("memory", "That memory, as in `memories`"),
        boolean_column("mutual", "The other person knows of this one, too"),
        integer_column("talks", "How many talks the two have had"),
        integer_column("lines", "How many lines they have said to each other"),
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
    step_column("start_step", "The first step"),
    step_column("end_step", "The step after the last one"),
    time_column("start", "Time of the first step"),
    time_column("end", "Time of the step after the last one"),
    number_column("minutes", "Duration", "minutes"),
)
CUT_OFF = boolean_column("cut_off", "It was still going on when the run ended")

STAYS = RunTable(
    "stays",
    "a period that a person spent in one place",
    ("person", "start_step"),
    (
        text_column("person", "The person"),
        category_column("sector", "The building or named open area", empty="the person was elsewhere outdoors"),
        text_column("place", "Address of the room or named open area", empty="the person was elsewhere outdoors"),
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
        text_column("person", "The person"),
        text_column("doing", "The activity as onlookers see it"),
        text_column("at", "Address of the place or object for the activity", empty="no place is set"),
        text_column("using", "Address of the object in use", empty="no object was in use"),
        boolean_column("asleep", "The person slept"),
        time_column("arrived", "When the person arrived there", empty="the person never arrived"),
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
        integer_column("place", "Its position among the changes of the step, from 0"),
        text_column("object", "Address of the object"),
        category_column("sector", "The building or named open area that contains the object"),
        text_column("state", "The new state"),
        text_column("by", "The person who changed it", empty="no person of the town did"),
    ),
    _objects,
)
