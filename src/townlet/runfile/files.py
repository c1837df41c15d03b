"""Create, open and fork run files."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from townlet.runfile.database import APPLICATION, FORMAT, TABLES, connect, connect_run, sqlite_uri
from townlet.runfile.encoding import canonical, compress
from townlet.runfile.errors import OutsideRun, RunExists, translated
from townlet.runfile.lock import lock_run
from townlet.runfile.prompts import part_keys
from townlet.runfile.reader import RunReader, header_row
from townlet.runfile.rows import ForkedFrom, RunHeader
from townlet.runfile.writer import RunWriter


def study_path(run: Path) -> Path:
    """Return the folder beside a run for interviews, ratings and other studies of it; the run never reads it."""
    return run.with_name(run.name + ".study")


def create_run(
    path: Path,
    header: RunHeader,
    town_files: Mapping[str, bytes],
    *,
    intents: Mapping[str, str] | None = None,
    steps_a_commit: int = 1,
) -> RunWriter:
    """Create a run file and own it. Raises RunExists: nothing is ever overwritten."""
    lock = lock_run(path)
    try:
        if path.exists():
            raise RunExists(f"{path} exists already; choose another name, or delete it first.")
        with _nothing_left_of_half_a_file(path):
            _lay_out(path, header, town_files, intents or {})
        return RunWriter(path, connect_run(path, "rw"), lock, steps_a_commit)
    except BaseException:
        lock.release()
        raise


def open_reader(path: Path) -> RunReader:
    """Open a run file for reading. Raises RunFileError."""
    return RunReader(path, connect_run(path, "ro"))


def open_writer(path: Path, *, steps_a_commit: int = 1) -> RunWriter:
    """Open a run file for writing, and own it. Raises RunLocked if another process owns it, RunFileError."""
    connect_run(path, "ro").close()
    lock = lock_run(path)
    try:
        return RunWriter(path, connect_run(path, "rw"), lock, steps_a_commit)
    except BaseException:
        lock.release()
        raise


@contextmanager
def _nothing_left_of_half_a_file(path: Path) -> Iterator[None]:
    """Delete the file if this block fails: without its header, as a full disk leaves it, it could never be opened."""
    try:
        yield
    except BaseException:
        path.unlink(missing_ok=True)
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
            files = sorted((name, compress(data)) for name, data in town_files.items())
            connection.executemany("INSERT INTO file VALUES (?, ?)", files)
            connection.executemany("INSERT INTO intent VALUES (?, ?)", sorted(intents.items()))
            connection.execute("COMMIT")
        finally:
            connection.close()


_INHERITED = ("event", "memory", "evidence", "recall", "call", "snapshot")
_INHERITED_INTENTS = ("settings",)
"""The keys of the run metadata that a fork keeps: its prices, but not its budget and its length."""


def fork_run(source: Path, at_step: int, destination: Path) -> RunHeader:
    """Write a new run file with everything in `source` before a step, and return its header. The source may be running.

    Raises OutsideRun for a step that the source has not reached, RunExists rather than overwrite anything.
    """
    if destination.exists():
        raise RunExists(f"{destination} exists already; choose another name, or delete it first.")
    with open_reader(source) as run:
        _check_reached(source, at_step, run.last_step())
        header = replace(run.header, forked_from=ForkedFrom(run.header.id, at_step))
        files = run.town_files()
        intents = {key: value for key in _INHERITED_INTENTS if (value := run.intent(key)) is not None}
    draft = destination.with_name(destination.name + ".part")
    with translated(destination):
        draft.unlink(missing_ok=True)
        try:
            create_run(draft, header, files, intents=intents).close()
            _inherit(draft, source, at_step)
            os.replace(draft, destination)
        finally:
            draft.unlink(missing_ok=True)
    return header


def _check_reached(source: Path, at_step: int, last_step: int | None) -> None:
    end = 0 if last_step is None else last_step + 1
    if not 0 <= at_step <= end:
        raise OutsideRun(f"Step {at_step} is outside the run {source}; give a step from 0 to {end}.")


def _inherit(draft: Path, source: Path, at_step: int) -> None:
    with translated(draft):
        connection = sqlite3.connect(sqlite_uri(draft, "rw"), uri=True, isolation_level=None)
        try:
            connection.execute("ATTACH ? AS source", (sqlite_uri(source, "ro"),))
            connection.execute("BEGIN")
            _copy_prompts(connection, at_step)
            for table in _INHERITED:
                connection.execute(f"INSERT INTO {table} SELECT * FROM source.{table} WHERE step < ?", (at_step,))
            connection.execute("INSERT INTO vector SELECT * FROM source.vector")
            connection.execute("UPDATE progress SET last_step = ?", (at_step - 1 if at_step else None,))
            connection.execute("COMMIT")
        finally:
            connection.close()


def _copy_prompts(connection: sqlite3.Connection, at_step: int) -> None:
    """Copy the prompts of the inherited calls, and the parts they are made of."""
    connection.execute(
        "INSERT INTO prompt SELECT * FROM source.prompt WHERE sha IN "
        "(SELECT prompt_sha FROM source.call WHERE step < ?)",
        (at_step,),
    )
    rows = connection.execute("SELECT parts, schema FROM prompt").fetchall()
    keys = sorted({key for parts, schema in rows for key in part_keys(parts + schema)})
    connection.executemany("INSERT INTO part SELECT * FROM source.part WHERE sha = ?", ((key,) for key in keys))
