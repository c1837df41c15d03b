"""`townlet interview` behind its options: who is asked what, and what was answered before."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from townlet.cli.choosing import Choice
from townlet.cli.interviewing import Room, interviewing
from townlet.cli.money import spent_told
from townlet.cli.people import find_person
from townlet.cli.progress import counting
from townlet.cli.times import moment_in
from townlet.cognition.interview import VISITOR
from townlet.engine.simulation import opened
from townlet.study.defects import StudyFault
from townlet.study.interviews.battery import Battery, battery_named
from townlet.study.interviews.conditions import Condition, conditions_named
from townlet.study.interviews.holding import asks_of, company_at, hold
from townlet.study.interviews.table import Row, Study, append, interviews_path, rows_beside


@dataclass(frozen=True)
class Wanted:
    """What was asked for on the command line."""

    battery: str
    people: tuple[str, ...]
    conditions: tuple[str, ...]
    persona: str
    at: str


@dataclass(frozen=True)
class Held:
    """What came of it."""

    rows: tuple[Row, ...]
    kept: int
    """How many of them had been answered before."""
    file: Path
    step: int
    """They were asked as people stood when it began."""
    model: str
    """Who answered."""
    offline: bool
    cost: str
    """What the others took, in words."""


def held_with(run: Path, wanted: Wanted, choice: Choice, budget: str | None, concurrency: int) -> Held:
    """Ask what has not been answered yet. Raises BadInput, RunFileError, ModelError."""
    battery, conditions = battery_named(wanted.battery), conditions_named(wanted.conditions)
    step = moment_in(run, wanted.at)

    async def holding() -> Held:
        with counting("answers") as heard:
            async with interviewing(run, choice, budget, concurrency, heard) as room:
                return await _held(run, room, step, battery, conditions, wanted)

    return asyncio.run(holding())


async def _held(
    run: Path, room: Room, step: int, battery: Battery, conditions: tuple[Condition, ...], wanted: Wanted
) -> Held:
    file = interviews_path(run)
    with opened(run) as reader:
        header, talks = reader.header, company_at(reader, step)
    people = whom(room, step, wanted.people)
    asks = asks_of(room.minds.past.town, people, talks, battery, conditions, header.seed)
    asker, model = wanted.persona.strip() or VISITOR, room.settings.model
    name = battery.name if asker == VISITOR else f"{battery.name}, asked by {asker}"
    time = room.minds.past.clock.at(step).isoformat()
    study = Study(header.id, header.town, header.seed, model, time, step, name)
    before = {row.key: row for row in rows_beside(run)}
    rows = await hold(room.at(step), study, asks, before, lambda new: append(new, file), asker)
    kept = sum(study.key_of(*ask) in before for ask in asks)
    return Held(tuple(rows), kept, file, step, model, room.settings.offline, spent_told(room.tally))


def whom(room: Room, step: int, wanted: Iterable[str]) -> list[str]:
    """Whom to ask: all residents who are there, or those named. Raises BadInput, StudyFault if there is nobody."""
    residents = [name for name in room.there(step) if not room.minds.past.joined[name].visitor]
    if not residents:
        raise StudyFault("Nobody is in the town at that moment; choose another --at.")
    return list(dict.fromkeys(find_person(name, residents) for name in wanted)) or residents
