"""Real runs for scenarios: lived from the start, or branched off a moment of another and lived on from there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path

from townlet.engine.commands import Whisper
from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.measures.record import RunRecord, read_run_record
from townlet.memory.record import Memory, MemoryId
from townlet.runfile import fork_run, open_reader
from townlet.runfile.event_log import StepLog
from townlet.runfile.traces import SpokenLine
from townlet.runfile.view import RunView
from townlet.town import Town, load_town

MINUTE, HOUR, DAY = 6, 360, 8640
"""Steps of ten seconds."""


@dataclass(frozen=True)
class Life:
    """A run that has been lived, and what studies read of it."""

    path: Path
    hash: str

    @cached_property
    def record(self) -> RunRecord:
        return read_run_record(RunView(self.path))


def of_file(path: Path) -> Life:
    """A run that has been lived before."""
    with open_reader(path) as reader:
        stored = reader.stored_hash()
    assert stored is not None
    return Life(path, stored)


def lived(town: Town | str, path: Path, days: float, seed: int = 1, machinery: RunResources | None = None) -> Life:
    """A run of a town from its start."""
    return asyncio.run(_lived(load_town(town) if isinstance(town, str) else town, path, days, seed, machinery))


async def _lived(town: Town, path: Path, days: float, seed: int, machinery: RunResources | None) -> Life:
    with Simulation.start(town, path, seed=seed, resources=machinery) as simulation:
        return await lived_on(simulation, days, path)


def whispered_to(town: str, path: Path, whisper: Whisper, at_hour: float) -> Life:
    """The first day of a town in which somebody hears an inner voice."""
    return asyncio.run(_whispered_to(town, path, whisper, at_hour))


async def _whispered_to(town: str, path: Path, whisper: Whisper, at_hour: float) -> Life:
    with Simulation.start(load_town(town), path) as simulation:
        await exhaust(simulation.run(at_hour / 24))
        simulation.order(whisper)
        return await lived_on(simulation, 1, path)


async def exhaust(steps: AsyncIterator[StepLog]) -> None:
    """Let all the steps happen."""
    async for _ in steps:
        pass


async def lived_on(simulation: Simulation, days: float, path: Path) -> Life:
    """The run at the end of so many days since its start."""
    await exhaust(simulation.run(days))
    return Life(path, simulation.finish())


@asynccontextmanager
async def branch(life: Life, step: int, path: Path) -> AsyncIterator[Simulation]:
    """A fork of a run at a step, to be changed and to go on."""
    fork_run(life.path, step, path)
    with await Simulation.resume(path) as simulation:
        yield simulation


def telling(record: RunRecord, about: Collection[MemoryId], word: str) -> list[SpokenLine]:
    """Lines that hold a word and whose speaker was shown one of these memories."""
    said = [spoken for spoken in record.view.lines_with_memories() if word in spoken.line.text.lower()]
    return [spoken.line for spoken in said if any(each in about for each in spoken.shown)]


def remembered(record: RunRecord, agent: str, *words: str) -> list[Memory]:
    """Somebody's memories that hold all of some words, oldest first."""
    own = record.remembered.of(agent).values()
    return [memory for memory in own if all(word in memory.text for word in words)]


def is_at(record: RunRecord, person: str, place: str, start: datetime, end: datetime) -> bool:
    """Whether somebody spends at least half an hour in a place between two times."""
    first, last = record.clock.step_at(start), record.clock.step_at(end)
    stays = [stay for stay in record.stays_of(person) if stay.place and place in stay.place.parts]
    return sum(max(0, min(stay.end, last) - max(stay.start, first)) for stay in stays) >= HOUR // 2
