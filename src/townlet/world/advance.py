"""Turning actions into events: the world checks each action and resolves conflicts in agent order."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace

from townlet.world.actions import Action, Do, Leave, Move, Say
from townlet.world.address import Address
from townlet.world.events import Acted, Blocked, Halted, Left, Said, SteppedAside, TalkEnded, WorldEvent
from townlet.world.physics import Happenings, Terrain, way_aside
from townlet.world.setting import Tile
from townlet.world.sight import OVERHEARING_RADIUS
from townlet.world.state import Body, Talk, World


def advance(
    terrain: Terrain, world: World, actions: Mapping[str, Action], step: int, stood: int | None = None
) -> list[WorldEvent]:
    """Return the events that the actions of one step lead to. An action that the world does not allow has none.

    `stood` is the step up to which walks have been carried out; by default `step` itself.
    """
    if not actions:
        return []
    acting = _Acting(terrain, world, step, step if stood is None else stood)
    floor = {talk.floor for talk in world.talks.values()}
    for agent in sorted(terrain.setting.keys.order(actions), key=lambda name: name not in floor):
        if agent in acting.draft.bodies:
            acting.act(agent, actions[agent])
    return acting.events


class _Acting(Happenings):
    """What the actions of one step lead to."""

    def __init__(self, terrain: Terrain, world: World, step: int, stood: int) -> None:
        super().__init__(terrain, world, step)
        self._stood = stood
        self._floors = {talk.id: talk.floor for talk in world.talks.values()}
        """Who had the floor in each talk when the agents decided what to say."""

    def act(self, agent: str, action: Action) -> None:
        match action:
            case Do():
                self._do(agent, action)
            case Move(to):
                self._move(agent, to)
            case Say():
                self._say(agent, action)
            case Leave():
                self._leave(agent)

    def _do(self, agent: str, action: Do) -> None:
        body = self.draft.bodies[agent]
        if body.talk:
            return
        here = body.tile(self._stood)
        path = self._way(agent, here, self._goals(agent, here, action.at))
        if path is None:
            shut = self.terrain.grid.path(here, self._all_goals(action.at)) is not None
            self.happen(Blocked(agent, action.at, "closed" if shut else "no way", here))
            self._step_aside(agent)
            return
        until = max(action.until, self.step + 1, self._lasting_until(action, path))
        self.happen(Acted(agent, path, replace(action, until=until)))

    def _lasting_until(self, action: Do, path: tuple[Tile, ...]) -> int:
        """Return the earliest end of an activity with a lasting result, which includes the walk to it."""
        return self.step + len(path) + self.terrain.clock.steps(1) if action.keep_state else 0

    def _move(self, agent: str, to: Tile) -> None:
        self._leave(agent)
        here = self.draft.bodies[agent].tile(self._stood)
        path = self._way(agent, here, (to,))
        if path is None:
            self.happen(Blocked(agent, None, "no way", here))
            self._step_aside(agent)
        else:
            self.happen(Acted(agent, path, Do("walking about", self.step + len(path), emoji="🚶")))

    def _way(self, agent: str, here: Tile, goals: tuple[Tile, ...]) -> tuple[Tile, ...] | None:
        if here in goals:
            return (here,)
        shut = self.terrain.doors.closed_to(agent, here, self.terrain.clock.minute(self.step))
        return self.terrain.grid.path(here, goals, tuple(shut))

    def _goals(self, agent: str, here: Tile, at: Address | None) -> tuple[Tile, ...]:
        """Return the tiles to stand on: those at an object that look free, the agent's own spot in a room, or `here`.

        Nobody knows where people out of sight are heading, so two may head for one tile.
        """
        if at is None:
            return (here,)
        if item := self.terrain.setting.objects.get(at):
            sees, step = self.terrain.sight.sees, self._stood
            others = (body for body in self.draft.bodies.values() if body.name != agent)
            taken = {body.path[-1] for body in others if sees(here, body.tile(step))}
            return tuple(tile for tile in item.stands if tile not in taken) or item.stands
        if self.terrain.doors.inside(at, here):
            return (here,)
        spots = self._all_goals(at)
        return (spots[self._spread(agent, at) % len(spots)],) if spots else ()

    def _spread(self, agent: str, at: Address) -> int:
        """Return a hash of the person and the place, which spreads people over a room."""
        keys = self.terrain.setting.keys
        written = f"{keys.of(agent)}|{keys.in_text(str(at))}"
        return int.from_bytes(hashlib.blake2b(written.encode(), digest_size=4).digest(), "big")

    def _all_goals(self, at: Address | None) -> tuple[Tile, ...]:
        if at is None:
            return ()
        if item := self.terrain.setting.objects.get(at):
            return item.stands
        return self.terrain.floor_of(at)

    def _say(self, agent: str, action: Say) -> None:
        body = self.draft.bodies[agent]
        if body.talk and self._floors.get(body.talk) == agent:
            self._answer(body, self.draft.talks[body.talk], action)
        elif not body.talk and self._can_open(body, action.to):
            for name in (agent, action.to):
                self._stand_still(self.draft.bodies[name])
            self._utter(body, f"{self.step}-{agent}", action)
            for name, other in ((agent, action.to), (action.to, agent)):
                self._step_aside(name, other)

    def _answer(self, body: Body, talk: Talk, action: Say) -> None:
        if action.to == body.name or action.to not in talk.participants:
            return
        closing = talk.closing
        self._utter(body, talk.id, action)
        if closing:
            self.happen(TalkEnded(talk.id, talk.participants))

    def _can_open(self, body: Body, to: str) -> bool:
        other = self.draft.bodies.get(to)
        if other is None or other.talk or other.asleep or to == body.name:
            return False
        here, there = body.tile(self._stood), other.tile(self._stood)
        return self.terrain.in_earshot(here, there)

    def _stand_still(self, body: Body) -> None:
        if not body.arrived:
            self.happen(Halted(body.name, body.tile(self._stood)))

    def _step_aside(self, agent: str, partner: str = "") -> None:
        if path := way_aside(self.terrain, self.draft.bodies, agent, self._stood, partner):
            self.happen(SteppedAside(agent, path))

    def _utter(self, body: Body, talk: str, action: Say) -> None:
        here = body.tile(self._stood)
        hearers = tuple(
            name
            for name in self.terrain.setting.keys.order(self.draft.bodies)
            if name not in (body.name, action.to) and self._hears(self.draft.bodies[name], here)
        )
        number = len(self.draft.talks[talk].lines) if talk in self.draft.talks else 0
        self.happen(Said(talk, body.name, action.to, action.text, action.leave, hearers, number))

    def _hears(self, body: Body, here: Tile) -> bool:
        there = body.tile(self._stood)
        return not body.asleep and not body.talk and self.terrain.sight.sees(there, here, OVERHEARING_RADIUS)

    def _leave(self, agent: str) -> None:
        body = self.draft.bodies[agent]
        if body.talk:
            talk = self.draft.talks[body.talk]
            self.happen(Left(talk.id, agent))
            self.happen(TalkEnded(talk.id, talk.participants))
