"""Tables of people and of whom they know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from townlet.study.data.columns import Row, Table, at_step, count, one_of, several, text, when, whether
from townlet.study.emergence.acquaintance import acquaintances
from townlet.study.source import Source, memory_key


def _people(source: Source) -> Iterator[Row]:
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


PEOPLE = Table(
    "people",
    "somebody who was ever in the run, as the town's author (or their own wish, for a visitor) has them",
    ("person",),
    (
        text("person", "Full name; other tables name people by it"),
        count("age", "Age at the start", "years"),
        several("traits", "Innate traits"),
        one_of("pronouns", "she, he or they"),
        whether("visitor", "Came in from outside; the others live in the town"),
        at_step("joined_step", "The step since which they have a mind in the run"),
        when("joined", "The same as a time"),
        count("wakes", "Usual waking time", "minutes after midnight"),
        count("sleeps", "Usual bedtime; 1440 and more is on the following day", "minutes after midnight"),
        text("home", "Address of the place that is theirs"),
        text("workplace", "Address of where they work or study", empty="they have none"),
        several("story", "The sentences that are their first memories"),
    ),
    _people,
)


def relations(source: Source, until: int) -> Iterator[Row]:
    """Who knew of whom before a step."""
    talks: Counter[frozenset[str]] = Counter()
    lines: Counter[frozenset[str]] = Counter()
    for line, _ in source.spoken():
        if line.step < until:
            pair = frozenset((line.speaker, line.to))
            lines[pair] += 1
            talks[pair] += line.number == 0
    met = [each for each in acquaintances(source) if each.step < until]
    known = {(each.one, each.other) for each in met}
    for each in met:
        pair, back = frozenset((each.one, each.other)), (each.other, each.one) in known
        since = (each.step, source.time(each.step), memory_key(each.memory))
        yield each.one, each.other, *since, back, talks[pair], lines[pair]


RELATIONS = Table(
    "relations",
    "somebody who knows of somebody else: a memory of theirs, other than a mere thought, names them",
    ("person", "other"),
    (
        text("person", "Who knows"),
        text("other", "Of whom"),
        at_step("since_step", "The step of the first such memory"),
        when("since", "The same as a time"),
        text("memory", "That memory, as in `memories`"),
        whether("mutual", "The other knows of them, too"),
        count("talks", "How many talks the two have had"),
        count("lines", "How many lines they have said to each other"),
    ),
    lambda source: relations(source, source.last + 1),
)
