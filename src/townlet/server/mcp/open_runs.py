"""The runs that an MCP server shows, by name, and the sessions in which those that somebody acts in go on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from townlet.engine.build import parse_budget
from townlet.engine.model_options import ModelOptions, replace_model
from townlet.errors import BadInput
from townlet.language.settings import read_config
from townlet.runfile import is_owned
from townlet.runfile.view import RunView
from townlet.server.actions import resume_live
from townlet.server.run_session import RunSession

RunName = Annotated[str, Field(description="A run, by the name that `runs` gives; by default the first.")]


class OpenRuns:
    """Run files by the names of their files. Use it from the server's event loop, apart from `path` and `paths`."""

    def __init__(self, paths: Iterable[Path], options: ModelOptions | None = None) -> None:
        """`options` say which models answer questions and go on with the runs; by default their own.

        Raises RunFileError for a file that is no run, BadInput for two of one name and for options that cannot be.
        """
        self.options = options or ModelOptions()
        self.paths: dict[str, Path] = {}
        self._sessions: dict[str, RunSession] = {}
        self._opening = asyncio.Lock()
        parse_budget(self.options.budget)
        read_config(self.options.config)
        for path in paths:
            replace_model(RunView(path).config, self.options.model)
            self.add(path)

    def add(self, path: Path) -> None:
        """Show one more run. Raises BadInput if there is one of that name."""
        if path.stem in self.paths:
            raise BadInput(f"Two runs are called {path.stem}. Rename the file of one of them.")
        self.paths[path.stem] = path

    def listed(self) -> dict[str, Any]:
        """List the runs that can be read here: town, seed, models, how far each has come, and its forking point."""
        views = [(name, RunView(path)) for name, path in tuple(self.paths.items())]
        return {"runs": [{"name": name, **_about(view)} for name, view in views]}

    def path(self, name: str = "") -> Path:
        """Return the file of the run of a name; of the first run without one. Raises BadInput."""
        name = name.removesuffix(".townlet") or next(iter(self.paths))
        if name not in self.paths:
            raise BadInput(f"There is no run {name!r} here. The runs are {', '.join(self.paths)}.")
        return self.paths[name]

    async def live(self, name: str = "") -> RunSession:
        """Return a run that takes commands: one that another process computes, or one that stands still here.

        A run that no process computes is resumed, and computes nothing until somebody waits.
        Raises BadInput, ActionRefused, RunFileError, ModelError.
        """
        path = self.path(name)
        async with self._opening:
            if path.stem not in self._sessions:
                session = await asyncio.to_thread(RunSession, path, self.options)
                session.loop = asyncio.get_running_loop()
                self._sessions[path.stem] = session
            session = self._sessions[path.stem]
            await session.poll()
            if session.mode == "replay":
                await resume_live(session, None, paused=True)
        return session

    async def close(self) -> None:
        """Let go of all run files: each run stops after its current step."""
        while self._sessions:
            _, session = self._sessions.popitem()
            await session.close()


def _about(view: RunView) -> dict[str, Any]:
    manifest = view.manifest.as_json()
    kept = {key: manifest[key] for key in ("town", "seed", "models", "start", "steps", "forked_from")}
    return {"reached": view.time(view.until).isoformat(), "running": is_owned(view.path), **kept}
