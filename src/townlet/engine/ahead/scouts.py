"""Scouts: each person of the town lives on by themselves, as long as nobody could come into their reach.

This is a schedule and nothing else. Whether it was right is found out by the engine that steps through the whole town
(`townlet.engine.ahead.run_ahead`), so an error here costs calls and never changes a run.
"""

from __future__ import annotations

import asyncio
import heapq
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace

from townlet.engine.ahead.parts import Parts
from townlet.engine.engine import BegunStep, Engine
from townlet.memory.stream import MemoryStream
from townlet.runfile.event_log import StepLog
from townlet.runfile.events import RunEvent
from townlet.world.events import Announced
from townlet.world.reach import Reach
from townlet.world.state import World


class Scouts:
    """People who live ahead of a run, each as far as `lead` steps before the run's own step."""

    def __init__(
        self, engine: Engine, streams: Mapping[str, MemoryStream], reach: Reach, lead: int, end: int | None
    ) -> None:
        """`end` is the first step that nobody needs to live."""
        self._parts, self._reach = Parts(engine, streams), reach
        self._lead, self.end = lead, end
        self._limit = 0
        self._busy: set[str] = set()
        self._thinking: set[asyncio.Task[None]] = set()
        self._stopped: list[Exception | None] = []
        self._happened: dict[int, Counter[Hashable]] = {}

    @property
    def failed(self) -> bool:
        """Whether somebody could not think on, for want of an answer or of money."""
        return bool(self._stopped and self._stopped[0])

    def farthest(self) -> int:
        """Return the first step that nobody has lived yet."""
        return max(part.lived for part in self._parts.of.values())

    async def live(self, step: int) -> None:
        """Return when everybody has lived this step, or when they cannot live on."""
        if step + self._lead // 2 >= self._limit and not self._stopped:
            self._limit = step + self._lead if self.end is None else min(step + self._lead, self.end)
            self._live_on()
        while self._thinking and min(part.due for part in self._parts.of.values()) <= step:
            await asyncio.wait(self._thinking, return_when=asyncio.FIRST_COMPLETED)

    def differing(self, log: StepLog) -> list[str]:
        """Return who did something else in a step of the run than when they lived ahead, in agent order."""
        lived, happened = self._happened.pop(log.step, Counter()), _pieces((*log.passing, *log.actions))
        return [] if lived == happened else sorted({_whose(event) for event in (lived - happened) + (happened - lived)})

    async def stop(self) -> None:
        """Ask nothing more, and return when all answers that were asked for have come."""
        self._stopped.append(None)
        while self._thinking:
            await asyncio.wait(self._thinking)

    def _live_on(self) -> None:
        """Let everybody live on who may, until all are thinking or have to wait."""
        while not self._stopped:
            known_until = self._known_until()
            tried: set[str] = set()
            has_lived = False
            parts = self._parts.of
            for due, name in sorted((part.due, name) for name, part in parts.items() if part.due < self._limit):
                if name not in tried and name not in self._busy and known_until[name] >= due == parts[name].due:
                    group = self._group(name, due, known_until)
                    tried.update(group)
                    has_lived |= bool(group) and self._live_step(group, due)
            if not has_lived:
                return

    def _known_until(self) -> dict[str, int]:
        """Return for each person the first step at which they may do what is not known yet.

        They do so when they are due, or as soon as somebody reaches them who may do what is not known yet.
        """
        parts, limit = self._parts.of, self._limit
        until = {name: part.due for name, part in parts.items()}
        waiting = [(due, name) for name, due in until.items()]
        heapq.heapify(waiting)
        while waiting and waiting[0][0] < limit:
            step, name = heapq.heappop(waiting)
            if until[name] != step:
                continue
            here = parts[name].tile(step)
            for other, part in parts.items():
                known = until[other]
                if known <= step or part.lived >= known:
                    continue
                gap = self._reach.steps(here, part.tile(max(step, part.lived)), known - step + 1) - 1
                reached = max(part.lived, step + max(gap, 0))
                if reached < known:
                    until[other] = reached
                    heapq.heappush(waiting, (reached, other))
        return until

    def _group(self, name: str, step: int, known_until: Mapping[str, int]) -> list[str]:
        """Return everybody who may have to do with a person in a step, in agent order; nobody if they have to wait."""
        parts, steps = self._parts.of, self._reach.steps
        tiles = {other: part.tile(step) for other, part in parts.items() if part.lived <= step}
        group, found = {name}, [name]
        while found:
            here = tiles[found.pop()]
            for other, there in tiles.items():
                if other not in group and (steps(there, here, 2) <= 1 or steps(here, there, 2) <= 1):
                    group.add(other)
                    found.append(other)
        if any(other in self._busy or parts[other].due < step for other in group):
            return []
        for other in tiles.keys() - group:
            known = known_until[other]
            if known <= step:
                near = step - known + 1
                there = parts[other].tile(known)
                if any(steps(there, tiles[member], near + 1) <= near for member in group):
                    return []
        return sorted(group)

    def _live_step(self, group: list[str], step: int) -> bool:
        """Let a group live a step. Return whether they have lived it; otherwise they are thinking now."""
        engine = self._parts.engine_of(group, step, self._stopped)
        before = engine.state.world
        begun = engine.begin()
        if not begun.due:
            self._take_back(engine, before, begun.log)
            return True
        for name in group:
            self._parts.of[name].lived = self._parts.of[name].due = step
        self._busy.update(group)
        task = asyncio.create_task(self._think(engine, before, begun))
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)
        return False

    async def _think(self, engine: Engine, before: World, begun: BegunStep) -> None:
        try:
            await engine.complete(begun)
        except Exception as failure:  # noqa: BLE001 - The run meets it again when it comes to this step.
            self._stopped.append(failure)
        else:
            self._take_back(engine, before, begun.log)
            self._busy.difference_update(engine.state.world.bodies)
            self._live_on()

    def _take_back(self, engine: Engine, before: World, log: StepLog) -> None:
        self._parts.take_back(engine, before, log)
        if pieces := _pieces((*log.passing, *log.actions)):
            self._happened.setdefault(log.step, Counter()).update(pieces)


def _whose(event: Hashable) -> str:
    """Return whose event it is: who acts or speaks, or else who hears or takes part."""
    for field in ("agent", "speaker", "by"):
        if name := getattr(event, field, ""):
            return str(name)
    return ", ".join(getattr(event, "hearers", ()) or getattr(event, "participants", ()))


def _pieces(events: Iterable[RunEvent]) -> Counter[Hashable]:
    """Return what happened in a form that is the same whether people lived a step together or apart."""
    pieces: Counter[Hashable] = Counter()
    for event in events:
        if isinstance(event, Announced):
            pieces.update(replace(event, hearers=(hearer,)) for hearer in event.hearers)
        else:
            pieces[event] += 1
    return pieces
