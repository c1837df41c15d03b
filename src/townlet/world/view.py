"""One agent's view of the world at a step: everything that cognition gets to see of the world."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from townlet.world.actions import Offer
from townlet.world.address import Address
from townlet.world.clock import Clock
from townlet.world.events import WorldEvent
from townlet.world.physics import Terrain
from townlet.world.register import Register
from townlet.world.setting import Setting
from townlet.world.sight import SIGHT_RADIUS, distance
from townlet.world.state import Body, Talk, World

TALKING_WITH = "talking with"
"""What people are seen to do while they are in a talk; the names of the others follow."""


@dataclass(frozen=True)
class SeenPerson:
    """A person in sight."""

    name: str
    doing: str
    """What the person is seen to do, as a phrase after 'is', such as "making tea"."""
    distance: int
    """Chebyshev distance in tiles."""
    in_earshot: bool
    """Whether one can speak to the person from where one stands."""
    asleep: bool
    talk: str
    """The id of the talk that the person is in; empty outside of a talk."""


@dataclass(frozen=True)
class SeenThing:
    """An object in sight."""

    address: Address
    state: str
    usual: str
    """The state that the map gives the object."""
    in_use: bool
    """Whether somebody uses the object and so determines its state."""


@dataclass(frozen=True)
class WorldView:
    """One agent's immutable view of the world at a step. People and things are listed nearest first."""

    step: int
    now: datetime
    clock: Clock
    me: Body
    here: Address | None
    """The innermost place in which the agent is; None out of doors."""
    in_place: bool
    """Whether the agent is at the place of its activity."""
    people: tuple[SeenPerson, ...]
    things: tuple[SeenThing, ...]
    talk: Talk | None
    last_talk: Talk | None
    """The agent's last talk that has ended."""
    notices: tuple[WorldEvent, ...]
    """The events that happened to the agent or were said near it since it last thought, oldest first."""
    setting: Setting
    """The map, for the names and norms of places that the agent knows."""
    register: Register
    """The pronouns of everybody in the town."""
    offers: tuple[Offer, ...] | None = None
    """The actions that are open to the agent, besides going on; None if everything is, as in a town of ours."""


def appearance(terrain: Terrain, world: World, body: Body) -> str:
    """Return what onlookers see a person do, as a phrase after 'is', such as 'making tea'."""
    if body.talk:
        others = [name for name in world.talks[body.talk].participants if name != body.name]
        return f"{TALKING_WITH} {' and '.join(others)}"
    activity = body.activity
    if not body.arrived and activity.at is not None and len(body.path) > 1:
        target = activity.at.parent if activity.at in terrain.setting.objects else activity.at
        if target and not terrain.doors.inside(target, body.path[0]):
            return f"on the way to {spoken_place(target)}"
    return activity.doing


def spoken_place(place: Address) -> str:
    """Return the name of a place's sector, which is what people outside of it call it."""
    return place.parts[min(1, place.depth - 1)]


def odd_states_in_sight(terrain: Terrain, world: World, body: Body, step: int) -> frozenset[tuple[str, str]]:
    """Return the objects in sight, with their states, that nobody uses and that are not in the map's state."""
    return frozenset(
        (str(item.address), state)
        for item in terrain.sight.objects_from(body.tile(step))
        if item.address in world.objects and not world.shows_use(item) and (state := world.state_of(item)) != item.state
    )


def view_of(
    terrain: Terrain,
    world: World,
    agent: str,
    step: int,
    notices: tuple[WorldEvent, ...] = (),
    near: Iterable[str] | None = None,
) -> WorldView:
    """Return what `agent` can perceive at a step.

    `near` names the people who may be in sight; by default everybody in the town is checked.
    """
    body = world.bodies[agent]
    here = terrain.doors.place_at(body.tile(step))
    return WorldView(
        step,
        terrain.clock.at(step),
        terrain.clock,
        body,
        here,
        _in_place(terrain, body, step),
        () if body.asleep else _people(terrain, world, body, step, world.bodies if near is None else near),
        () if body.asleep else _things(terrain, world, body, step),
        world.talks.get(body.talk),
        world.last_talk.get(agent),
        notices,
        terrain.setting,
        world.register,
    )


def _people(terrain: Terrain, world: World, body: Body, step: int, near: Iterable[str]) -> tuple[SeenPerson, ...]:
    here = body.tile(step)
    seen = []
    for name in near:
        other = world.bodies[name]
        there = other.tile(step)
        gap = distance(here, there)
        if gap <= SIGHT_RADIUS and other is not body and terrain.sight.clear(here, there):
            doing = appearance(terrain, world, other)
            seen.append(SeenPerson(other.name, doing, gap, terrain.in_earshot(here, there), other.asleep, other.talk))
    return tuple(sorted(seen, key=lambda person: (person.distance, terrain.setting.keys.rank(person.name))))


def _things(terrain: Terrain, world: World, body: Body, step: int) -> tuple[SeenThing, ...]:
    return tuple(
        SeenThing(item.address, world.state_of(item), item.state, world.shows_use(item))
        for item in terrain.sight.objects_from(body.tile(step))
    )


def _in_place(terrain: Terrain, body: Body, step: int) -> bool:
    at = body.activity.at
    if at is None or body.using == at:
        return True
    if not body.arrived:
        return False
    item = terrain.setting.objects.get(at)
    return body.tile(step) in item.stands if item else terrain.doors.inside(at, body.tile(step))
