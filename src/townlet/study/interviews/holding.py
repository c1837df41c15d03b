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
from townlet.study.lots import in_lots
from townlet.town import Town
from townlet.world.events import Said

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
) -> list[Row | None]:
    """The answers to all that is asked, in its order: those from before, and the others new.

    None where the model gave no fit answer. Raises ModelError.
    """

    async def answered(place: int) -> Row:
        person, asked, condition = asks[place]
        return study.row(await interviewer.ask(person, asked, condition, asker))

    found = {place: before[key] for place, ask in enumerate(asks) if (key := study.key_of(*ask)) in before}
    missing = [place for place in range(len(asks)) if place not in found]
    came = await in_lots(missing, answered, keep)
    new = dict(zip(missing, came, strict=True))
    return [found.get(place) or new[place] for place in range(len(asks))]
