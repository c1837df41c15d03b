"""Who is due to think in a step: a test on the world alone, so that everybody else costs next to nothing."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from functools import lru_cache

from townlet.runfile.events import Embodied, RunEvent
from townlet.runfile.state import RunState
from townlet.world import events as happened
from townlet.world.actions import Do
from townlet.world.sight import SIGHT_RADIUS
from townlet.world.state import Body
from townlet.world.view import appearance, odd_states_in_sight

_CELL = SIGHT_RADIUS + 1
"""Side of the square cells in which bodies are looked up, in tiles: sight reaches no further than the next cell."""


class Scheduler:
    """Keeps watch over what each person has in sight and when their activities end.

    A person is due when their activity has ended, when it is their turn to speak, when something has happened to
    them, or when a (subject, doing) or (object, state) pair has come into sight that was not there at the last look.
    """

    def __init__(self) -> None:
        self._ends: list[tuple[int, str]] = []
        self._moved: dict[str, None] = {}
        self._odd_changed = False
        self._bodies = _Cells()
        self._people: dict[str, dict[str, str]] = {}
        """For each person, what those in sight were last seen doing."""
        self._odd_objects: dict[str, frozenset[tuple[str, str]]] = {}
        """For each person, the objects in sight that were last seen in an unusual state."""
        self.walking: dict[str, None] = {}

    def observe(self, events: Iterable[RunEvent]) -> None:
        """Take in the events of a phase: whose place or doing changed, and until when they are busy."""
        for event in events:
            match event:
                case happened.Acted(agent=agent, activity=Do(until=until)):
                    self._moved[agent] = None
                    self.walking[agent] = None
                    heapq.heappush(self._ends, (until, agent))
                case happened.Arrived(agent=agent) | happened.Halted(agent=agent) | happened.Blocked(agent=agent):
                    self._moved[agent] = None
                    self.walking.pop(agent, None)
                case happened.Appeared(agent=agent):
                    self._moved[agent] = None
                    heapq.heappush(self._ends, (-1, agent))
                case happened.Departed(agent=agent):
                    self._forget(agent)
                case happened.TalkEnded(participants=participants):
                    self._moved.update(dict.fromkeys(participants))
                case happened.Said(speaker=speaker, to=to):
                    self._moved.update(dict.fromkeys((speaker, to)))
                case Embodied(agent=agent, by_person=False):
                    heapq.heappush(self._ends, (-1, agent))
                case happened.StateChanged():
                    self._odd_changed = True

    def due(self, state: RunState, step: int) -> tuple[str, ...]:
        """The people who are to think at this step, in agent order. Called once a step, replayed steps included."""
        due = self._activity_over(state, step)
        due.update(dict.fromkeys(talk.floor for talk in state.world.talks.values()))
        due.update(self._notices_something_new(state, step))
        for agent, notices in state.notices.items():
            if any(not isinstance(notice, happened.Said) for notice in notices):
                due[agent] = None
        return tuple(agent for agent in sorted(due) if agent in state.world.bodies)

    def near(self, agent: str) -> list[str]:
        """Everybody else who may be in somebody's sight at the step that `due` was last asked about."""
        return self._bodies.near(agent)

    def _activity_over(self, state: RunState, step: int) -> dict[str, None]:
        """Those whose activity has ended and who are free to begin another.

        An entry overtaken by a newer activity is dropped; whoever is given nothing to do is asked again next step.
        """
        ended: dict[str, None] = {}
        while self._ends and self._ends[0][0] <= step:
            _, agent = heapq.heappop(self._ends)
            body = state.world.bodies.get(agent)
            if body and body.activity.until <= step and agent not in state.embodied:
                ended[agent] = None
        for agent in ended:
            heapq.heappush(self._ends, (step + 1, agent))
        return {agent: None for agent in ended if not state.world.bodies[agent].talk}

    def _notices_something_new(self, state: RunState, step: int) -> dict[str, None]:
        """Those who have something in sight that they had not at the last look."""
        if self.walking:
            self._moved.update(self.walking)
        if not self._moved and not self._odd_changed:
            return {}
        bodies = state.world.bodies
        moved = [bodies[agent] for agent in sorted(self._moved) if agent in bodies]
        for body in moved:
            self._bodies.put(body.name, *body.tile(step))
        noticing: dict[str, None] = {}
        for body in moved:
            here = body.tile(step)
            for name in self._bodies.near(body.name):
                other = bodies[name]
                in_sight = state.ground.sight.sees(here, other.tile(step))
                self._update_sight(state, other, body, in_sight, noticing)
                self._update_sight(state, body, other, in_sight, noticing)
        self._update_odd_objects(state, step, list(bodies.values()) if self._odd_changed else moved, noticing)
        self._moved, self._odd_changed = {}, False
        return noticing

    def _update_sight(
        self, state: RunState, eye: Body, subject: Body, in_sight: bool, noticing: dict[str, None]
    ) -> None:
        """One person's look at another, noted if it shows anything new."""
        if eye.asleep:
            return
        seen = self._people.setdefault(eye.name, {})
        if not in_sight:
            seen.pop(subject.name, None)
            return
        doing = appearance(state.ground, state.world, subject)
        if seen.get(subject.name) != doing:
            seen[subject.name] = doing
            if not eye.talk:
                noticing[eye.name] = None

    def _update_odd_objects(self, state: RunState, step: int, eyes: Iterable[Body], noticing: dict[str, None]) -> None:
        """Everybody's look at what is in an unusual state; there is seldom anything of the kind."""
        for eye in eyes:
            if eye.asleep or not (state.world.objects or eye.name in self._odd_objects):
                continue
            odd = odd_states_in_sight(state.ground, state.world, eye, step)
            if not odd <= self._odd_objects.get(eye.name, frozenset()) and not eye.talk:
                noticing[eye.name] = None
            if odd:
                self._odd_objects[eye.name] = odd
            else:
                self._odd_objects.pop(eye.name, None)

    def _forget(self, agent: str) -> None:
        for kept in (self._people, self._odd_objects, self.walking, self._moved):
            kept.pop(agent, None)
        self._bodies.remove(agent)
        for seen in self._people.values():
            seen.pop(agent, None)


class _Cells:
    """Bodies by the square of the map that they are in."""

    def __init__(self) -> None:
        self._names: dict[tuple[int, int], dict[str, None]] = {}
        self._cell: dict[str, tuple[int, int]] = {}

    def put(self, name: str, x: int, y: int) -> None:
        cell = (x // _CELL, y // _CELL)
        if self._cell.get(name) != cell:
            self.remove(name)
            self._names.setdefault(cell, {})[name] = None
            self._cell[name] = cell

    def remove(self, name: str) -> None:
        if cell := self._cell.pop(name, None):
            del self._names[cell][name]

    def near(self, name: str) -> list[str]:
        """Everybody else in the same cell or next to it, in agent order."""
        around = _around(*self._cell[name])
        return sorted([other for cell in around for other in self._names.get(cell, ()) if other != name])


@lru_cache(maxsize=4096)
def _around(x: int, y: int) -> tuple[tuple[int, int], ...]:
    """A cell and those next to it."""
    return tuple((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
