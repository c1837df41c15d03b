"""Who is due to think in a step: a test on the world alone, so that everybody else costs next to nothing."""

from __future__ import annotations

import heapq
from collections.abc import Iterable

from townlet.engine.events import RunEvent
from townlet.engine.state import RunState
from townlet.world import events as happened
from townlet.world.events import Said
from townlet.world.sight import SIGHT_RADIUS
from townlet.world.view import pairs_in_sight

_CELL = SIGHT_RADIUS + 1
"""Side of the square cells in which bodies are looked up, in tiles: sight reaches no further than the next cell."""

Cell = tuple[int, int]


class Attention:
    """Keeps watch over what each person has in sight and when their activities end."""

    def __init__(self) -> None:
        self._pairs: dict[str, frozenset[tuple[str, str]]] = {}
        self._ends: list[tuple[int, str]] = []
        self._stirred: dict[str, None] = {}
        self._cells: dict[Cell, dict[str, None]] = {}
        self._cell_of: dict[str, Cell] = {}
        self.walking: dict[str, None] = {}

    def note(self, events: Iterable[RunEvent], state: RunState) -> None:
        """Take in the events of a phase: whose look or doing changed, and until when they are busy."""
        for event in events:
            match event:
                case happened.Acted(agent=agent, until=until):
                    self._stir(agent)
                    self.walking[agent] = None
                    heapq.heappush(self._ends, (until, agent))
                case happened.Arrived(agent=agent) | happened.Halted(agent=agent) | happened.Blocked(agent=agent):
                    self._stir(agent)
                    self.walking.pop(agent, None)
                case happened.Appeared(agent=agent):
                    self._stir(agent)
                    heapq.heappush(self._ends, (-1, agent))
                case happened.Departed(agent=agent):
                    self._forget(agent)
                case happened.TalkEnded(participants=participants):
                    for agent in participants:
                        self._stir(agent)
                case Said(speaker=speaker, to=to):
                    self._stir(speaker)
                    self._stir(to)
                case happened.StateChanged():
                    self._stir_all(state)

    def due(self, state: RunState, step: int) -> tuple[str, ...]:
        """The people who are to think at this step, in agent order. Called once a step, replayed steps included."""
        due = self._done(state, step)
        due.update(dict.fromkeys(talk.floor for talk in state.world.talks.values()))
        for agent in self._with_changed_sight(state, step):
            due[agent] = None
        for agent, notices in state.notices.items():
            if any(not isinstance(notice, Said) for notice in notices):
                due[agent] = None
        return tuple(agent for agent in sorted(due) if agent in state.world.bodies)

    def _done(self, state: RunState, step: int) -> dict[str, None]:
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

    def _with_changed_sight(self, state: RunState, step: int) -> list[str]:
        """Those who have something in sight that they had not at the last look."""
        for agent in self.walking:
            self._stir(agent)
        for agent in self._stirred:
            self._place(agent, state, step)
        due = []
        for agent in sorted(self._onlookers()):
            body = state.world.bodies[agent]
            if body.asleep:
                continue
            pairs = pairs_in_sight(state.ground, state.world, body, step)
            before = self._pairs.get(agent, frozenset())
            self._pairs[agent] = pairs
            if not pairs <= before and not body.talk:
                due.append(agent)
        self._stirred = {}
        return due

    def _onlookers(self) -> set[str]:
        """Everybody in or next to a cell in which somebody stirred."""
        cells = {self._cell_of[agent] for agent in self._stirred if agent in self._cell_of}
        near = {(x + dx, y + dy) for x, y in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        return {agent for cell in near for agent in self._cells.get(cell, ())}

    def _place(self, agent: str, state: RunState, step: int) -> None:
        body = state.world.bodies.get(agent)
        if body is None:
            return
        x, y = body.tile(step)
        cell = (x // _CELL, y // _CELL)
        before = self._cell_of.get(agent)
        if cell != before:
            if before is not None:
                del self._cells[before][agent]
            self._cells.setdefault(cell, {})[agent] = None
            self._cell_of[agent] = cell

    def _stir(self, agent: str) -> None:
        self._stirred[agent] = None

    def _stir_all(self, state: RunState) -> None:
        self._stirred.update(dict.fromkeys(state.world.bodies))

    def _forget(self, agent: str) -> None:
        self._pairs.pop(agent, None)
        self.walking.pop(agent, None)
        cell = self._cell_of.pop(agent, None)
        if cell is not None:
            del self._cells[cell][agent]
