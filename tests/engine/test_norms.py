"""A day of a starter town keeps to the rules of its places, step by step."""

from datetime import time

import pytest

from townlet.engine.simulation import Simulation
from townlet.state.run_state import RunState
from townlet.town import load_town
from townlet.world.events import Said


def broken(state: RunState, step: int) -> list[str]:
    """Rules that do not hold at a step."""
    found = []
    terrain, world, minute = state.terrain, state.world, state.clock.minute(step)
    for body in world.bodies.values():
        if not terrain.grid.walkable(body.tile(step)):
            found.append(f"{body.name} stands in a wall")
    for place in state.town.setting.places.values():
        inside = [name for name, body in world.bodies.items() if terrain.doors.inside(place.address, body.tile(step))]
        if place.norms.capacity is not None and len(inside) > place.norms.capacity:
            found.append(f"{place.address} holds {inside}")
        hours = place.norms.hours
        guests = [name for name in inside if name not in place.norms.keepers]
        if hours and guests and not hours.open_at(minute) and not hours.open_at((minute - 1) % 1440):
            found.append(f"{guests} in {place.address} after hours")
    for address, users in world.users.items():
        if len(users) > state.town.setting.objects[address].capacity:
            found.append(f"{users} use {address}")
    return found


@pytest.mark.parametrize("town", ["applegarth", "ternholm"])
async def test_a_day_in_a_starter_town_breaks_no_rule_of_its_places_and_ends_in_everybodys_own_bed(town: str) -> None:
    simulation = Simulation.start(load_town(town))
    state = simulation.engine.state
    async for log in simulation.run(1.125):
        assert broken(state, log.step) == []
        for said in log.actions:
            if isinstance(said, Said):
                here, there = (state.world.bodies[name].tile(log.step) for name in (said.speaker, said.to))
                assert state.terrain.in_earshot(here, there)
    assert simulation.now.time() == time(3)
    for person in state.town.people:
        body = state.world.bodies[person.name]
        assert (body.asleep, body.using) == (True, person.bed), person.name
