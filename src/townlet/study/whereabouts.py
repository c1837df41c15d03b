"""Where everybody was at each step, and what they were at: worked out from the events of bodies."""

from __future__ import annotations

from dataclasses import replace

from townlet.study.traces import Spell, Stay
from townlet.world.address import Address
from townlet.world.doors import Doors
from townlet.world.events import Acted, Appeared, Arrived, Blocked, Departed, Halted
from townlet.world.setting import Tile

Bodily = Appeared | Departed | Acted | Arrived | Halted | Blocked


class _Body:
    """One body on its way: the walk it is on, and the place it has been in since when."""

    def __init__(self, tile: Tile, place: Address | None, step: int) -> None:
        self.path: tuple[Tile, ...] = (tile,)
        self.departed = step
        self.followed = step
        self.place = place
        self.since = step

    def tile(self, step: int) -> Tile:
        return self.path[min(step - self.departed, len(self.path) - 1)]


class Whereabouts:
    """Follows the bodies of a town. Give it their events in order, then close it at the end of the run."""

    def __init__(self, doors: Doors) -> None:
        self._doors = doors
        self._bodies: dict[str, _Body] = {}
        self._at: dict[str, Spell] = {}
        self.stays: list[Stay] = []
        self.spells: list[Spell] = []

    def note(self, event: Bodily, step: int) -> None:
        match event:
            case Appeared(agent, tile):
                self._bodies[agent] = _Body(tile, self._doors.place_at(tile), step)
            case Departed(agent):
                self._leave(agent, step)
            case Acted(agent=agent, path=path):
                self._walk(agent, path, step)
                self._begin(event, step)
            case Arrived(agent, tile, using):
                self._walk(agent, (tile,), step)
                if agent in self._at:
                    self._at[agent] = replace(self._at[agent], arrived=step, using=using)
            case Halted(agent, tile) | Blocked(agent=agent, tile=tile):
                self._walk(agent, (tile,), step)

    def close(self, step: int) -> None:
        """End everything that was still going on; `step` is the first after the run."""
        for agent in tuple(self._bodies):
            self._leave(agent, step)

    def _leave(self, agent: str, step: int) -> None:
        self._follow(agent, step - 1)
        body = self._bodies.pop(agent)
        self._stayed(agent, body, step)
        if spell := self._at.pop(agent, None):
            self.spells.append(replace(spell, end=step))

    def _walk(self, agent: str, path: tuple[Tile, ...], step: int) -> None:
        self._follow(agent, step - 1)
        body = self._bodies[agent]
        body.path, body.departed = path, step
        self._enter(agent, body, step)
        body.followed = step

    def _follow(self, agent: str, until: int) -> None:
        """Walk along the path up to and including a step."""
        body = self._bodies[agent]
        last = min(until, body.departed + len(body.path) - 1)
        for step in range(body.followed + 1, last + 1):
            self._enter(agent, body, step)
        body.followed = max(body.followed, until)

    def _enter(self, agent: str, body: _Body, step: int) -> None:
        place = self._doors.place_at(body.tile(step))
        if place != body.place:
            self._stayed(agent, body, step)
            body.place, body.since = place, step

    def _stayed(self, agent: str, body: _Body, end: int) -> None:
        if end > body.since:
            self.stays.append(Stay(agent, body.place, body.since, end))

    def _begin(self, event: Acted, step: int) -> None:
        if before := self._at.get(event.agent):
            self.spells.append(replace(before, end=step))
        activity = event.activity
        self._at[event.agent] = Spell(event.agent, activity.doing, activity.at, activity.asleep, step, step)
