"""Running ahead of a run: scouts ask for replies before the run needs them.

The engine stays the only writer and goes through the whole town step by step, as it always does. Where it would ask a
model, it finds the reply in the call log if somebody who lived ahead has asked the same already. So a run is the same
whether anybody lived ahead or not, even if they did so wrongly; then only the calls were for nothing.
"""

from __future__ import annotations

import asyncio
import time

from townlet.engine.ahead.pay_off import PayOff
from townlet.engine.ahead.scouts import Scouts
from townlet.engine.calls.gateway import SLOTS_PER_CONCURRENT_CALL
from townlet.engine.engine import Engine
from townlet.runfile.event_log import StepLog
from townlet.world.reach import Reach

LEAD_STEPS = 360
"""How far somebody may live ahead of the run: an hour. A command makes what is ahead of it useless."""

MOST_ERRORS = 8
"""After so many errors of the scouts, the run goes on without them."""


class RunAhead:
    """Keeps scouts ahead of an engine, and begins anew where they went wrong."""

    def __init__(self, engine: Engine, lead: int = LEAD_STEPS, *, guess: bool = False, at_a_loss: bool = False) -> None:
        """With `guess`, free calls are used for guesses, a few of which are for nothing. With `at_a_loss`, people think
        ahead even if that is slower."""
        policy = engine.gateway.policy
        self.pay_off = PayOff(policy.slots.number // SLOTS_PER_CONCURRENT_CALL, policy.reply_seconds)
        self._at_a_loss, self._ready_at, self._first = at_a_loss, 0.0, engine.next_step
        self._loss = ""
        self._engine, self._lead, self._guess = engine, lead, guess
        self._reach = Reach(engine.state.terrain, len(engine.state.world.bodies))
        self._scouts: Scouts | None = None
        self._outdated = False
        self._resting_until = 0
        self.end: int | None = None
        """The first step that need not be lived; None if the run's end is not known."""
        self.errors: list[tuple[int, list[str]]] = []
        """The steps at which the run went another way than its scouts, without a command, and whose way it was."""
        self.begun = 0
        """How often scouts set out."""

    @property
    def lead(self) -> int:
        """How many steps the one who is farthest has lived ahead of the run."""
        return max(0, self._scouts.farthest() - self._engine.next_step) if self._scouts else 0

    @property
    def latest(self) -> int:
        """The latest step that somebody ahead thinks about now; 0 if nobody does."""
        return self._scouts.latest() if self._scouts else 0

    @property
    def why_given_up(self) -> str:
        """Why the run goes on without scouts; empty while it has them."""
        if len(self.errors) < MOST_ERRORS:
            return self._loss
        step, names = self.errors[0]
        return (
            f"Nobody thinks ahead any more, because people did something else when they thought again, first "
            f"{' and '.join(names)} at step {step}. A faculty must depend on nothing but what it is given: no clock, "
            "no random numbers of its own."
        )

    def forget(self) -> None:
        """Note that the state has changed by a command, so that those who live ahead have to begin anew."""
        self._outdated = self._scouts is not None

    async def prepare(self) -> None:
        """Have everybody live the engine's next step ahead of it, as far as that is possible."""
        began, worked = asyncio.get_running_loop().time(), time.thread_time()
        await self._prepare()
        self.pay_off.computing += time.thread_time() - worked
        self._ready_at = asyncio.get_running_loop().time()
        self.pay_off.ahead += self._ready_at - began

    async def _prepare(self) -> None:
        engine, step = self._engine, self._engine.next_step
        if self._scouts and (self._outdated or self._scouts.failed or self._scouts.end != self.end):
            if self._scouts.failed:
                self._resting_until = self._scouts.farthest()
            await self.stop()
        if self.why_given_up or step < self._resting_until or engine.state.embodied or engine.state.visitors:
            await self.stop()
            return
        if self._scouts is None:
            streams = {name: await engine.stream_of(name) for name in engine.state.agents}
            self._scouts = Scouts(
                engine, streams, self._reach, self._lead, self.end, pay_off=self.pay_off, guess=self._guess
            )
            self.begun += 1
        await self._scouts.live(step)

    def check(self, log: StepLog) -> None:
        """Compare a step of the run with what its scouts have lived, and see whether they are worth it."""
        self.pay_off.note_step(log.step, asyncio.get_running_loop().time() - self._ready_at)
        if (log.step + 1 - self._first) % self._lead == 0 and self.pay_off.is_a_loss and not self._at_a_loss:
            self._loss = (
                "Nobody thinks ahead any more, because replies come so fast that it took longer than waiting for them. "
                "--ahead keeps people ahead nevertheless, and --no-ahead saves the attempt."
            )
        if not self._scouts or self._outdated or self._scouts.failed:
            return
        if names := self._scouts.differing(log):
            self.errors.append((log.step, names))
            self._outdated = True

    async def stop(self) -> None:
        """Stop living ahead, and return when all answers that were asked for have come."""
        if self._scouts:
            await self._scouts.stop()
        self._scouts, self._outdated = None, False
