"""A day on which things are put into unusual states, each when somebody is awake, free and near."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from townlet.engine.commands import SetState
from townlet.engine.simulation import Simulation
from townlet.town import load_town
from townlet.world.address import Address

from .lives import HOUR, Life, lived_on

EMPTY, SHOPS_OPEN = "empty", 9 * HOUR + HOUR // 2
"""What is missing can be bought when there is somewhere to buy it."""

ODD = (
    ("leaking", ("shower",)),
    ("burning", ("stove",)),
    ("flooded", ("kitchen sink",)),
    (EMPTY, ("refrigerator",)),
    ("painted blue", ("table", "counter", "bench")),
    ("painted red", ("table", "counter", "bench", "bookshelf", "chairs", "sofa")),
    ("painted gold", ("table", "counter", "bench", "bookshelf", "chairs", "sofa", "well")),
    ("clean", ("desk", "table", "counter", "bench")),
)
"""States and the things that get them; the last is nothing out of the ordinary."""


@dataclass(frozen=True)
class Oddity:
    """A thing that was put into a state, when, and who was awake and free and had it in sight."""

    thing: Address
    step: int
    onlookers: tuple[str, ...]
    state: str


def odd_morning(town: str, path: Path) -> tuple[Life, Mapping[str, Oddity]]:
    """A day of a town with all oddities, at least an hour between one and the next."""
    return asyncio.run(_odd_morning(town, path))


async def _odd_morning(town: str, path: Path) -> tuple[Life, Mapping[str, Oddity]]:
    done: dict[str, Oddity] = {}
    with Simulation.start(load_town(town), path) as simulation:
        for state, names in ODD:
            taken = {oddity.thing for oddity in done.values()}
            done[state] = oddity = await _in_sight(simulation, names, taken, state)
            simulation.order(SetState(oddity.thing, state))
            for _ in range(HOUR):
                await simulation.step()
        return await lived_on(simulation, 1, path), done


async def _in_sight(simulation: Simulation, names: tuple[str, ...], taken: set[Address], state: str) -> Oddity:
    """Steps until somebody has a thing of one of the names in sight that nobody uses."""
    things = [each for each in simulation.engine.state.town.setting.objects if each.name.endswith(names)]
    earliest = SHOPS_OPEN if state == EMPTY else 0
    while simulation.next_step < 20 * HOUR:
        for thing in things if simulation.next_step >= earliest else ():
            if thing not in taken and (seeing := onlookers(simulation, thing)):
                return Oddity(thing, simulation.next_step, seeing, state)
        await simulation.step()
    raise AssertionError(f"Nobody came near {' or '.join(names)} before the evening.")


def onlookers(simulation: Simulation, thing: Address) -> tuple[str, ...]:
    """Who is awake, free and has a thing in sight; nobody, if it is in use or not as usual."""
    state, step = simulation.engine.state, simulation.next_step
    item = state.town.setting.objects[thing]
    if thing in state.world.users or state.world.state_of(item) != item.state:
        return ()
    return tuple(
        body.name
        for body in state.world.bodies.values()
        if not body.asleep and not body.talk and item in state.terrain.sight.objects_from(body.tile(step))
    )
