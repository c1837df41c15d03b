"""A run that this server computes: the engine in a thread of its own, kept to a pace, taking orders between steps."""

from __future__ import annotations

import asyncio
import logging
import math
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

from townlet.engine.commands import Command
from townlet.engine.simulation import Simulation
from townlet.language.model import ModelError
from townlet.language.secrets import redact
from townlet.server.playback_clock import PlaybackClock, is_town_asleep
from townlet.server.protocol.messages import PlaybackState

Result = TypeVar("Result")

COMMIT_SECONDS = 0.25
"""Watchers see what has happened no later than this, however fast the run goes."""


@dataclass(frozen=True)
class LiveRunEnding:
    """Why a live run goes on no further."""

    why: str
    paused: bool
    """Whether it can be tried again: a model that failed, a budget that is spent."""


class LiveRun:
    """A run being computed. Its methods are for the server's event loop; `changed` is called from the run's thread."""

    def __init__(self, begin: Callable[[], Awaitable[Simulation]], days: float) -> None:
        """`begin` starts the run or goes on with one, within its thread; `days` are counted from the run's start."""
        self._begin, self.days = begin, days
        self.changed: Callable[[], None] = lambda: None
        """Called when steps have been committed, and when the pace has changed."""
        self.ending: LiveRunEnding | None = None
        self.clock: PlaybackClock
        self.simulation: Simulation
        self._loop = asyncio.new_event_loop()
        self._turn = asyncio.Lock()
        self._woken = asyncio.Event()
        self._stopping = False
        self._ready = threading.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="townlet-run", daemon=True)

    def start(self) -> None:
        """Begin. Returns once the run is there; raises whatever kept it from being."""
        self._thread.start()
        self._ready.wait()
        if self._failure:
            raise self._failure

    def stop(self) -> None:
        """End after the step that is under way; the file is closed into one piece when this returns."""
        self._stopping = True
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._woken.set)
        self._thread.join()

    @property
    def running(self) -> bool:
        """Whether the run is still in this process's hands, paused or not."""
        return self._thread.is_alive()

    @property
    def goal(self) -> int:
        """The step at which it is to end."""
        return round(self.days * self.simulation.engine.state.clock.steps_a_day)

    @property
    def pace(self) -> PlaybackState:
        clock = self.clock
        return PlaybackState(
            playing=clock.playing,
            speed=clock.speed,
            held=clock.held,
            behind=clock.behind,
            skip_sleep=clock.skip_sleep,
            thinking=self.simulation.calls_in_flight,
        )

    async def order(self, command: Command) -> int:
        """Carry out a command between two steps; the step at which it takes effect. Raises CommandRefused."""
        return await self._there(self._order(command))

    def set_pace(self, playing: bool | None, speed: float | None, skip_sleep: bool | None = None) -> None:
        """Play or pause, change the speed, and whether sleep is passed over; None leaves it."""
        self._tell_clock(lambda: self.clock.set(playing, speed, skip_sleep))

    def step_once(self) -> None:
        self._tell_clock(self.clock.step_once)

    def hold(self, who: int, seconds: float) -> None:
        """Let the clock wait while somebody types."""
        self._tell_clock(lambda: self.clock.hold(who, seconds))

    def _tell_clock(self, change: Callable[[], None]) -> None:
        def changing() -> None:
            change()
            self._woken.set()
            self.changed()

        if self.running:
            self._loop.call_soon_threadsafe(changing)

    async def _there(self, work: Coroutine[Any, Any, Result]) -> Result:
        """The result of something that is done in the run's thread."""
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))

    # In the run's thread

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._live())
        finally:
            self._loop.close()
            self._ready.set()
            self.changed()

    async def _live(self) -> None:
        beginning = asyncio.ensure_future(self._begin())
        await asyncio.wait([beginning])
        self._failure = beginning.exception()
        if self._failure:
            return
        self.simulation = beginning.result()
        self.clock = PlaybackClock(self.simulation.header.step_seconds)
        try:
            self.simulation.intend(self.days)
            self.simulation.commit()
            self._ready.set()
            await self._steps()
        except Exception as error:
            logging.getLogger(__name__).exception("The run has stopped")
            self.ending = LiveRunEnding(f"The run has stopped: {redact(str(error))}", paused=False)
        finally:
            await self.simulation.aclose()

    async def _steps(self) -> None:
        committed = time.monotonic()
        while not self._stopping and self.simulation.next_step < self.goal:
            if not await self._is_time():
                continue
            await self._step()
            if self.clock.bounded_speed or not self.clock.playing or time.monotonic() - committed > COMMIT_SECONDS:
                committed = self._commit()
        self._commit()
        if self.simulation.next_step >= self.goal:
            self.simulation.finish()
            self.ending = LiveRunEnding("The run has come to its end.", paused=False)

    async def _is_time(self) -> bool:
        """Wait for the next step, or until something has changed."""
        state = self.simulation.engine.state
        self.clock.embodied = bool(state.embodied)
        self.clock.asleep = not state.embodied and is_town_asleep([*state.world.bodies.values()])
        seconds = self.clock.wait()
        if not seconds:
            # Orders get their turn even while the run goes as fast as it computes.
            await asyncio.sleep(0)
            return not self._stopping
        if math.isinf(seconds):
            self._commit()
        self._woken.clear()
        try:
            await asyncio.wait_for(self._woken.wait(), None if math.isinf(seconds) else seconds)
        except TimeoutError:
            return True
        return False

    async def _step(self) -> None:
        async with self._turn:
            try:
                await self.simulation.step()
                self.ending = None
            except ModelError as error:
                self.clock.set(playing=False, speed=None)
                self.ending = LiveRunEnding(f"The run is paused: {redact(str(error))}", paused=True)
                self.changed()
        self.clock.stepped()

    def _commit(self) -> float:
        if not self.simulation.engine.is_mid_step:
            self.simulation.commit()
        self.changed()
        return time.monotonic()

    async def _order(self, command: Command) -> int:
        async with self._turn:
            step = self.simulation.next_step
            self.simulation.order(command)
        self._woken.set()
        return step
