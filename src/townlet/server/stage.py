"""What the server shows: a run, who computes it, and everybody who watches."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, suppress
from importlib.metadata import version
from pathlib import Path
from typing import Literal

from townlet.engine.accounts import Tally
from townlet.engine.runfile import is_owned
from townlet.engine.simulation import opened, settings_of
from townlet.language.embed import Embedder
from townlet.server.hub import Hub, Listener
from townlet.server.live import Ending, Live
from townlet.server.meaning import Remembering
from townlet.server.means import Means
from townlet.server.opening import opening
from townlet.server.protocol.messages import Hello, Paced, Spent, Steps, Stopped
from townlet.server.protocol.session import Pace, Session
from townlet.server.watching import Watching

Mode = Literal["live", "replay", "following"]


class Stage:
    """The run that is being watched, and its audience. Belongs to the server's event loop."""

    def __init__(
        self, path: Path, means: Means | None = None, live: Live | None = None, end: int | None = None
    ) -> None:
        """`live` computes the run; without it, the run is replayed or followed, up to step `end` if one is given.

        Raises RunFileError.
        """
        self.means = means or Means()
        self.hub = Hub()
        self.acting = asyncio.Lock()
        """Held by whoever changes which run is shown."""
        self.loop: asyncio.AbstractEventLoop | None = None
        """The server's, once it stands."""
        self._woken = asyncio.Event()
        self.show(path, live, end)

    def show(self, path: Path, live: Live | None, end: int | None = None) -> None:
        """Show this run from now on; everybody is greeted anew. Raises RunFileError."""
        self.watching, self.live = Watching(path, end), live
        self.told_until = self.watching.until
        """What happened before this step has been told to everybody."""
        self._owned = live is None and is_owned(path)
        self._opening = (-1, 0)
        self._open = AsyncExitStack()
        self._meaning: Remembering | None = None
        self._told: tuple[Mode, Pace | None, Ending | None, Tally] = (self.mode, None, None, Tally())
        if live:
            live.changed = self.wake
        self.greet()

    @property
    def mode(self) -> Mode:
        if self.live:
            return "live"
        return "following" if self._owned else "replay"

    @property
    def session(self) -> Session:
        """What is being watched, as far as everybody has been told of it."""
        watching, settings = self.watching, settings_of(self.watching.header)
        return Session(
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
            with opened(self.watching.path) as reader:
                self._meaning = Remembering(await self._open.enter_async_context(self.means.embedder(reader)))
        return self._meaning

    def join(self) -> Listener:
        """A new listener: greeted, told what has become of the run, and of everything that follows from there."""
        listener = self.hub.join()
        listener.tell(self.hello().model_dump_json())
        if self.live and self.live.ending:
            listener.tell(_stopped(self.live.ending))
        return listener

    def hello(self) -> Hello:
        """What a socket is told first."""
        return Hello(session=self.session, pace=self.live.pace if self.live else None)

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

    def _tell_steps(self, steps: Steps) -> None:
        self.told_until = steps.to_step
        if len(self.hub):
            self.hub.tell(steps.model_dump_json())

    def _tell_of(self, live: Live) -> None:
        """Tell what is new of the pace, of what the calls took, and of the run's end."""
        mode, pace, ending, spent = self._told
        tally = live.simulation.accounts.total
        if live.pace != pace:
            pace = live.pace
            self.hub.tell(Paced(pace=pace).model_dump_json())
        if tally.calls != spent.calls:
            spent = Tally(tally.calls, tally.prompt_tokens, tally.answer_tokens, tally.usd)
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
            step = opening(self.watching.past, self.watching.marks)
            self._opening = (self.watching.until, step)
        return step

    def wake(self) -> None:
        """Something has changed; may be called from any thread once the server stands."""
        if self.loop:
            with suppress(RuntimeError):
                # The loop may have been closed meanwhile.
                self.loop.call_soon_threadsafe(self._woken.set)


def _stopped(ending: Ending) -> str:
    return Stopped(why=ending.why, paused=ending.paused).model_dump_json()


def _spent(tally: Tally) -> Spent:
    return Spent(
        calls=tally.calls, input_tokens=tally.prompt_tokens, output_tokens=tally.answer_tokens, usd=round(tally.usd, 6)
    )
