"""`townlet interview` behind its options: who is asked what, and what was answered before."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from townlet.cli.choosing import Choice
from townlet.cli.interviewing import Room, interviewing
from townlet.cli.keeping import telling_what_is_kept
from townlet.cli.money import spent_told
from townlet.cli.people import find_person
from townlet.cli.progress import counting
from townlet.cli.times import moment_in
from townlet.cognition.interview import VISITOR
from townlet.engine.simulation import opened
from townlet.study.defects import StudyFault
from townlet.study.interviews.asking import Interviewer
from townlet.study.interviews.battery import Battery, battery_named
from townlet.study.interviews.conditions import Condition, conditions_named
from townlet.study.interviews.holding import Ask, asks_of, company_at, hold
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
    unfit: int
    """How many are missing, since the model gave no fit answer."""
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
    kept, found = await asked_and_kept(run, room.at(step), study, asks, asker)
    rows = [row for row in found if row]
    return Held(
        tuple(rows), len(asks) - len(rows), kept, file, step, model, room.settings.offline, spent_told(room.tally)
    )


async def asked_and_kept(
    run: Path, interviewer: Interviewer, study: Study, asks: Sequence[Ask], asker: str = VISITOR
) -> tuple[int, list[Row | None]]:
    """How many answers were there before, and all of them; new ones are kept as they come. None: no fit answer.

    Raises ModelError, after it is told how many are kept.
    """
    file, before = interviews_path(run), {row.key: row for row in rows_beside(run)}
    there = kept = sum(study.key_of(*ask) in before for ask in asks)

    def keep(new: Sequence[Row]) -> None:
        nonlocal kept
        append(new, file)
        kept += len(new)

    with telling_what_is_kept(lambda: kept, len(asks), file):
        return there, await hold(interviewer, study, asks, before, keep, asker)


def whom(room: Room, step: int, wanted: Iterable[str]) -> list[str]:
    """Whom to ask: all residents who are there, or those named. Raises BadInput, StudyFault if there is nobody."""
    residents = [name for name in room.there(step) if not room.minds.past.joined[name].visitor]
    if not residents:
        raise StudyFault("Nobody is in the town at that moment; choose another --at.")
    return list(dict.fromkeys(find_person(name, residents) for name in wanted)) or residents
