"""Applying events to the world (event sourcing): the only place where the world changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from townlet.world.address import Address
from townlet.world.events import (
    Acted,
    Announced,
    Appeared,
    Arrived,
    Blocked,
    Departed,
    Halted,
    Left,
    Said,
    StateChanged,
    SteppedAside,
    TalkEnded,
    Told,
    Whispered,
    WorldEvent,
)
from townlet.world.setting import Tile
from townlet.world.state import IDLE, Body, ObjectCondition, Talk, Utterance, World


def evolve(world: World, events: Iterable[WorldEvent], step: int) -> World:
    """Return the world after the events of one step, applied in order."""
    draft = WorldDraft(world)
    for event in events:
        draft.apply(event, step)
    return draft.world()


class WorldDraft:
    """A mutable copy of a world, to which events are applied. The original stays as it is."""

    def __init__(self, world: World) -> None:
        self.bodies = dict(world.bodies)
        self.objects = dict(world.objects)
        self.users = dict(world.users)
        self.talks = dict(world.talks)
        self.last_talk = dict(world.last_talk)
        self.register = world.register

    def world(self) -> World:
        return World(self.bodies, self.objects, self.users, self.talks, self.last_talk, self.register)

    def apply(self, event: WorldEvent, step: int) -> None:
        match event:
            case Appeared(agent, tile, pronoun):
                self.bodies[agent] = Body(agent, (tile,), step, replace(IDLE, until=step))
                self.register = self.register.with_person(agent, pronoun)
            case Departed(agent):
                self._release(agent)
                del self.bodies[agent]
                self.register = self.register.without(agent)
            case Acted():
                self._act(event, step)
            case Arrived(agent, tile, using):
                self._arrive(agent, tile, using, step)
            case Halted(agent, tile) | Blocked(agent=agent, tile=tile):
                self._halt(agent, tile, step)
            case SteppedAside(agent, path):
                self.bodies[agent] = replace(self.bodies[agent], path=path, departed=step, arrived=False)
            case StateChanged(address, state, by):
                self.objects[address] = ObjectCondition(state, by)
            case Said():
                self._say(event, step)
            case TalkEnded(talk, participants):
                self._end(talk, participants)
            case Left() | Announced() | Whispered() | Told():
                pass

    def _act(self, event: Acted, step: int) -> None:
        self._release(event.agent)
        self.bodies[event.agent] = replace(
            self.bodies[event.agent], path=event.path, departed=step, activity=event.activity, arrived=False
        )

    def _arrive(self, agent: str, tile: Tile, using: Address | None, step: int) -> None:
        body = replace(self.bodies[agent], path=(tile,), departed=step, arrived=True, using=using)
        self.bodies[agent] = body
        if using:
            self.users[using] = (*self.users.get(using, ()), agent)
            if self.objects.get(using, ObjectCondition("")).by and body.activity.object_state:
                del self.objects[using]

    def _halt(self, agent: str, tile: Tile, step: int) -> None:
        """Stop a person on a tile. A person who is stopped on the way to bed is awake."""
        body = self.bodies[agent]
        activity = body.activity if body.arrived else replace(body.activity, asleep=False)
        self.bodies[agent] = replace(body, path=(tile,), departed=step, arrived=True, activity=activity)

    def _say(self, event: Said, step: int) -> None:
        line = Utterance(event.speaker, event.to, event.text, step, event.leave, event.hearers)
        talk = self.talks.get(event.talk) or Talk(event.talk, (event.speaker, event.to))
        self.talks[event.talk] = replace(talk, lines=(*talk.lines, line))
        for agent in talk.participants:
            if self.bodies[agent].talk != event.talk:
                self.bodies[agent] = replace(self.bodies[agent], talk=event.talk)

    def _end(self, talk: str, participants: tuple[str, ...]) -> None:
        ended = self.talks.pop(talk)
        for agent in participants:
            if agent in self.bodies:
                self.last_talk[agent] = ended
                self.bodies[agent] = replace(self.bodies[agent], talk="")

    def _release(self, agent: str) -> None:
        body = self.bodies[agent]
        if body.using:
            left = tuple(user for user in self.users[body.using] if user != agent)
            self.users[body.using] = left
            if not left:
                del self.users[body.using]
            self.bodies[agent] = replace(body, using=None)
