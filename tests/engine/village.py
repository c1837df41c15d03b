"""A made-up village of three in memory, and runs of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from datetime import datetime
from pathlib import Path

from townlet.cognition.persona import Persona
from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.language.model import LanguageModel
from townlet.runfile.event_log import StepLog
from townlet.town import Town, load_town
from townlet.world.setting import Hours, Norms
from world.sketch import Thing, address, setting_of

PICTURE = """
.....................
.hhhhhh1#rrrrrr2.....
.hhhhhhhRrrrrrrr..k..
.hhhhhhh#rrrrrrr.....
.hhh4hhh########.....
.####H######B#####...
.............bbb3....
.....................
"""
LOOM, BED = address("Mill:hall:loom"), address("Mill:hall:bed")
BATHROOM = address("Mill:bathroom")


def person(name: str, bed: str, **more: object) -> Persona:
    seeds = (f"{name} lives at the Mill.", f"{name} likes rain.")
    return Persona(name, 30, ("calm",), seeds, 7 * 60, 22 * 60, address(bed), address("Mill"), **more)  # type: ignore[arg-type]


PEOPLE = (
    person("Ann Ivy", "Mill:hall:bed", pronouns="she", workplace=address("Mill:hall")),
    person("Bo Lund", "Mill:room:cot", pronouns="he"),
)


def village(start: datetime = datetime(2031, 4, 7, 9), people: tuple[Persona, ...] = PEOPLE) -> Town:
    """The village; it can only be run in memory."""
    setting = setting_of(
        PICTURE,
        {"h": "Mill:hall", "r": "Mill:room", "b": "Mill:bathroom", "k": "Kiosk"},
        {
            "1": Thing("Mill:hall:bed", "made", 2),
            "2": Thing("Mill:room:cot", "made"),
            "3": Thing("Mill:bathroom:tub", "empty"),
            "4": Thing("Mill:hall:loom", "bare"),
        },
        {"Mill:bathroom": Norms(capacity=1), "Kiosk": Norms(hours=Hours(0, 60))},
    )
    return Town("Otterby", "A mill.", start, 1, "English", setting, people, {}, {}, (), {}, "d1ge57")


def started(town: Town | None = None, model: LanguageModel | None = None, path: Path | None = None) -> Simulation:
    """A run of a town (the village, if none is given) that is about to take its first step."""
    return Simulation.start(town or village(), path, resources=RunResources(model=model))


async def stepped(simulation: Simulation, steps: int) -> list[StepLog]:
    """So many steps more."""
    return [await simulation.step() for _ in range(steps)]


async def until(simulation: Simulation, done: Callable[[StepLog], bool], most: int = 3000) -> StepLog:
    """Steps until one of which something holds."""
    for _ in range(most):
        log = await simulation.step()
        if done(log):
            return log
    raise AssertionError(f"It did not happen in {most} steps.")


async def hash_of(path: Path, days: float, machinery: RunResources | None = None, seed: int = 1) -> str:
    """The state hash of a run of the starter town that nothing interrupts."""
    with Simulation.start(load_town("applegarth"), path, seed=seed, resources=machinery) as simulation:
        await live(simulation.run(days))
        return simulation.finish()


async def resumed_hash(path: Path, days: float, machinery: RunResources | None = None) -> str:
    """The state hash of a run that is gone on with to its end."""
    with await Simulation.resume(path, resources=machinery) as simulation:
        await live(simulation.run(days))
        return simulation.finish()


async def live(run: AsyncIterator[StepLog]) -> None:
    async for _ in run:
        pass
