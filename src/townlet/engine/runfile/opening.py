"""Beginning a run file, and opening one to read or to go on with."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, overload

from townlet.engine.runfile.connection import connect, connect_run
from townlet.engine.runfile.encoding import canonical, packed
from townlet.engine.runfile.errors import RunExists, translated
from townlet.engine.runfile.handle import header_row
from townlet.engine.runfile.lock import lock_run
from townlet.engine.runfile.read import RunReader
from townlet.engine.runfile.rows import RunHeader
from townlet.engine.runfile.schema import APPLICATION, FORMAT, TABLES
from townlet.engine.runfile.write import RunWriter


def create(
    path: Path,
    header: RunHeader,
    town_files: Mapping[str, bytes],
    *,
    intents: Mapping[str, str] | None = None,
    steps_a_commit: int = 1,
) -> RunWriter:
    """Begin a run in a new file and own it. Raises RunExists rather than overwrite anything."""
    lock = lock_run(path)
    try:
        if path.exists():
            raise RunExists(f"{path} exists already; choose another name, or delete it first.")
        _lay_out(path, header, town_files, intents or {})
        return RunWriter(path, connect_run(path, "rw"), lock, steps_a_commit)
    except BaseException:
        lock.release()
        raise


@overload
def open_run(path: Path, *, write: Literal[False] = False) -> RunReader: ...
@overload
def open_run(path: Path, *, write: Literal[True], steps_a_commit: int = 1) -> RunWriter: ...
def open_run(path: Path, *, write: bool = False, steps_a_commit: int = 1) -> RunReader:
    """Open a run file: to read it, or to own it and go on. Raises RunLocked if another process owns it."""
    if not write:
        return RunReader(path, connect_run(path, "ro"))
    connect_run(path, "ro").close()
    lock = lock_run(path)
    try:
        return RunWriter(path, connect_run(path, "rw"), lock, steps_a_commit)
    except BaseException:
        lock.release()
        raise


def _lay_out(path: Path, header: RunHeader, town_files: Mapping[str, bytes], intents: Mapping[str, str]) -> None:
    with translated(path):
        connection = connect(path, "rwc")
        try:
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {FORMAT}")
            connection.executescript(f"BEGIN; {TABLES} COMMIT;")
            connection.execute("BEGIN")
            row = header_row(header, canonical(header.settings))
            connection.execute(f"INSERT INTO run VALUES ({', '.join('?' * len(row))})", row)
            connection.execute("INSERT INTO progress VALUES (1, NULL, NULL)")
            files = sorted((name, packed(data)) for name, data in town_files.items())
            connection.executemany("INSERT INTO file VALUES (?, ?)", files)
            connection.executemany("INSERT INTO intent VALUES (?, ?)", sorted(intents.items()))
            connection.execute("COMMIT")
        finally:
            connection.close()
