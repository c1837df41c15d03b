"""Scouts: each person of the town lives on by themselves, as long as nobody could come into their reach.

This is a schedule and nothing else. Whether it was right is found out by the engine that steps through the whole town
(`townlet.engine.ahead.run_ahead`), so an error here costs calls and never changes a run.
"""

from __future__ import annotations

import asyncio
import heapq
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from townlet.engine.ahead.guesses import Guesses
from townlet.engine.ahead.parts import NEVER, Part, Parts
from townlet.engine.engine import BegunStep, Engine
from townlet.memory.stream import MemoryStream
from townlet.runfile.event_log import StepLog
from townlet.state.events import RunEvent
from townlet.world.events import Announced
from townlet.world.reach import Reach
from townlet.world.setting import Tile
from townlet.world.state import World

Steps = NDArray[np.int64]
"""A step or a number of steps for each person."""


class Scouts:
    """People who live ahead of a run, each as far as `lead` steps before the run's own step."""

    def __init__(
        self,
        engine: Engine,
        streams: Mapping[str, MemoryStream],
        reach: Reach,
        lead: int,
        end: int | None,
        *,
        guess: bool = False,
    ) -> None:
        """`end` is the first step that nobody needs to live. With `guess`, free calls are used for guesses."""
        self._parts, self._reach = Parts(engine, streams), reach
        self._lead, self.end = lead, end
        self._limit = 0
        self._people = _People(self._parts.of.values())
        self._thinking: set[asyncio.Task[None]] = set()
        self._guesses = Guesses(engine.gateway.policy.slots) if guess else None
        self._stopped: list[Exception | None] = []
        self._happened: dict[int, Counter[Hashable]] = {}

    @property
    def failed(self) -> bool:
        """Whether somebody could not think on, for want of an answer or of money."""
        return bool(self._stopped and self._stopped[0])

    def farthest(self) -> int:
        """Return the first step that nobody has lived yet."""
        return int(self._people.lived.max())

    def latest(self) -> int:
        """Return the latest step that somebody thinks about now; 0 if nobody does."""
        thinking = self._people.lived[self._people.busy]
        return int(thinking.max(initial=0))

    async def live(self, step: int) -> None:
        """Return when everybody has lived this step, or when they cannot live on."""
        if step + self._lead // 2 >= self._limit and not self._stopped:
            self._limit = step + self._lead if self.end is None else min(step + self._lead, self.end)
            self._live_on()
        while self._thinking and self._people.due.min() <= step:
            await asyncio.wait(self._thinking, return_when=asyncio.FIRST_COMPLETED)
        if self._guesses:
            await self._guesses.settled(step)

    def differing(self, log: StepLog) -> list[str]:
        """Return who did something else in a step of the run than when they lived ahead, in agent order."""
        lived, happened = self._happened.pop(log.step, Counter()), _pieces((*log.passing, *log.actions))
        return [] if lived == happened else sorted({_whose(event) for event in (lived - happened) + (happened - lived)})

    async def stop(self) -> None:
        """Ask nothing more, and return when all answers that were asked for have come."""
        self._stopped.append(None)
        while self._thinking:
            await asyncio.wait(self._thinking)
        if self._guesses:
            await self._guesses.stop()

    def _live_on(self) -> None:
        """Let everybody live on who may, until all are thinking or have to wait."""
        people = self._people
        while not self._stopped:
            known_until = self._known_until()
            tried: set[int] = set()
            has_lived = False
            waiting = [int(who) for who in np.flatnonzero(people.due < self._limit)]
            for due, who in sorted((int(people.due[who]), who) for who in waiting):
                if who not in tried and not people.busy[who] and known_until[who] >= due == people.due[who]:
                    group = self._group(who, due, known_until)
                    tried.update(group)
                    has_lived |= bool(group) and self._live_step(group, due)
            if not has_lived:
                self._guess()
                return

    def _guess(self) -> None:
        """Let those who have to wait think what they would think if nobody reached them, as long as calls are free."""
        people, guesses = self._people, self._guesses
        if guesses is None:
            return
        waiting = [(int(people.due[who]), int(who)) for who in np.flatnonzero(people.due < self._limit)]
        for step, who in sorted(waiting):
            if not guesses.has_room(len(self._thinking)):
                return
            if not people.busy[who] and not guesses.is_made(people.names[who], step):
                near = [people.names[other] for other in self._near(who, step)]
                guesses.make(people.names[who], self._parts.engine_of(near, step, self._stopped))

    def _known_until(self) -> Steps:
        """Return for each person the first step at which they may do what is not known yet.

        They do so when they are due, or as soon as somebody reaches them who may do what is not known yet.
        """
        people, steps = self._people, self._reach.steps
        until = people.due.copy()
        waiting = [(int(until[who]), int(who)) for who in np.flatnonzero(until < self._limit)]
        heapq.heapify(waiting)
        while waiting and waiting[0][0] < self._limit:
            step, who = heapq.heappop(waiting)
            if until[who] != step:
                continue
            here = people.tile(who, step)
            gaps = people.steps_to(self._reach.box(here), step)
            may_be_reached = (until > step) & (people.lived < until) & (gaps <= until - step)
            for other in map(int, np.flatnonzero(may_be_reached)):
                known, lived = int(until[other]), int(people.lived[other])
                gap = steps(here, people.tile(other, max(step, lived)), known - step + 1) - 1
                reached = max(lived, step + max(gap, 0))
                if reached < known:
                    until[other] = reached
                    heapq.heappush(waiting, (reached, other))
        return until

    def _group(self, who: int, step: int, known_until: Steps) -> list[int]:
        """Return everybody who may have to do with a person in a step; nobody if they have to wait."""
        people, steps = self._people, self._reach.steps
        members = self._near(who, step)
        if any(people.busy[member] or people.due[member] < step for member in members):
            return []
        present = people.lived <= step
        near = step - known_until + 1
        unknown = present & (near > 0)
        unknown[members] = False
        for member in members:
            here = people.tile(member, step)
            for other in map(int, np.flatnonzero(unknown & (people.steps_to(self._reach.box(here), step) <= near))):
                there = people.tile(other, int(known_until[other]))
                if steps(there, here, int(near[other]) + 1) <= near[other]:
                    return []
        return members

    def _near(self, who: int, step: int) -> list[int]:
        """Return everybody who may have to do with a person in a step, as far as is known where they are."""
        people, steps, radius = self._people, self._reach.steps, self._reach.radius
        present = people.lived <= step
        group, found = {who}, [who]
        while found:
            x, y = here = people.tile(found.pop(), step)
            gaps = people.steps_to((x - radius, y - radius, x + radius, y + radius), step)
            for other in map(int, np.flatnonzero(present & (gaps <= 1))):
                there = people.tile(other, step)
                if other not in group and (steps(there, here, 2) <= 1 or steps(here, there, 2) <= 1):
                    group.add(other)
                    found.append(other)
        return sorted(group)

    def _live_step(self, group: list[int], step: int) -> bool:
        """Let a group live a step. Return whether they have lived it; otherwise they are thinking now."""
        engine = self._parts.engine_of([self._people.names[who] for who in group], step, self._stopped)
        before = engine.state.world
        try:
            begun = engine.begin()
        except Exception as failure:  # noqa: BLE001 - What went wrong here may be right in the run.
            self._stopped.append(failure)
            return False
        if not begun.due:
            self._take_back(engine, before, begun.log)
            return True
        for who in group:
            self._people.begin(who, step)
        task = asyncio.create_task(self._think(engine, before, begun))
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)
        return False

    async def _think(self, engine: Engine, before: World, begun: BegunStep) -> None:
        if self._guesses:
            await self._guesses.answered(engine.state.world.bodies, begun.log.step)
        try:
            await engine.complete(begun)
        except Exception as failure:  # noqa: BLE001 - The run meets it again when it comes to this step.
            self._stopped.append(failure)
        else:
            self._take_back(engine, before, begun.log)
            self._live_on()

    def _take_back(self, engine: Engine, before: World, log: StepLog) -> None:
        self._parts.take_back(engine, before, log)
        for name in engine.state.world.bodies:
            self._people.put(self._parts.of[name])
        if pieces := _pieces((*log.passing, *log.actions)):
            self._happened.setdefault(log.step, Counter()).update(pieces)


class _People:
    """Where everybody is and how far they have lived, in arrays by person."""

    def __init__(self, parts: Collection[Part]) -> None:
        count = len(parts)
        self.names = [part.body.name for part in parts]
        self._number = {name: who for who, name in enumerate(self.names)}
        self._bodies = [part.body for part in parts]
        self.lived, self.due, self._x, self._y = (np.zeros(count, np.int64) for _ in range(4))
        self._walking, self.busy = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
        for part in parts:
            self.put(part)

    def put(self, part: Part) -> None:
        """Take note of how far a person has lived."""
        who = self._number[part.body.name]
        self._bodies[who], self.lived[who], self.due[who] = part.body, part.lived, min(part.due, NEVER)
        self._x[who], self._y[who] = part.body.tile(part.lived)
        self._walking[who], self.busy[who] = len(part.body.path) > 1, False

    def begin(self, who: int, step: int) -> None:
        """Take note that a person begins to think in a step."""
        self.lived[who] = self.due[who] = step
        self._x[who], self._y[who] = self._bodies[who].tile(step)
        self.busy[who] = True

    def tile(self, who: int, step: int) -> Tile:
        return self._bodies[who].tile(step)

    def steps_to(self, box: tuple[int, int, int, int], step: int) -> Steps:
        """Return for each person a lower bound of their steps to a rectangle, from where they are up to some step."""
        left, top, right, bottom = box
        across = np.maximum(np.maximum(left - self._x, self._x - right), 0)
        down = np.maximum(np.maximum(top - self._y, self._y - bottom), 0)
        walked = np.where(self._walking, np.maximum(step - self.lived, 0), 0)
        return across + down - walked


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
