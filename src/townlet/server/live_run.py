"""A live run: the engine in its own thread, throttled by the playback clock, accepting commands between steps."""

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
from townlet.runfile import RunFileError
from townlet.server.errors import ActionRefused
from townlet.server.playback_clock import PlaybackClock, is_town_asleep, is_town_up
from townlet.server.protocol.messages import PlaybackState

Result = TypeVar("Result")

COMMIT_SECONDS = 0.25
"""Viewers see new steps after at most this time, however fast the run is computed."""

EXTENSION_DAYS = 1.0
"""Game days by which a fork outlasts the moment at which it branches off, and a finished run is extended."""

LONGEST_NIGHT_HOURS = 12
"""Game hours after which a new run goes at its usual pace even if most people still sleep."""


@dataclass(frozen=True)
class LiveRunEnding:
    """The reason why a live run has stopped."""

    why: str
    paused: bool
    """Whether it can be continued: a model has failed or the budget is spent."""


_OVER = "The run has ended."


async def _let_others_finish() -> None:
    """Wait until every other task of this event loop has ended."""
    await asyncio.sleep(0)
    while others := asyncio.all_tasks() - {asyncio.current_task()}:
        await asyncio.wait(others)


class LiveRun:
    """A run that is computed in a thread. Call its methods from the server's event loop."""

    def __init__(
        self,
        begin: Callable[[], Awaitable[Simulation]],
        days: float,
        *,
        skip_first_night: bool = False,
        paused: bool = False,
    ) -> None:
        """`begin` starts or resumes the simulation, in the run's thread; `days` count from the run's start.

        `skip_first_night`: compute a new run as fast as possible until most people are up. `paused`: compute nothing
        until somebody plays or advances the run.
        """
        self._skip_first_night, self._paused = skip_first_night, paused
        self._begin, self.days = begin, days
        self.changed: Callable[[], None] = lambda: None
        """Called from the run's thread when steps have been committed or the playback state has changed."""
        self.ending: LiveRunEnding | None = None
        self.attended: frozenset[str] = frozenset()
        """The bodies whose viewers are there; the clock goes slowly for these only."""
        self.clock: PlaybackClock
        self.simulation: Simulation
        self._loop = asyncio.new_event_loop()
        self._turn = asyncio.Lock()
        self._woken = asyncio.Event()
        self._waiting: list[tuple[int, asyncio.Future[None]]] = []
        """The clients that wait until the run has come to a step."""
        self._stopping = self._over = False
        self._door = threading.Lock()
        """Held while the server's thread calls into the run's thread, and while that thread ends."""
        self._ready = threading.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="townlet-run", daemon=True)

    def start(self) -> None:
        """Start the thread and wait until the simulation is ready. Raises whatever prevented that."""
        self._thread.start()
        self._ready.wait()
        if self._failure:
            raise self._failure

    def stop(self) -> None:
        """Stop after the current step. When this returns, the run file is closed and its write-ahead log merged."""
        self._stopping = True
        with self._door:
            if not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._woken.set)
        self._thread.join()

    @property
    def running(self) -> bool:
        """Whether the thread still owns the run, paused or not."""
        return self._thread.is_alive()

    @property
    def goal(self) -> int:
        """The step at which the run ends."""
        return round(self.days * self.simulation.engine.state.clock.steps_a_day)

    @property
    def playback(self) -> PlaybackState:
        state = PlaybackState.model_validate(self.clock, from_attributes=True)
        return state.model_copy(update={"thinking": self.simulation.calls_in_flight})

    async def submit(self, command: Command) -> int:
        """Carry out a command between two steps; return the step at which it takes effect. Raises CommandRefused."""
        return await self._in_run_thread(self._submit(command))

    def set_playback(self, playing: bool | None, speed: float | None, skip_sleep: bool | None = None) -> None:
        """Play or pause, set the speed, and set whether to skip sleep; None leaves a setting as it is."""
        self._change_clock(lambda: self.clock.set(playing, speed, skip_sleep))

    async def advance(self, steps: int) -> None:
        """Pause, and compute this many steps; return when they have been computed.

        Raises ActionRefused if the run stops before, or somebody plays or pauses it.
        """
        await self._in_run_thread(self._advance(steps))

    def hold(self, who: int, seconds: float) -> None:
        """Make the clock wait `seconds` while viewer `who` types; 0 releases it."""
        self._change_clock(lambda: self.clock.hold(who, seconds))

    def _change_clock(self, change: Callable[[], None]) -> None:
        def changing() -> None:
            change()
            self._woken.set()
            self._answer_waiting()
            self.changed()

        with self._door:
            if not self._loop.is_closed():
                self._loop.call_soon_threadsafe(changing)

    async def _in_run_thread(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Run a coroutine in the run's thread and return its result. Raises ActionRefused if the run has ended."""
        with self._door:
            if self._loop.is_closed():
                work.close()
                raise ActionRefused(_OVER)
            called = asyncio.run_coroutine_threadsafe(work, self._loop)
        return await asyncio.wrap_future(called)

    # In the run's thread

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._run_simulation())
        finally:
            self._over = True
            with self._door:
                self._loop.run_until_complete(_let_others_finish())
                self._loop.close()
            self._ready.set()
            self.changed()

    async def _run_simulation(self) -> None:
        beginning = asyncio.ensure_future(self._begin())
        await asyncio.wait([beginning])
        self._failure = beginning.exception()
        if self._failure:
            return
        self.simulation = beginning.result()
        self.clock = PlaybackClock(self.simulation.header.step_seconds)
        self.clock.playing = not self._paused
        self.clock.before_waking = self._skip_first_night and self.simulation.next_step == 0
        try:
            self.simulation.intend(self.days)
            self.simulation.commit()
            self._ready.set()
            await self._run_steps()
        except Exception as error:
            # A full disk or a damaged file is told in one line; anything else is a bug.
            traced = not isinstance(error, RunFileError)
            logging.getLogger(__name__).error("The run has stopped: %s", redact(str(error)), exc_info=traced)
            self.ending = LiveRunEnding(f"The run has stopped: {redact(str(error))}", paused=False)
        finally:
            self._over = True
            self.clock.set(playing=False, speed=None)
            self._answer_waiting()
            await self.simulation.aclose()

    async def _run_steps(self) -> None:
        self.simulation.end_at(self.goal)
        committed = time.monotonic()
        while not self._stopping and self.simulation.next_step < self.goal:
            if not await self._wait_until_due():
                continue
            await self._run_step()
            hurried = self.clock.single_steps or (self.clock.playing and not self.clock.bounded_speed)
            if not hurried or time.monotonic() - committed > COMMIT_SECONDS:
                committed = self._commit()
            self._answer_waiting()
        self._commit()
        if self.simulation.next_step >= self.goal:
            self.simulation.finish()
            self.ending = LiveRunEnding("The run has reached its end.", paused=False)

    async def _wait_until_due(self) -> bool:
        """Wait until the next step is due and return True; return False early if the clock's settings changed."""
        state = self.simulation.engine.state
        self.clock.embodied = not self.attended.isdisjoint(state.embodied)
        residents = [body for name, body in state.world.bodies.items() if name not in state.embodied]
        self.clock.asleep = is_town_asleep(residents)
        # Everybody is awake in the first moments, before they have acted.
        if self.clock.before_waking and self.simulation.next_step >= state.clock.steps(15):
            slept_long = self.simulation.next_step >= state.clock.steps(LONGEST_NIGHT_HOURS * 60)
            self.clock.before_waking = not (self.clock.embodied or slept_long or is_town_up(residents))
        seconds = self.clock.wait()
        if not seconds:
            # Lets commands in even at unlimited speed, where nothing else is awaited between steps.
            await asyncio.sleep(0)
            return not self._stopping
        self._woken.clear()
        if math.isinf(seconds):
            self._commit()
            # While the town is paused, nobody thinks ahead of it at the user's expense.
            await self.simulation.settle()
        try:
            await asyncio.wait_for(self._woken.wait(), None if math.isinf(seconds) else seconds)
        except TimeoutError:
            return True
        return False

    async def _run_step(self) -> None:
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

    async def _submit(self, command: Command) -> int:
        async with self._turn:
            if self._over:
                raise ActionRefused(_OVER)
            step = self.simulation.next_step
            self.simulation.order(command)
        self._woken.set()
        return step

    async def _advance(self, steps: int) -> None:
        # A step that is being computed now is none of these.
        async with self._turn:
            if self._over:
                raise ActionRefused(_OVER)
            self.clock.advance(steps)
            until = self.simulation.next_step + self.clock.single_steps
        lived = self._loop.create_future()
        self._waiting.append((until, lived))
        self._woken.set()
        self.changed()
        await lived

    def _answer_waiting(self) -> None:
        """Answer the clients whose step has been computed, or will not be computed any more."""
        waiting, self._waiting = self._waiting, []
        for until, lived in waiting:
            left = until - self.simulation.next_step
            if left > 0 and self.clock.single_steps:
                self._waiting.append((until, lived))
            elif lived.done():
                continue
            elif left > 0:
                why = self.ending.why if self.ending else "Somebody played or paused the run."
                lived.set_exception(ActionRefused(f"The run has stopped {left} steps early: {why}"))
            else:
                lived.set_result(None)
