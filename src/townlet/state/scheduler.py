"""The scheduler: decides which agents think in a step.

It looks at the world alone, so an agent with nothing to do costs almost nothing. Its state follows from the event log,
like everything else that a run resumes from.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from functools import lru_cache
from typing import Any

from townlet.state.events import Embodied, HandedOver, Joined, MindChanged, MoveAsked, RunEvent, Shown, TookIn
from townlet.state.run_state import RunState
from townlet.world import events as happened
from townlet.world.actions import Do
from townlet.world.address import Address
from townlet.world.sight import SIGHT_RADIUS
from townlet.world.state import Body
from townlet.world.view import appearance, odd_states_in_sight

_CELL = SIGHT_RADIUS + 1
"""Side of a lookup cell, in tiles. Sight is shorter, so it reaches no further than the neighbouring cells."""


_SHARED = {"shared": True}
"""Marks what a scheduler keeps that is nobody's own. All else that it keeps is in entries with an agent's name."""


@dataclass(frozen=True)
class SchedulerState:
    """What a scheduler keeps between two steps; equal schedulers have equal states."""

    ends: tuple[tuple[int, str], ...] = ()
    moved: tuple[str, ...] = ()
    changed_objects: tuple[Address, ...] = field(default=(), metadata=_SHARED)
    cells: tuple[tuple[str, tuple[int, int]], ...] = ()
    people: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    odd_objects: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    walking: tuple[str, ...] = ()

    def of(self, agent: str) -> SchedulerState:
        """Return what concerns one agent."""
        return SchedulerState(**{part.name: self._of(part, agent) for part in fields(self)})

    def _of(self, part: Field[Any], agent: str) -> Any:
        kept = getattr(self, part.name)
        if part.metadata.get("shared"):
            return kept
        if isinstance(kept, Mapping):
            return {agent: kept[agent]} if agent in kept else {}
        return tuple(entry for entry in kept if entry == agent or (isinstance(entry, tuple) and agent in entry))

    @classmethod
    def together(cls, states: Sequence[SchedulerState]) -> SchedulerState:
        """Return what concerns several agents, from what concerns each."""
        return cls(**{part.name: _joined([getattr(state, part.name) for state in states]) for part in fields(cls)})


def _joined(kept: Sequence[Any]) -> Any:
    if isinstance(kept[0], Mapping):
        return {key: value for each in kept for key, value in each.items()}
    return tuple(sorted({entry for each in kept for entry in each}))


class Scheduler:
    """Keep track of when each agent's activity ends and of what each agent has in sight.

    An agent is due when its activity has ended, when it is its turn to speak, when something has happened to it, or
    when a (subject, doing) or (object, state) pair has come into sight since the last step.
    """

    def __init__(self) -> None:
        self._ends: list[tuple[int, str]] = []
        """A heap of the steps at which activities end, each with its agent."""
        self._moved: dict[str, None] = {}
        """Agents whose place or doing has changed since sight was last updated (a dict used as an ordered set)."""
        self._changed_objects: dict[Address, None] = {}
        """Objects whose state has changed since sight was last updated."""
        self._bodies = _Cells()
        self._people: dict[str, dict[str, str]] = {}
        """For each agent, what everybody in sight was last seen doing."""
        self._odd_objects: dict[str, frozenset[tuple[str, str]]] = {}
        """For each agent, the (object, state) pairs in sight that are unusual."""
        self.walking: dict[str, None] = {}

    def restore(self, state: SchedulerState) -> None:
        """Go on from a state; for a new scheduler."""
        self._ends = [*state.ends]  # A sorted list is a heap.
        self._moved = dict.fromkeys(state.moved)
        self._changed_objects = dict.fromkeys(state.changed_objects)
        for name, cell in state.cells:
            self._bodies.put_in(name, cell)
        self._people = {name: dict(seen) for name, seen in state.people.items()}
        self._odd_objects = {name: frozenset(odd) for name, odd in state.odd_objects.items()}
        self.walking = dict.fromkeys(state.walking)

    @property
    def state(self) -> SchedulerState:
        """What the scheduler has to remember until the next step."""
        return SchedulerState(
            ends=tuple(sorted(self._ends)),
            moved=tuple(sorted(self._moved)),
            changed_objects=tuple(sorted(self._changed_objects)),
            cells=self._bodies.cells,
            people=self._people,
            odd_objects={name: tuple(sorted(odd)) for name, odd in self._odd_objects.items()},
            walking=tuple(sorted(self.walking)),
        )

    def observe(self, events: Iterable[RunEvent]) -> None:
        """Take note of the events of a phase: who moved or does something else, and when activities end."""
        for event in events:
            match event:
                case happened.Acted(agent=agent, activity=Do(until=until)):
                    self._moved[agent] = None
                    self.walking[agent] = None
                    heapq.heappush(self._ends, (until, agent))
                case happened.SteppedAside(agent=agent):
                    self._moved[agent] = None
                    self.walking[agent] = None
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
                case happened.StateChanged(address=address):
                    self._changed_objects[address] = None
                case (
                    happened.Announced()
                    | happened.Whispered()
                    | happened.Told()
                    | happened.Left()
                    | Joined()
                    | Embodied()
                    | HandedOver()
                    | MoveAsked()
                    | MindChanged()
                    | Shown()
                    | TookIn()
                ):
                    pass  # The first three leave notices, and `due` looks at these. TalkEnded follows Left.

    def due(self, state: RunState, step: int) -> tuple[str, ...]:
        """Return the agents that think at this step, in agent order. Call it once per step, also in a replay.

        In a town whose world is outside, these are the agents whom its host asks, and nobody else.
        """
        if state.town.hosted:
            return tuple(sorted(state.asked))
        due = self._with_ended_activity(state, step)
        due.update(dict.fromkeys(talk.floor for talk in state.world.talks.values()))
        due.update(self._with_something_new_in_sight(state, step))
        for agent, notices in state.notices.items():
            if any(not isinstance(notice, happened.Said) for notice in notices):
                due[agent] = None
        return tuple(agent for agent in state.terrain.setting.keys.order(due) if agent in state.world.bodies)

    def near(self, agent: str) -> list[str]:
        """Return everybody who may be in an agent's sight, as of the step of the last call of `due`."""
        return self._bodies.near(agent)

    def _with_ended_activity(self, state: RunState, step: int) -> dict[str, None]:
        """Return the agents whose activity has ended and who are not in a talk.

        An entry of an activity that a newer one replaced is dropped. An agent without a new activity is due again at
        the next step.
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

    def _with_something_new_in_sight(self, state: RunState, step: int) -> dict[str, None]:
        """Return the agents that have something in sight which was not there at the last step."""
        # Who is on the way stands on another tile at each step, and no event says so.
        if self.walking:
            self._moved.update(self.walking)
        # Two who both stay as they are can't come into each other's sight, so a town at rest costs nothing.
        if not self._moved and not self._changed_objects:
            return {}
        bodies = state.world.bodies
        moved = [bodies[agent] for agent in state.terrain.setting.keys.order(self._moved) if agent in bodies]
        for body in moved:
            self._bodies.put(body.name, *body.tile(step))
        # All are put in their places first: otherwise it would matter in which order two people walk up to each other.
        noticing: dict[str, None] = {}
        for body in moved:
            here = body.tile(step)
            for name in self._bodies.near(body.name):
                other = bodies[name]
                in_sight = state.terrain.sight.sees(here, other.tile(step))
                self._update_sight(state, other, body, in_sight, noticing)
                self._update_sight(state, body, other, in_sight, noticing)
        self._update_odd_objects(state, step, [*moved, *self._onlookers(state, step)], noticing)
        self._moved, self._changed_objects = {}, {}
        return noticing

    def _onlookers(self, state: RunState, step: int) -> Iterator[Body]:
        """Yield everybody who has an object in sight whose state has changed."""
        if self._changed_objects:
            for body in state.world.bodies.values():
                in_sight = state.terrain.sight.objects_from(body.tile(step))
                if any(item.address in self._changed_objects for item in in_sight):
                    yield body

    def _update_sight(
        self, state: RunState, observer: Body, subject: Body, in_sight: bool, noticing: dict[str, None]
    ) -> None:
        """Update what one agent sees of another, and add the observer to `noticing` if that is new."""
        seen = self._people.setdefault(observer.name, {})
        if not in_sight:
            seen.pop(subject.name, None)
            return
        # What comes while somebody sleeps is not noted as seen, so that it is new to them when they wake up.
        if observer.asleep:
            return
        doing = appearance(state.terrain, state.world, subject)
        if seen.get(subject.name) != doing:
            seen[subject.name] = doing
            # Who talks has it noted and is not made due: they look around when it is their turn to speak.
            if not observer.talk:
                noticing[observer.name] = None

    def _update_odd_objects(
        self, state: RunState, step: int, observers: Iterable[Body], noticing: dict[str, None]
    ) -> None:
        """Update which objects in unusual states the observers see. There seldom are any."""
        for observer in observers:
            if observer.asleep or not (state.world.objects or observer.name in self._odd_objects):
                continue
            odd = odd_states_in_sight(state.terrain, state.world, observer, step)
            if not odd <= self._odd_objects.get(observer.name, frozenset()) and not observer.talk:
                noticing[observer.name] = None
            if odd:
                self._odd_objects[observer.name] = odd
            else:
                self._odd_objects.pop(observer.name, None)

    def _forget(self, agent: str) -> None:
        for kept in (self._people, self._odd_objects, self.walking, self._moved):
            kept.pop(agent, None)
        self._bodies.remove(agent)
        for seen in self._people.values():
            seen.pop(agent, None)


class _Cells:
    """A spatial index: bodies by the square cell of the map that they stand in."""

    def __init__(self) -> None:
        self._names: dict[tuple[int, int], dict[str, None]] = {}
        self._cell: dict[str, tuple[int, int]] = {}

    @property
    def cells(self) -> tuple[tuple[str, tuple[int, int]], ...]:
        """Everybody's cell, sorted by name."""
        return tuple(sorted(self._cell.items()))

    def put(self, name: str, x: int, y: int) -> None:
        self.put_in(name, (x // _CELL, y // _CELL))

    def put_in(self, name: str, cell: tuple[int, int]) -> None:
        if self._cell.get(name) != cell:
            self.remove(name)
            self._names.setdefault(cell, {})[name] = None
            self._cell[name] = cell

    def remove(self, name: str) -> None:
        if cell := self._cell.pop(name, None):
            del self._names[cell][name]

    def near(self, name: str) -> list[str]:
        """Return everybody else in the same cell or a neighbouring one, in order of names."""
        around = _around(*self._cell[name])
        return sorted([other for cell in around for other in self._names.get(cell, ()) if other != name])


@lru_cache(maxsize=4096)
def _around(x: int, y: int) -> tuple[tuple[int, int], ...]:
    """Return a cell and its eight neighbours."""
    return tuple((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
