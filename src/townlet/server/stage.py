"""What the server shows: a run, who computes it, and everybody who watches."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from importlib.metadata import version
from pathlib import Path
from typing import Literal

from townlet.engine.runfile import is_owned
from townlet.engine.simulation import opened, settings_of
from townlet.language.embed import Embedder
from townlet.server.hub import Hub
from townlet.server.meaning import Remembering
from townlet.server.means import Means
from townlet.server.opening import opening
from townlet.server.protocol import Hello, Session, Steps
from townlet.server.watching import Watching

Mode = Literal["live", "replay", "following"]


class Stage:
    """The run that is being watched, and its audience. Belongs to the server's event loop."""

    def __init__(self, path: Path, means: Means | None = None) -> None:
        """Raises RunFileError."""
        self.means = means or Means()
        self._open = AsyncExitStack()
        self._meaning: Remembering | None = None
        self.watching = Watching(path)
        self.hub = Hub()
        self.told_until = self.watching.until
        """What happened before this step has been told to everybody."""
        self.mode: Mode = "following" if is_owned(path) else "replay"
        self._opening = (-1, 0)

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
            can_command=self.mode != "replay",
            version=version("townlet"),
        )

    async def meaning(self) -> Embedder:
        """What the run's memories are compared by. Raises ModelError."""
        if self._meaning is None:
            with opened(self.watching.path) as reader:
                self._meaning = Remembering(await self._open.enter_async_context(self.means.embedder(reader)))
        return self._meaning

    async def aclose(self) -> None:
        """Let go of everything that reaches out."""
        await self._open.aclose()

    def hello(self) -> Hello:
        """What a socket is told first; what follows goes on from there."""
        return Hello(session=self.session, pace=None)

    async def grow(self) -> None:
        """Look for new steps, and tell everybody of them."""
        if steps := await asyncio.to_thread(self.watching.grow):
            self.tell(steps)

    def tell(self, steps: Steps) -> None:
        self.told_until = steps.to_step
        if len(self.hub):
            self.hub.tell(steps.model_dump_json())

    def become(self, mode: Mode) -> None:
        """Another kind of run from now on: all are greeted anew."""
        if mode != self.mode:
            self.mode = mode
            self.hub.tell(self.hello().model_dump_json())

    def _opens_at(self) -> int:
        """Found once for a run that stands still; one that begins opens where it is."""
        known, step = self._opening
        if not step and known != self.watching.until:
            step = opening(self.watching.past, self.watching.marks)
            self._opening = (self.watching.until, step)
        return step
