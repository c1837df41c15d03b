"""Tables of people: who they are, whom they know, where they stay, what they do, and objects they change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from townlet.analysis.emergence.relationships import find_acquaintances
from townlet.reporting.tables.schema import (
    STEP_COLUMN,
    TIME_COLUMN,
    RunTable,
    TableColumn,
    TableRow,
    boolean_column,
    category_column,
    integer_column,
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
    "somebody who was ever in the run, as the town's author (or their own wish, for a visitor) has them",
    ("person",),
    (
        text_column("person", "Full name; other tables name people by it"),
        integer_column("age", "Age at the start", "years"),
        texts_column("traits", "Innate traits"),
        category_column("pronouns", "she, he or they"),
        boolean_column("visitor", "Came in from outside; the others live in the town"),
        step_column("joined_step", "The step since which they have a mind in the run"),
        time_column("joined", "The same as a time"),
        integer_column("wakes", "Usual waking time", "minutes after midnight"),
        integer_column("sleeps", "Usual bedtime; 1440 and more is on the following day", "minutes after midnight"),
        text_column("home", "Address of the place that is theirs"),
        text_column("workplace", "Address of where they work or study", empty="they have none"),
        texts_column("story", "The sentences that are their first memories"),
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
    "somebody who knows of somebody else: a memory of theirs, other than a mere thought, names them",
    ("person", "other"),
    (
        text_column("person", "Who knows"),
        text_column("other", "Of whom"),
        step_column("since_step", "The step of the first such memory"),
        time_column("since", "The same as a time"),
        text_column("memory", "That memory, as in `memories`"),
        boolean_column("mutual", "The other knows of them, too"),
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
    step_column("start_step", "Where it begins"),
    step_column("end_step", "Where it ends; not part of it"),
    time_column("start", "When it begins"),
    time_column("end", "When it ends"),
    TableColumn("minutes", "number", "How long it was", "minutes"),
)
CUT_OFF = boolean_column("cut_off", "It was still going on where the run ends")

STAYS = RunTable(
    "stays",
    "a stretch of time that somebody spent in one place",
    ("person", "start_step"),
    (
        text_column("person", "Who"),
        category_column("sector", "The building or ground", empty="they were out of doors"),
        text_column("place", "Address of the room or ground", empty="they were out of doors"),
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
    "something that somebody was at, the walk to it included, until they began something else",
    ("person", "start_step"),
    (
        text_column("person", "Who"),
        text_column("doing", "What onlookers saw them do"),
        text_column("at", "Address of where it is done", empty="it was wherever they were"),
        text_column("using", "Address of the object in use", empty="none was in use"),
        boolean_column("asleep", "They slept"),
        time_column("arrived", "When they were where it is done", empty="they never got there"),
        *SPAN,
        CUT_OFF,
    ),
    _activities,
)


def _objects(source: RunView) -> Iterator[TableRow]:
    for step, rows in groupby(source.events(StateChanged.__name__), lambda row: row.step):
        for place, row in enumerate(rows):
            event = event_of(row)
            assert isinstance(event, StateChanged)
            sector = _sector(event.address)
            yield step, source.time(step), place, str(event.address), sector, event.state, event.by or None


OBJECTS = RunTable(
    "objects",
    "an object that was put into another state by a command, or by something that happened",
    ("step", "place"),
    (
        STEP_COLUMN,
        TIME_COLUMN,
        integer_column("place", "Its place among all such changes of the step, from 0"),
        text_column("object", "Its address"),
        category_column("sector", "The building or ground it is in"),
        text_column("state", "Its state from then on"),
        text_column("by", "Who did it", empty="nobody in the town did"),
    ),
    _objects,
)
