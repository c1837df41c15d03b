"""The runs that a server shows: the one that it was started with, its forks, and the worlds of its what-if questions.

Each has an address of its own, so a client stays with the run that it has opened, whoever makes a fork meanwhile.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from urllib.parse import quote

from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from townlet.runfile import RunFileError, fork_run
from townlet.server.access import close_websocket
from townlet.server.actions import give_back_abandoned
from townlet.server.errors import ActionRefused
from townlet.server.live_run import EXTENSION_DAYS, LiveRun
from townlet.server.run_session import RunSession, follow_run, preload_minds
from townlet.studies.causes.find import world_path

PATH_PREFIX = "/runs/"
"""The path of every fork begins with this; the name of its file without the suffix follows.

A world of a what-if question is named by its run, '~' and the name of its own file."""
MAX_FORKS = 8
"""How many forks may be open at a time."""
IDLE_SECONDS = 120.0
"""A fork that nobody has used for so long is closed: it stops after its current step, and its file stays."""
LOOK_SECONDS = 5.0
"""The time between two looks for forks that nobody uses."""
_NO_RUN = "This server shows no such run. Show its file with: townlet serve FILE\n"


@dataclass
class _OpenFork:
    session: RunSession
    attending: asyncio.Task[None]
    used: float
    """When it was last watched or asked for, on the monotonic clock."""


class ServedRuns:
    """The open runs of a server. Use it from the server's event loop."""

    def __init__(self, main: RunSession) -> None:
        self.main = main
        self._forks: dict[str, _OpenFork] = {}
        self._opening = asyncio.Lock()
        self._stem = main.read_model.path.stem
        self._name = re.compile(re.escape(self._stem) + r"(-fork\d+)*(~[0-9a-f]{20}(-fork\d+)*)*")

    @asynccontextmanager
    async def served(self) -> AsyncIterator[None]:
        """Keep the runs up to date while the server runs; close them at the end."""
        self.main.loop = asyncio.get_running_loop()
        tasks = [asyncio.create_task(_attend(self.main)), asyncio.create_task(self._close_idle_forks())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            for name in tuple(self._forks):
                await self._close(name)
            await self.main.close()

    async def find(self, name: str) -> RunSession | None:
        """Return the run at an address, which is opened if it is not the first one; None if there is no such run."""
        if name == self._stem:
            return self.main
        if not self._name.fullmatch(name) or not (path := self._path(name)).is_file():
            return None
        async with self._opening:
            if name not in self._forks:
                await self._make_room()
                self._keep(name, await asyncio.to_thread(RunSession, path, self.main.options, address=_address(name)))
        fork = self._forks[name]
        fork.used = time.monotonic()
        return fork.session

    async def fork(self, source: RunSession, at: int) -> RunSession:
        """Copy a run up to the start of step `at` into a new file beside it, and continue the copy live.

        Nobody is moved: the clients of the run stay with it. Raises ActionRefused, RunFileError, ModelError.
        """
        read_model = source.read_model
        if at > read_model.next_step:
            raise ActionRefused(f"Step {at} has not happened yet; the run has come to step {read_model.next_step}.")
        async with self._opening:
            await self._make_room()
            path = find_free_path(read_model.path, "fork")
            await asyncio.to_thread(fork_run, read_model.path, at, path)
            days = max(read_model.town.days, at / read_model.clock.steps_a_day + EXTENSION_DAYS)
            live = LiveRun(lambda: source.resume(path), days)
            await asyncio.to_thread(live.start)
            name = self._name_of(source) + path.stem.removeprefix(read_model.path.stem)
            session = await asyncio.to_thread(RunSession, path, source.options, live, address=_address(name))
            self._keep(name, session)
        return session

    def address_of_world(self, run: RunSession, world: Path) -> str:
        """Return the path of a world in which a question about a run was tried, from the server's root."""
        return _address(f"{self._name_of(run)}~{world.stem}")

    def _name_of(self, session: RunSession) -> str:
        return next((name for name, fork in self._forks.items() if fork.session is session), self._stem)

    def _path(self, name: str) -> Path:
        fork, *worlds = name.removeprefix(self._stem).split("~")
        path = self.main.read_model.path.with_name(f"{self._stem}{fork}{self.main.read_model.path.suffix}")
        for world in worlds:
            path = world_path(path, world)
        return path

    def _keep(self, name: str, session: RunSession) -> None:
        session.loop = asyncio.get_running_loop()
        self._forks[name] = _OpenFork(session, asyncio.create_task(_attend(session)), time.monotonic())

    async def _make_room(self) -> None:
        """Close the fork that has been unused for longest if there are too many. Raises ActionRefused."""
        if len(self._forks) < MAX_FORKS:
            return
        unused = [name for name, fork in self._forks.items() if not len(fork.session.hub)]
        if not unused:
            raise ActionRefused(f"{MAX_FORKS} forks are being watched; close the page of one before you open another.")
        await self._close(min(unused, key=lambda name: self._forks[name].used))

    async def _close_idle_forks(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            async with self._opening:
                now = time.monotonic()
                for name, fork in tuple(self._forks.items()):
                    if len(fork.session.hub):
                        fork.used = now
                    elif now - fork.used > IDLE_SECONDS:
                        await self._close(name)

    async def _close(self, name: str) -> None:
        fork = self._forks.pop(name)
        fork.attending.cancel()
        with suppress(asyncio.CancelledError):
            await fork.attending
        await fork.session.close()


class RunMiddleware:
    """ASGI middleware that finds the run by the path: `scope["session"]` is its session, and the prefix is removed."""

    def __init__(self, app: ASGIApp, runs: ServedRuns) -> None:
        self._app, self._runs = app, runs

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or not scope["path"].startswith(PATH_PREFIX):
            await self._app({**scope, "session": self._runs.main}, receive, send)
            return
        name, slash, rest = scope["path"].removeprefix(PATH_PREFIX).partition("/")
        why = _NO_RUN
        try:
            session = await self._runs.find(name)
        except (ActionRefused, RunFileError) as error:
            session, why = None, f"{error}\n"
        if session and slash:
            path = f"/{rest}"
            await self._app({**scope, "path": path, "raw_path": path.encode(), "session": session}, receive, send)
        elif scope["type"] != "http":
            await close_websocket(receive, send, why.strip())
        elif session:
            # Without the slash the browser would resolve 'api/town' to /runs/api/town.
            await RedirectResponse(f"{quote(name)}/", 308)(scope, receive, send)
        else:
            await PlainTextResponse(why, 404)(scope, receive, send)


async def _attend(session: RunSession) -> None:
    """Do everything that a session needs while it is open, until cancelled."""
    await asyncio.gather(follow_run(session), preload_minds(session), give_back_abandoned(session))


def find_free_path(run: Path, what: str) -> Path:
    """Return the first unused path beside a run for a derived one, such as 'my-fork2.townlet'."""
    names = (run.with_name(f"{run.stem}-{what}{number}{run.suffix}") for number in count(1))
    return next(name for name in names if not name.exists())


def _address(name: str) -> str:
    return f"{PATH_PREFIX.removeprefix('/')}{quote(name)}/"
