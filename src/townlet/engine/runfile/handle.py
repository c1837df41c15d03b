"""An open run file: its header, how far it has come, and queries in the run's own errors."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from townlet.engine.runfile.errors import OutsideRun, damaged, decoding, translated
from townlet.engine.runfile.rows import ForkedFrom, RunHeader

Parameters = tuple[Any, ...] | Mapping[str, Any]


class RunHandle:
    """A run file and a connection to it. A context manager; every method may raise RunFileError."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let the file go. Closing twice is harmless."""
        self._connection.close()

    @cached_property
    def header(self) -> RunHeader:
        """What the run is of."""
        with decoding(self.path):
            return _header_of(self._only("SELECT * FROM run"))

    def last_step(self) -> int | None:
        """The last step that is complete; None before the first is."""
        [step, _] = self._only("SELECT last_step, state_hash FROM progress")
        return step if step is None else int(step)

    def stored_hash(self) -> str | None:
        """The state hash that was written when the run ended cleanly; None while it has not."""
        [_, state_hash] = self._only("SELECT last_step, state_hash FROM progress")
        return state_hash if state_hash is None else str(state_hash)

    def step_at(self, time: datetime) -> int:
        """The complete step that a game time falls into. Raises OutsideRun for any other time."""
        start, last = self.header.start, self.last_step()
        end = start if last is None else self.header.time_of(last + 1)
        step = -1 if time < start else self.header.step_at(time)
        if last is None or not 0 <= step <= last:
            raise OutsideRun(
                f"{time:%Y-%m-%d %H:%M} is outside the run {self.path}, which goes from {start:%Y-%m-%d %H:%M} "
                f"to {end:%Y-%m-%d %H:%M}; give a time in between."
            )
        return step

    def _all(self, sql: str, parameters: Parameters = ()) -> Iterator[tuple[Any, ...]]:
        with translated(self.path):
            yield from self._connection.execute(sql, parameters)

    def _one(self, sql: str, parameters: Parameters = ()) -> tuple[Any, ...] | None:
        with translated(self.path):
            row: tuple[Any, ...] | None = self._connection.execute(sql, parameters).fetchone()
            return row

    def _only(self, sql: str) -> tuple[Any, ...]:
        row = self._one(sql)
        if row is None:
            raise damaged(self.path, "its header is missing")
        return row


def header_row(header: RunHeader, settings: str) -> tuple[Any, ...]:
    """A header as the columns of table `run`."""
    return (
        1,
        header.id,
        header.townlet,
        header.town,
        header.town_digest,
        str(header.seed),
        header.start.isoformat(),
        header.step_seconds,
        settings,
        *(header.forked_from or (None, None)),
    )


def _header_of(row: tuple[Any, ...]) -> RunHeader:
    _, _, townlet, town, digest, seed, start, step_seconds, settings, forked_run, forked_step = row
    return RunHeader(
        townlet=townlet,
        town=town,
        town_digest=digest,
        seed=int(seed),
        start=datetime.fromisoformat(start),
        step_seconds=step_seconds,
        settings=json.loads(settings),
        forked_from=None if forked_run is None else ForkedFrom(forked_run, forked_step),
    )
