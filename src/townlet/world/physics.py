"""Physics: what happens in a step without a decision. People walk and arrive, places close, silent talks end."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from townlet.world.actions import Do
from townlet.world.address import Address
from townlet.world.clock import Clock
from townlet.world.doors import Doors
from townlet.world.events import (
    Acted,
    Announced,
    Arrived,
    Blocked,
    Halted,
    StateChanged,
    SteppedAside,
    TalkEnded,
    WorldEvent,
)
from townlet.world.evolve import WorldDraft
from townlet.world.paths import Grid
from townlet.world.setting import LEAVING_MINUTES, MINUTES_A_DAY, Norms, Setting, Tile
from townlet.world.sight import EARSHOT_RADIUS, SIGHT_RADIUS, Sight, distance
from townlet.world.state import Body, World

NOTICE_MINUTES = 10
"""Minutes before closing time at which the guests of a place hear that it closes."""

SILENCE_STEPS = 6
"""Steps without an answer after which a talk is over: a minute at ten seconds per step."""

NEAR_BY = 8
"""Tiles within which somebody who finds a tile taken looks for another, as far as they see; our choice."""


@dataclass(frozen=True)
class Terrain:
    """Everything that the rules of the world need besides its state; made once per town."""

    setting: Setting
    clock: Clock
    grid: Grid
    sight: Sight
    doors: Doors
    floors: Mapping[Address, tuple[Tile, ...]]

    @classmethod
    def of(cls, setting: Setting, clock: Clock) -> Terrain:
        grid = Grid(setting.tiles)
        return cls(setting, clock, grid, Sight(setting), Doors(setting), _floors(setting, grid))

    def in_earshot(self, a: Tile, b: Tile) -> bool:
        """Return whether people on two tiles can speak to each other: in sight of one another, and near or in the same
        room."""
        room = self.doors.place_at(a)
        same = room is not None and room == self.doors.place_at(b)
        return self.sight.sees(a, b, SIGHT_RADIUS if same else EARSHOT_RADIUS)

    def floor_of(self, place: Address) -> tuple[Tile, ...]:
        """Return the walkable tiles of a place, row by row; none for an unknown place."""
        return self.floors.get(place, ())


def _floors(setting: Setting, grid: Grid) -> dict[Address, tuple[Tile, ...]]:
    floors: dict[Address, list[Tile]] = {}
    for tile in sorted(setting.tiles.arena_of, key=lambda tile: (tile[1], tile[0])):
        if grid.walkable(tile) and tile not in setting.tiles.doors:
            for place in setting.tiles.arena_of[tile].ancestors():
                floors.setdefault(place, []).append(tile)
    return {place: tuple(tiles) for place, tiles in floors.items()}


def pass_step(terrain: Terrain, world: World, step: int, walking: tuple[str, ...] | None = None) -> list[WorldEvent]:
    """Return what happens at the start of a step, before anybody acts.

    `walking` names the people who may be on their way, in agent order; by default everybody is checked.
    """
    passing = _Passing(terrain, world, step)
    passing.walk(tuple(terrain.setting.keys.order(world.bodies)) if walking is None else walking)
    passing.finish_lasting_work()
    passing.close_places()
    passing.end_silent_talks()
    return passing.events


class Happenings:
    """What happens in a step, one event after another. Each changes the draft before the next is determined."""

    def __init__(self, terrain: Terrain, world: World, step: int) -> None:
        self.terrain, self.draft, self.step = terrain, WorldDraft(world), step
        self.events: list[WorldEvent] = []

    def happen(self, event: WorldEvent) -> None:
        self.draft.apply(event, self.step)
        self.events.append(event)


class _Passing(Happenings):
    """What happens without a decision."""

    def __init__(self, terrain: Terrain, world: World, step: int) -> None:
        super().__init__(terrain, world, step)
        self.minute = terrain.clock.minute(step)

    def walk(self, walking: tuple[str, ...]) -> None:
        for agent in walking:
            body = self.draft.bodies[agent]
            if not body.arrived:
                self._walk_on(body)

    def _walk_on(self, body: Body) -> None:
        there = body.tile(self.step)
        here = body.tile(self.step - 1) if self.step > body.departed else there
        obstacle = None
        if here != there:
            obstacle = self.terrain.doors.obstacle(body.name, here, there, self.minute, self.draft.bodies, self.step)
        if obstacle:
            self.happen(Blocked(body.name, body.activity.at, obstacle, here))
            self._step_aside(body.name)
        elif self.step >= body.arrives and not self._step_aside(body.name):
            # Who walks in a talk only stepped aside for it, and has not come to what they were going to do.
            arrived = Arrived(body.name, there, self._usable(body, there))
            self.happen(Halted(body.name, there) if body.talk else arrived)

    def _step_aside(self, agent: str) -> bool:
        path = way_aside(self.terrain, self.draft.bodies, agent, self.step)
        if path:
            self.happen(SteppedAside(agent, path))
        return path is not None

    def _usable(self, body: Body, tile: Tile) -> Address | None:
        item = self.terrain.setting.objects.get(body.activity.at) if body.activity.at else None
        if item and tile in item.stands and len(self.draft.users.get(item.address, ())) < item.capacity:
            return item.address
        return None

    def finish_lasting_work(self) -> None:
        """Set the states that activities leave behind when they end, such as a stove that was put out."""
        done = [
            StateChanged(address, activity.object_state, agent)
            for address, users in self.draft.users.items()
            for agent in users
            if (activity := self.draft.bodies[agent].activity).until == self.step
            and activity.keep_state
            and activity.object_state
        ]
        for change in sorted(done, key=lambda change: self.terrain.setting.keys.place(change.address)):
            self.happen(change)

    def close_places(self) -> None:
        if self.step % self.terrain.clock.steps(1):
            return
        for address, norms, hours in self.terrain.doors.timed:
            left = (hours.closes - self.minute) % MINUTES_A_DAY
            if left == NOTICE_MINUTES:
                self._announce(address, self._guests(address, norms))
            elif left <= LEAVING_MINUTES or left >= MINUTES_A_DAY - LEAVING_MINUTES:
                for guest in self._guests(address, norms):
                    self._show_out(guest, address)

    def _announce(self, address: Address, guests: list[str]) -> None:
        if guests:
            text = f"{address.name} closes in {NOTICE_MINUTES} minutes."
            self.happen(Announced(address, text, tuple(guests)))

    def _guests(self, address: Address, norms: Norms) -> list[str]:
        """Return the people who are inside and awake and are not keepers, in agent order."""
        bodies, inside = self.draft.bodies, self.terrain.doors.inside
        return [
            name
            for name in self.terrain.setting.keys.order(bodies)
            if inside(address, bodies[name].tile(self.step)) and name not in norms.keepers and not bodies[name].asleep
        ]

    def _show_out(self, guest: str, address: Address) -> None:
        body = self.draft.bodies[guest]
        if body.talk:
            self.happen(TalkEnded(body.talk, self.draft.talks[body.talk].participants))
        if not body.arrived and not self.terrain.doors.inside(address, body.path[-1]):
            return
        path = self.terrain.grid.path(body.tile(self.step), self.terrain.doors.exits(address))
        if path:
            doing = f"leaving {address.name} as it closes"
            out = Do(doing, self.step + len(path), why="it is closing time", emoji="🚪")
            self.happen(Acted(guest, path, out))

    def end_silent_talks(self) -> None:
        for talk in list(self.draft.talks.values()):
            if self.step - talk.lines[-1].step > SILENCE_STEPS:
                self.happen(TalkEnded(talk.id, talk.participants))


def way_aside(
    terrain: Terrain, bodies: Mapping[str, Body], agent: str, step: int, partner: str = ""
) -> tuple[Tile, ...] | None:
    """Return the way from where a person has come to rest to a free tile near by; None if they may or have to stay.

    Nobody stays in a doorway, or on a tile where somebody else rests. Free tiles at the object that the person wants
    to use come first, then those in the same room. Somebody in a talk stays in earshot of their `partner`.
    """
    here, doors = bodies[agent].tile(step), terrain.doors
    taken = {other.path[-1] for other in bodies.values() if other.name != agent and other.arrives <= step}
    if here not in taken and here not in terrain.setting.tiles.doors:
        return None
    minute = terrain.clock.minute(step)
    listener = bodies[partner].tile(step) if partner else None

    def is_free(tile: Tile) -> bool:
        return (
            distance(here, tile) <= NEAR_BY
            and tile not in taken
            and tile not in terrain.setting.tiles.doors
            and (listener is None or terrain.in_earshot(tile, listener))
            and doors.obstacle(agent, here, tile, minute, bodies, step) is None
        )

    shut = tuple(doors.closed_to(agent, here, minute))
    for tiles in _choices(terrain, bodies[agent], here):
        path = terrain.grid.path(here, [tile for tile in tiles if is_free(tile)], shut)
        if path and len(path) <= 2 * NEAR_BY:
            return path
    return None


def _choices(terrain: Terrain, body: Body, here: Tile) -> Iterator[Collection[Tile]]:
    """Yield the tiles near by on which a person can stay, the best first."""
    item = terrain.setting.objects.get(body.activity.at) if body.activity.at else None
    if item and here in item.stands:
        yield item.stands
    if room := terrain.doors.place_at(here):
        yield terrain.floor_of(room)
    (x, y), near_by = here, range(-NEAR_BY, NEAR_BY + 1)
    around = ((x + across, y + down) for down in near_by for across in near_by)
    yield [tile for tile in around if terrain.grid.walkable(tile)]
