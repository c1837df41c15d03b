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
from townlet.engine.ahead.parts import NEVER, Part, PartEngine, Parts
from townlet.engine.ahead.pay_off import PayOff
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
        pay_off: PayOff,
        guess: bool = False,
    ) -> None:
        """`end` is the first step that nobody needs to live. With `guess`, free calls are used for guesses."""
        self._pay_off = pay_off
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
            self._people.changed.update(range(len(self._people.names)))
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
        people, has_lived = self._people, False
        while not self._stopped:
            tried: set[int] = set()
            free = (people.due < self._limit) & (people.until >= people.due) & ~people.busy & (people.held_by < 0)
            for due, who in sorted((int(people.due[who]), int(who)) for who in np.flatnonzero(free)):
                if who not in tried and due == people.due[who]:
                    group = self._group(who, due)
                    tried.update(group)
                    has_lived |= bool(group) and self._live_step(group, due)
            if not has_lived and not people.changed:
                self._guess()
                return
            if not has_lived:
                self._see_anew()
            has_lived = False

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

    def _see_anew(self) -> None:
        """Find until when is known what people do, after some of them have lived on.

        They do what is not known yet when they are due, or as soon as somebody reaches them who may do it. Only those
        are asked anew who have lived on, or whom somebody reaches first who has.
        """
        people = self._people
        asked = people.followers(people.changed)
        people.changed.clear()
        before = people.until[asked]
        people.until[asked], people.reached_by[asked] = people.due[asked], -1
        settled = np.ones(len(people.names), np.bool_)
        settled[asked] = False
        for who in map(int, np.flatnonzero(~settled)):
            self._may_be_reached(who, settled)
        waiting = [(int(people.until[who]), int(who)) for who in np.flatnonzero(~settled)]
        heapq.heapify(waiting)
        while waiting:
            step, who = heapq.heappop(waiting)
            if settled[who] or people.until[who] != step:
                continue
            settled[who] = True
            if step < self._limit:
                for other in self._reaches(who, ~settled):
                    heapq.heappush(waiting, (int(people.until[other]), other))
        for who in map(int, np.flatnonzero(asked)[people.until[asked] != before]):
            people.release(who)

    def _may_be_reached(self, who: int, by: NDArray[np.bool_]) -> None:
        """Take note if some of these people reach somebody sooner than is known."""
        people, lived = self._people, int(self._people.lived[who])
        if people.due[who] <= lived:
            return
        least = np.maximum(lived, people.until + np.maximum(people.gaps(who, self._reach.radius) - 1, 0))
        sooner = np.flatnonzero(by & (least < min(int(people.until[who]), self._limit)))
        for other in map(int, sooner[np.argsort(least[sooner], kind="stable")]):
            if least[other] >= people.until[who]:
                return
            self._note_reach(other, who)

    def _reaches(self, who: int, others: NDArray[np.bool_]) -> list[int]:
        """Return whom of the others somebody reaches sooner than was known, and take note of it."""
        people, step = self._people, int(self._people.until[who])
        least = np.maximum(people.lived, step + np.maximum(people.gaps(who, self._reach.radius) - 1, 0))
        sooner = np.flatnonzero(others & (people.lived < people.until) & (least < people.until))
        return [other for other in map(int, sooner) if self._note_reach(who, other)]

    def _note_reach(self, who: int, other: int) -> bool:
        """Return whether somebody reaches another sooner than was known, and take note of it."""
        people = self._people
        step, known, lived = int(people.until[who]), int(people.until[other]), int(people.lived[other])
        gap = self._reach.steps(people.tile(who), people.tile(other), known - step + 1) - 1
        reached = max(lived, step + max(gap, 0))
        if reached >= known:
            return False
        people.until[other], people.reached_by[other] = reached, who
        return True

    def _group(self, who: int, step: int) -> list[int]:
        """Return everybody who may have to do with a person in a step; nobody if they have to wait for somebody."""
        people, steps, radius = self._people, self._reach.steps, self._reach.radius
        members = self._near(who, step)
        for member in members:
            if people.busy[member] or people.due[member] < step:
                people.hold(who, member)
                return []
        near = step - people.until + 1
        unknown = (people.lived <= step) & (near > 0)
        unknown[members] = False
        for member in members:
            here = people.tile(member)
            for other in map(int, np.flatnonzero(unknown & (people.gaps(member, radius) <= near))):
                if steps(people.tile(other), here, int(near[other]) + 1) <= near[other]:
                    people.hold(who, other)
                    return []
        return members

    def _near(self, who: int, step: int) -> list[int]:
        """Return everybody who may have to do with a person in a step, as far as is known where they are."""
        people, steps, radius = self._people, self._reach.steps, self._reach.radius
        present = people.lived <= step
        group, found = {who}, [who]
        while found:
            member = found.pop()
            here = people.tile(member)
            for other in map(int, np.flatnonzero(present & (people.gaps(member, radius) <= 1))):
                there = people.tile(other)
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

    async def _think(self, engine: PartEngine, before: World, begun: BegunStep) -> None:
        if self._guesses:
            await self._guesses.answered(engine.state.world.bodies, begun.log.step)
        try:
            await engine.complete(begun)
        except Exception as failure:  # noqa: BLE001 - The run meets it again when it comes to this step.
            self._stopped.append(failure)
        else:
            self._pay_off.note_turns(begun.log.step, engine.questions)
            self._take_back(engine, before, begun.log)
            self._live_on()

    def _take_back(self, engine: Engine, before: World, log: StepLog) -> None:
        self._parts.take_back(engine, before, log)
        for name in engine.state.world.bodies:
            self._people.put(self._parts.of[name])
        if pieces := _pieces((*log.passing, *log.actions)):
            self._happened.setdefault(log.step, Counter()).update(pieces)


class _People:
    """Where everybody is and how far they have lived, in arrays by person.

    Whoever walks is due at every step, so everybody stays where they are until they are due.
    """

    def __init__(self, parts: Collection[Part]) -> None:
        count = len(parts)
        self.names = [part.body.name for part in parts]
        self._number = {name: who for who, name in enumerate(self.names)}
        self.lived, self.due, self.until, self._x, self._y = (np.zeros(count, np.int64) for _ in range(5))
        self.reached_by, self.held_by = (np.full(count, -1) for _ in range(2))
        self.busy = np.zeros(count, np.bool_)
        self.changed: set[int] = set()
        """Whoever has lived on since it was found out until when is known what people do."""
        for part in parts:
            self.put(part)

    def put(self, part: Part) -> None:
        """Take note of how far a person has lived."""
        who = self._number[part.body.name]
        self.lived[who], self.due[who], self.busy[who] = part.lived, min(part.due, NEVER), False
        self.until[who], self.reached_by[who] = part.lived, -1
        self._x[who], self._y[who] = part.body.tile(part.lived)
        self.changed.add(who)
        self.release(who)

    def begin(self, who: int, step: int) -> None:
        """Take note that a person begins to think in a step."""
        self.lived[who] = self.due[who] = self.until[who] = step
        self.busy[who] = True

    def tile(self, who: int) -> Tile:
        return int(self._x[who]), int(self._y[who])

    def gaps(self, who: int, radius: int) -> Steps:
        """Return for each person a lower bound of the steps between them and a square around a person."""
        across, down = np.abs(self._x - self._x[who]) - radius, np.abs(self._y - self._y[who]) - radius
        gaps: Steps = np.maximum(across, 0) + np.maximum(down, 0)
        return gaps

    def followers(self, who: Collection[int]) -> NDArray[np.bool_]:
        """Return who these people are or reach first, or who is reached first by those, and so on."""
        found = np.zeros(len(self.names) + 1, np.bool_)
        found[[*who]] = True
        those: NDArray[np.bool_] = found[:-1]
        while (more := found[self.reached_by] & ~those).any():
            those |= more
        return those

    def hold(self, who: int, by: int) -> None:
        """Let somebody wait until somebody else has lived on, or has more time until they may do what is not known."""
        self.held_by[who] = by

    def release(self, by: int) -> None:
        """Let everybody go on who waits for somebody."""
        self.held_by[self.held_by == by] = -1


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
