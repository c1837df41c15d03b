"""What the server shows: a run, who computes it, and everybody who watches."""

from __future__ import annotations

import asyncio
import logging
from contextlib import AsyncExitStack, suppress
from importlib.metadata import version
from pathlib import Path
from typing import Literal

from townlet.engine.calls.budget import UsageTotals
from townlet.language.embedder import Embedder
from townlet.runfile import RunFileError, is_owned
from townlet.runfile.config import config_of
from townlet.runfile.files import open_reader
from townlet.server.broadcast import BroadcastHub, BroadcastSubscriber
from townlet.server.live_run import LiveRun, LiveRunEnding
from townlet.server.protocol.messages import (
    HelloMessage,
    PlaybackMessage,
    PlaybackState,
    SessionInfo,
    SpendingMessage,
    StepsMessage,
    StoppedMessage,
)
from townlet.server.read_model import RunReadModel
from townlet.server.resources import MemoizingEmbedder, ServerResources
from townlet.server.timeline_markers import find_opening_step

SessionMode = Literal["live", "replay", "following"]


class RunSession:
    """The run that is being watched, and its audience. Belongs to the server's event loop."""

    def __init__(
        self, path: Path, means: ServerResources | None = None, live: LiveRun | None = None, end: int | None = None
    ) -> None:
        """`live` computes the run; without it, the run is replayed or followed, up to step `end` if one is given.

        Raises RunFileError.
        """
        self.means = means or ServerResources()
        self.hub = BroadcastHub()
        self.acting = asyncio.Lock()
        """Held by whoever changes which run is shown."""
        self.loop: asyncio.AbstractEventLoop | None = None
        """The server's, once it stands."""
        self._woken = asyncio.Event()
        self.show(path, live, end)

    def show(self, path: Path, live: LiveRun | None, end: int | None = None) -> None:
        """Show this run from now on; everybody is greeted anew. Raises RunFileError."""
        self.watching, self.live = RunReadModel(path, end), live
        self.told_until = self.watching.until
        """What happened before this step has been told to everybody."""
        self._owned = live is None and is_owned(path)
        self._opening = (-1, 0)
        self._open = AsyncExitStack()
        self._meaning: MemoizingEmbedder | None = None
        self._told: tuple[SessionMode, PlaybackState | None, LiveRunEnding | None, UsageTotals] = (
            self.mode,
            None,
            None,
            UsageTotals(),
        )
        if live:
            live.changed = self.wake
        self.greet()

    @property
    def mode(self) -> SessionMode:
        if self.live:
            return "live"
        return "following" if self._owned else "replay"

    @property
    def session(self) -> SessionInfo:
        """What is being watched, as far as everybody has been told of it."""
        watching, settings = self.watching, config_of(self.watching.header)
        return SessionInfo(
            mode=self.mode,
            run=watching.header.id,
            file=watching.path.name,
            town=watching.town.name,
            about=watching.town.about,
            seed=watching.header.seed,
            model=settings.model,
            offline=settings.offline,
            start=watching.header.start.isoformat(),
            step_seconds=watching.header.step_seconds,
            next_step=self.told_until,
            opening=self._opens_at(),
            goal=self.live.goal if self.live else 0,
            can_command=self.mode != "replay",
            version=version("townlet"),
        )

    async def meaning(self) -> Embedder:
        """What the run's memories are compared by. Raises ModelError."""
        if self._meaning is None:
            with open_reader(self.watching.path) as reader:
                self._meaning = MemoizingEmbedder(await self._open.enter_async_context(self.means.embedder(reader)))
        return self._meaning

    def join(self) -> BroadcastSubscriber:
        """A new listener: greeted, told what has become of the run, and of everything that follows from there."""
        listener = self.hub.join()
        listener.tell(self.hello().model_dump_json())
        if self.live and self.live.ending:
            listener.tell(_stopped(self.live.ending))
        return listener

    def hello(self) -> HelloMessage:
        """What a socket is told first."""
        return HelloMessage(session=self.session, pace=self.live.pace if self.live else None)

    def greet(self) -> None:
        """Tell everybody anew what is being watched."""
        self.hub.tell(self.hello().model_dump_json())

    @property
    def can_go_on(self) -> bool:
        """Whether this server has computed the run, and left it before its end."""
        return self.live is not None and self.watching.until < self.live.goal

    async def leave(self) -> None:
        """Let go of the run: who computes it stops after the step under way, and its file is one piece again."""
        if self.live:
            await asyncio.to_thread(self.live.stop)
        await self._open.aclose()

    async def wait(self, seconds: float) -> None:
        """Until something has changed in the live run, or for so long."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._woken.wait(), seconds)
        self._woken.clear()

    async def look(self) -> None:
        """Look what has changed, and tell everybody of it. Raises RunFileError."""
        watching = self.watching
        running = self.live is not None and self.live.running
        steps = await asyncio.to_thread(watching.grow)
        owned = self.live is None and await asyncio.to_thread(is_owned, watching.path)
        if watching is not self.watching:
            return
        self._owned = owned
        if steps:
            self._tell_steps(steps)
        if self.live:
            self._tell_of(self.live)
            # Asked before the last steps were looked for, so that none of them can have been missed.
            self.live = self.live if running else None
        if self.mode != self._told[0]:
            self._told = (self.mode, *self._told[1:])
            self.greet()

    def _tell_steps(self, steps: StepsMessage) -> None:
        self.told_until = steps.to_step
        if len(self.hub):
            self.hub.tell(steps.model_dump_json())

    def _tell_of(self, live: LiveRun) -> None:
        """Tell what is new of the pace, of what the calls took, and of the run's end."""
        mode, pace, ending, spent = self._told
        tally = live.simulation.usage.total
        if live.pace != pace:
            pace = live.pace
            self.hub.tell(PlaybackMessage(pace=pace).model_dump_json())
        if tally.calls != spent.calls:
            spent = UsageTotals(tally.calls, tally.prompt_tokens, tally.answer_tokens, tally.usd)
            self.hub.tell(_spent(spent).model_dump_json())
        if live.ending != ending:
            ending = live.ending
            if ending:
                self.hub.tell(_stopped(ending))
        self._told = (mode, pace, ending, spent)

    def _opens_at(self) -> int:
        """Found once for a run that stands still; one that begins opens where it is."""
        known, step = self._opening
        if not step and known != self.watching.until:
            step = find_opening_step(self.watching.past, self.watching.marks)
            self._opening = (self.watching.until, step)
        return step

    def wake(self) -> None:
        """Something has changed; may be called from any thread once the server stands."""
        if self.loop:
            with suppress(RuntimeError):
                # The loop may have been closed meanwhile.
                self.loop.call_soon_threadsafe(self._woken.set)


def _stopped(ending: LiveRunEnding) -> str:
    return StoppedMessage(why=ending.why, paused=ending.paused).model_dump_json()


def _spent(tally: UsageTotals) -> SpendingMessage:
    return SpendingMessage(
        calls=tally.calls, input_tokens=tally.prompt_tokens, output_tokens=tally.answer_tokens, usd=round(tally.usd, 6)
    )


POLL_SECONDS = 0.2
"""How long at most nobody looks."""
MIN_POLL_SECONDS = 0.12
"""What happens sooner after the last look is told together with what follows: faster than this nobody sees."""


async def follow_run(stage: RunSession) -> None:
    """Tell of new steps and of who computes them, for as long as the server stands."""
    while True:
        try:
            await stage.look()
        except RunFileError as error:
            # The owner may have it for a moment while it makes one piece of the file.
            logging.getLogger(__name__).debug("Looking again: %s", error)
        await asyncio.sleep(MIN_POLL_SECONDS)
        await stage.wait(POLL_SECONDS - MIN_POLL_SECONDS)


PRELOAD_DELAY_SECONDS = 3.0
"""The first picture goes first."""
PRELOAD_PAUSE_SECONDS = 0.1
"""Between two people, so that whoever watches meanwhile is not kept waiting."""
PRELOAD_MAX_PEOPLE = 60
"""In larger towns minds are read when they are looked at: all of them would take memory for nothing."""


async def preload_minds(stage: RunSession) -> None:
    """Read the minds of a run that nobody computes here."""
    await asyncio.sleep(PRELOAD_DELAY_SECONDS)
    watching = stage.watching
    people = [name for name, joined in watching.past.joined.items() if not joined.visitor]
    if stage.mode == "live" or len(people) > PRELOAD_MAX_PEOPLE:
        return
    for name in people:
        try:
            await asyncio.to_thread(watching.minds.of, name)
        except RunFileError:
            return
        await asyncio.sleep(PRELOAD_PAUSE_SECONDS)
