"""Create, open, fork and repair run files."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from townlet.runfile.checked import check_once, state_on_disk, was_whole
from townlet.runfile.database import APPLICATION, FORMAT, TABLES, connect, connect_run, sqlite_uri
from townlet.runfile.errors import OutsideRun, RunExists, RunFileError, RunLocked, damaged, translated
from townlet.runfile.lock import RunLock, lock_path, real_name, side_path
from townlet.runfile.prompts import part_keys
from townlet.runfile.reader import RunReader, header_row
from townlet.runfile.rows import ForkedFrom, RunHeader
from townlet.runfile.seal import STEP_TABLES, Break, Chain, Row, chain_before, genesis_seal
from townlet.runfile.writer import RunWriter
from townlet.state.encoding import MAX_TOWN_BYTES, canonical, compress


class OpenRun(Protocol):
    """A run that is open: a `RunView`, or what `townlet.open_run` returns."""

    @property
    def path(self) -> Path: ...


RunFile = Path | str | OpenRun
"""A run file: its path, or the run opened for reading."""


def path_of(run: RunFile) -> Path:
    return Path(run) if isinstance(run, Path | str) else run.path


def study_path(run: Path) -> Path:
    """Return the folder beside a run for interviews, ratings and other studies of it; the run never reads it."""
    return side_path(run, "study")


def create_run(
    path: Path,
    header: RunHeader,
    town_files: Mapping[str, bytes],
    *,
    intents: Mapping[str, str] | None = None,
    steps_a_commit: int = 1,
) -> RunWriter:
    """Create a run file and own it. Raises RunExists: nothing is ever overwritten."""
    _refuse_existing(real_name(path))
    lock = RunLock(path)
    try:
        if (size := sum(map(len, town_files.values()))) > MAX_TOWN_BYTES:
            raise RunFileError(
                f"The files of {header.town} take {size:,} bytes; a run file holds at most {MAX_TOWN_BYTES:,}. "
                f"Remove what the town does not need."
            )
        with draft_of(real_name(path)) as draft:
            chain = _lay_out(draft, header, town_files, intents or {})
        lock.cover_file()
        return RunWriter(path, connect_run(path, "rw"), lock, chain, steps_a_commit)
    except BaseException:
        lock.release()
        raise


def open_reader(path: Path) -> RunReader:
    """Open a run file for reading. Raises RunFileError, also for a file that differs from its seal.

    A file that this user has read before is compared again only if it has changed since.
    """
    reader = open_unchecked(path)
    try:
        if reader.sealed and not was_whole(state_on_disk(path)):
            _refuse_breaks(path, check_once(reader).breaks)
    except BaseException:
        reader.close()
        raise
    return reader


def open_unchecked(path: Path) -> RunReader:
    """Open a run file for reading without comparing it with its seal. Raises RunFileError."""
    return RunReader(path, connect_run(real_name(path), "ro"))


def open_writer(path: Path, *, steps_a_commit: int = 1) -> RunWriter:
    """Open a run file for writing, and own it.

    Raises RunLocked if another process owns it, RunFileError also for a file that differs from its seal or has none.
    """
    with open_unchecked(path) as reader:
        if not reader.sealed:
            raise RunFileError(
                f"Run file {path} was written before runs were sealed: it can be read, but not continued. "
                f"`townlet repair` writes a sealed copy that can."
            )
    lock = RunLock(path)
    try:
        connection = connect_run(real_name(path), "rw")
        try:
            found = check_once(RunReader(path, connection), to_write=True)
            _refuse_breaks(path, found.breaks)
            return RunWriter(path, connection, lock, found.chain.copy(), steps_a_commit)
        except BaseException:
            connection.close()
            raise
    except BaseException:
        lock.release()
        raise


def close_for_killed_owner(path: Path) -> None:
    """Merge what an owner that was killed left beside its run file. Does nothing if it closed the file, or lives.

    Raises RunFileError.
    """
    if lock_path(path).exists():
        with contextlib.suppress(RunLocked):
            open_writer(path).close()


def _refuse_breaks(path: Path, breaks: Sequence[Break]) -> None:
    if breaks:
        more = f", and {len(breaks) - 1:,} more" * (len(breaks) > 1)
        raise damaged(path, f"{breaks[0]}{more}")


def _lay_out(path: Path, header: RunHeader, town_files: Mapping[str, bytes], intents: Mapping[str, str]) -> Chain:
    with new_file(path) as connection:
        row = header_row(header, canonical(header.settings))
        connection.execute(f"INSERT INTO run VALUES ({', '.join('?' * len(row))})", row)
        files = sorted((name, compress(data)) for name, data in town_files.items())
        connection.executemany("INSERT INTO file VALUES (?, ?)", files)
        connection.executemany("INSERT INTO intent VALUES (?, ?)", sorted(intents.items()))
        seal = genesis_seal(connection)
        connection.execute("INSERT INTO seal VALUES (?, ?, ?)", seal)
        chain = Chain(seal[2], intents=dict(intents))
        if header.forked_from:
            chain.add("origin", [add_origin(connection, "fork", header.forked_from)])
        add_progress(connection, chain)
    return chain


@contextlib.contextmanager
def new_file(path: Path, source: Path | None = None) -> Iterator[sqlite3.Connection]:
    """Lay out an empty run file and fill it in one transaction, with another file attached as `source`."""
    connection = connect(path, "rwc")
    try:
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {FORMAT}")
        connection.executescript(f"BEGIN; {TABLES} COMMIT;")
        if source:
            connection.execute("ATTACH ? AS source", (sqlite_uri(source, "ro"),))
        connection.execute("BEGIN")
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        # Half a file, as a full disk leaves it, could never be opened.
        connection.close()
        path.unlink(missing_ok=True)
        raise
    finally:
        connection.close()


def add_origin(connection: sqlite3.Connection, kind: str, origin: ForkedFrom) -> Row:
    """Write where a file comes from, at the step from which it is its own, and return the row, still to be sealed."""
    [ordinal] = connection.execute("SELECT count(*) FROM origin WHERE step = ?", (origin.step,)).fetchone()
    row = (origin.step, ordinal, kind, origin.run, origin.label)
    connection.execute("INSERT INTO origin VALUES (?, ?, ?, ?, ?)", row)
    return row


def add_progress(connection: sqlite3.Connection, chain: Chain) -> None:
    """Write how far a new file has come, with the head of its seal."""
    tail = chain.tail
    row = (1, chain.last_step, chain.state_hash, tail, chain.head(tail))
    connection.execute("INSERT INTO progress VALUES (?, ?, ?, ?, ?)", row)


_INHERITED_INTENTS = ("settings",)
"""The keys of the run metadata that a fork keeps: its prices, but not its budget and its length."""


def fork_run(source: RunFile, at_step: int, destination: Path | str, *, label: str | None = None) -> RunHeader:
    """Write a new run file with everything in `source` before a step, and return its header. The source may be running.

    The fork has an id of its own, made of the id of `source`, the step and `label`, by default the name of its file.
    Raises OutsideRun for a step that the source has not reached, RunExists rather than overwrite anything.
    """
    source, destination = path_of(source), Path(destination)
    with open_reader(source) as run:
        _check_reached(source, at_step, run.last_step())
        if not run.sealed:
            raise RunFileError(
                f"Run file {source} was written before runs were sealed, so it cannot be forked; "
                f"`townlet repair` writes a sealed copy that can."
            )
        _refuse_breaks(source, run.check_prompts())
        origin = ForkedFrom(run.header.id, at_step, destination.name if label is None else label)
        header = replace(run.header, forked_from=origin)
        intents = {key: value for key in _INHERITED_INTENTS if (value := run.intent(key)) is not None}
    with draft_of(destination) as draft, new_file(draft, real_name(source)) as connection:
        _copy_before(connection, at_step)
        connection.executemany("INSERT INTO intent VALUES (?, ?)", intents.items())
        chain = chain_before(connection, at_step)
        chain.intents = intents
        chain.add("origin", [add_origin(connection, "fork", origin)])
        add_progress(connection, chain)
    return header


def take_later_vectors(source: Path, fork: Path, embedder: str) -> None:
    """Give a fork the vectors of its source's later texts, too, so that none is paid for twice."""
    with open_unchecked(source) as past, open_writer(fork) as writer:
        writer.store_vectors(past.vectors(embedder), durable=True)


@contextlib.contextmanager
def draft_of(destination: Path) -> Iterator[Path]:
    """Write a file under another name first, so that it appears whole.

    Raises RunExists rather than overwrite.
    """
    _refuse_existing(destination)
    draft = destination.with_name(destination.name + ".part")
    with translated(destination):
        draft.unlink(missing_ok=True)
        try:
            yield draft
            os.replace(draft, destination)
        finally:
            draft.unlink(missing_ok=True)


def _refuse_existing(destination: Path) -> None:
    if os.path.lexists(destination):
        raise RunExists(f"{destination} exists already; choose another name, or delete it first.")
    # SQLite takes 'missing/../a' for 'a'; the system does not.
    if not destination.parent.is_dir():
        raise RunFileError(f"There is no folder {destination.parent} to write {destination.name} to; create it first.")


def _check_reached(source: Path, at_step: int, last_step: int | None) -> None:
    end = 0 if last_step is None else last_step + 1
    if not 0 <= at_step <= end:
        raise OutsideRun(f"Step {at_step} is outside the run {source}; give a step from 0 to {end}.")


def _copy_before(connection: sqlite3.Connection, at_step: int) -> None:
    """Copy header, town, and all rows and seals before a step from the attached file `source`.

    What comes first is safest in a file that is cut off. Without seals nobody knows a row, and the first lost event
    ends the steps that a repair keeps; anything else leaves a gap.
    """
    for table in ("run", "file"):
        connection.execute(f"INSERT INTO {table} SELECT * FROM source.{table}")
    for table in ("seal", *STEP_TABLES):
        connection.execute(f"INSERT INTO {table} SELECT * FROM source.{table} WHERE step < ?", (at_step,))
    _copy_prompts(connection, at_step)


def _copy_prompts(connection: sqlite3.Connection, at_step: int) -> None:
    """Copy the prompts of the inherited calls, and the parts they are made of."""
    connection.execute(
        "INSERT INTO prompt SELECT * FROM source.prompt WHERE sha IN "
        "(SELECT prompt_sha FROM source.call WHERE step < ?)",
        (at_step,),
    )
    rows = connection.execute("SELECT parts, schema FROM prompt").fetchall()
    keys = sorted({key for parts, schema in rows for key in (*part_keys(parts), schema)})
    connection.executemany("INSERT INTO part SELECT * FROM source.part WHERE sha = ?", ((key,) for key in keys))
