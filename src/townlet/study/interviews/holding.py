"""Holding interviews: everybody is asked what they have not answered yet, and what comes is kept at once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence

from townlet.engine.runfile import RunReader
from townlet.study.defects import StudyFault
from townlet.study.diffusion import tracked_facts
from townlet.study.interviews.asking import Interviewer
from townlet.study.interviews.battery import Battery
from townlet.study.interviews.conditions import Condition
from townlet.study.interviews.names import Asked, asked_of, company_of
from townlet.study.interviews.table import Row, Study
from townlet.town import Town
from townlet.world.events import Said

AT_ONCE = 32
"""Answers that are asked for and kept together; a process that is killed loses so many at most."""

Ask = tuple[str, Asked, Condition]
"""Who is asked, what, and under which condition."""


def company_at(reader: RunReader, step: int) -> list[tuple[str, ...]]:
    """The talks that were held before a step, each by its participants."""
    talks: dict[str, dict[str, None]] = {}
    for row in reader.events(0, step - 1, agent=""):
        if row.kind == Said.__name__:
            said = json.loads(row.data)
            talks.setdefault(said["talk"], {}).update({said["speaker"]: None, said["to"]: None})
    return [tuple(people) for people in talks.values()]


def asks_of(
    town: Town,
    people: Iterable[str],
    talks: Sequence[Sequence[str]],
    battery: Battery,
    conditions: Sequence[Condition],
    seed: int,
) -> list[Ask]:
    """Every question to everybody, under every condition. Raises StudyFault if nothing can be asked."""
    facts, names = tracked_facts(town), [person.name for person in town.people]
    asks = [
        (person, asked, condition)
        for person in people
        for asked in asked_of(person, battery, company_of(person, talks), facts, names, seed)
        for condition in conditions
    ]
    if not asks:
        raise StudyFault(
            f"Nothing of the battery {battery.name!r} can be asked: every question names what there is not."
        )
    return asks


async def hold(
    interviewer: Interviewer,
    study: Study,
    asks: Sequence[Ask],
    before: Mapping[tuple[object, ...], Row],
    keep: Callable[[Sequence[Row]], None],
    asker: str,
) -> list[Row]:
    """The answers to all that is asked, in its order: those from before, and the others new. Raises ModelError."""
    found = {place: before[key] for place, ask in enumerate(asks) if (key := study.key_of(*ask)) in before}
    missing = [place for place in range(len(asks)) if place not in found]
    for first in range(0, len(missing), AT_ONCE):
        places = missing[first : first + AT_ONCE]
        rows = [study.row(answer) for answer in await interviewer.ask_all([asks[place] for place in places], asker)]
        keep(rows)
        found.update(zip(places, rows, strict=True))
    return [found[place] for place in range(len(asks))]
