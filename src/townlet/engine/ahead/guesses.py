"""Guesses: people who have to wait think meanwhile what they would think if nobody reached them."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from townlet.engine.calls.gateway import SLOTS_PER_CONCURRENT_CALL
from townlet.engine.engine import BegunStep, Engine
from townlet.language.limits import PrioritySemaphore


class Guesses:
    """What people think before it is known what they will see; each step of a person is guessed once.

    A guess leaves behind replies in the call log and nothing else. They are found there if the same is asked when the
    time has come.
    """

    def __init__(self, slots: PrioritySemaphore) -> None:
        """`slots` are those of the run's calls."""
        self._slots, self._most = slots, slots.number // SLOTS_PER_CONCURRENT_CALL
        self._made: set[tuple[str, int]] = set()
        self._under_way: dict[tuple[str, int], asyncio.Task[None]] = {}

    def has_room(self, thinking: int) -> bool:
        """Return whether a call is free while so many groups of people think about what they know."""
        return max(self._slots.in_use, thinking + len(self._under_way)) < self._most

    def is_made(self, name: str, step: int) -> bool:
        return (name, step) in self._made

    def make(self, name: str, engine: Engine) -> None:
        """Have somebody think about a step. `engine` has them and everybody near, on copies."""
        turn = name, engine.next_step
        self._made.add(turn)
        try:
            begun = engine.begin()
        except Exception:  # noqa: BLE001 - What went wrong here may be right in the run.
            self._most = 0
            return
        if name in begun.due:
            self._under_way[turn] = asyncio.create_task(self._think(engine, begun._replace(due=(name,))))
            self._under_way[turn].add_done_callback(lambda _: self._under_way.pop(turn))

    async def answered(self, names: Collection[str], step: int) -> None:
        """Return when these people's guesses of a step have ended."""
        await self._end([turn for turn in self._under_way if turn[1] == step and turn[0] in names])

    async def settled(self, step: int) -> None:
        """Return when all guesses of a step and of earlier ones have ended: the run is about to complete it."""
        await self._end([turn for turn in self._under_way if turn[1] <= step])

    async def stop(self) -> None:
        """Make no more guesses, and return when all answers that were asked for have come."""
        self._most = 0
        await self._end([*self._under_way])

    async def _end(self, turns: Collection[tuple[str, int]]) -> None:
        if turns:
            await asyncio.wait([self._under_way[turn] for turn in turns])

    async def _think(self, engine: Engine, begun: BegunStep) -> None:
        try:
            await engine.complete(begun)
        except Exception:  # noqa: BLE001 - Whoever really comes to this step meets the failure again.
            self._most = 0
