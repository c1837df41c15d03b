"""Repair of run files: a new file with all that comes before the first damage, or a sealed copy of an old file."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from townlet.runfile.database import UNSEALED, connect_run
from townlet.runfile.errors import RunDamaged, RunExists, damaged, translated
from townlet.runfile.files import add_origin, add_progress, draft_of, new_file, open_unchecked
from townlet.runfile.prompts import part_keys
from townlet.runfile.reader import RunReader, header_row
from townlet.runfile.rows import ForkedFrom
from townlet.runfile.seal import GENESIS, OPEN, STEP_TABLES, Break, Chain, Row, lenient_text, readable_rows, seal_all
from townlet.runfile.verification import find_breaks
from townlet.state.encoding import canonical

_COUNTED = ("event", "memory", "call")


@dataclass(frozen=True)
class Repair:
    """What a repair kept, and what it could not keep."""

    path: Path
    """The new file."""
    breaks: tuple[Break, ...]
    """The damage that was found, the earliest step first; empty if only a seal was missing."""
    kept_steps: int
    lost_steps: int
    lost: dict[str, int]
    """How many readable events, memories and calls the new file leaves out because they come after the damage."""
    adopted: bool
    """Whether the file was written before runs were sealed, and is sealed from now on."""


def repair_run(source: Path, destination: Path) -> Repair | None:
    """Write what is good of a run file to a new file, and return what was lost; None if nothing needs repair.

    The source stays as it is. A damaged file is cut at the last seal before the damage. A file without a seal is
    copied and sealed. Raises RunExists rather than overwrite, RunDamaged if the header or the town is damaged, as
    nothing can be kept then.
    """
    if destination.exists():
        raise RunExists(f"{destination} exists already; choose another name, or delete it first.")
    try:
        with open_unchecked(source) as run:
            breaks = find_breaks(run)
            if run.format == UNSEALED:
                return _adopt(run, destination, breaks)
        return _cut(source, destination, breaks) if breaks else None
    except RunDamaged as error:
        raise RunDamaged(f"Nothing of run file {source} can be kept: {error.why or error}") from error


def _adopt(run: RunReader, destination: Path, breaks: list[Break]) -> Repair:
    """Copy a file of the old format, and seal it. Its past is taken as it is: nothing can show that it was altered."""
    stored, last = run.stored_hash(), run.last_step()
    if breaks or (stored is not None and stored != run.state_hash()):
        found = str(breaks[0]) if breaks else "its state hash is not the one that it ended with"
        raise damaged(run.path, f"{found}, and without a seal nothing says which steps are good")
    header = run.header
    with draft_of(destination) as draft, new_file(draft, run.path) as connection:
        settings = canonical(header.settings)
        connection.execute(f"INSERT INTO run VALUES ({_marks(9)})", header_row(header, settings))
        for table in ("file", "part", "prompt", "intent"):
            connection.execute(f"INSERT INTO {table} SELECT * FROM source.{table}")
        for table in STEP_TABLES.keys() - {"origin"}:
            columns = "embedder, text_sha, 0, number, packed" if table == "vector" else "*"
            connection.execute(f"INSERT INTO {table} SELECT {columns} FROM source.{table}")
        if header.forked_from:
            add_origin(connection, "fork", header.forked_from)
        add_origin(connection, "adoption", ForkedFrom(header.id, 0 if last is None else last + 1))
        chain = seal_all(connection, last)
        chain.state_hash = stored
        add_progress(connection, chain)
    return Repair(destination, (), chain.open_step, 0, dict.fromkeys(_COUNTED, 0), adopted=True)


def _cut(source: Path, destination: Path, breaks: list[Break]) -> Repair:
    first = breaks[0]
    if first.step == GENESIS:
        raise damaged(source, f"its beginning is damaged: {first}")
    with translated(source), draft_of(destination) as draft:
        connection = connect_run(source, "ro")
        try:
            with lenient_text(connection):
                steps, lost = _lived(connection, breaks), dict.fromkeys(_COUNTED, 0)
                kept = steps if first.step == OPEN else _sealed_before(connection, first.step)
                with new_file(draft) as new:
                    for table, row in _good_rows(connection, kept, lost):
                        with contextlib.suppress(sqlite3.IntegrityError, UnicodeEncodeError):
                            new.execute(f"INSERT INTO {table} VALUES ({_marks(len(row))})", row)
                    _keep_used_prompts(new)
                    [digest] = new.execute("SELECT digest FROM seal ORDER BY step DESC LIMIT 1").fetchone()
                    intents = dict(new.execute("SELECT key, value FROM intent"))
                    chain = Chain(digest, kept - 1 if kept else None, intents=intents)
                    run = str(new.execute("SELECT id FROM run").fetchone()[0])
                    chain.add("origin", [add_origin(new, "repair", ForkedFrom(run, kept, str(first)))])
                    add_progress(new, chain)
        finally:
            connection.close()
        with open_unchecked(draft) as copy:
            if left := find_breaks(copy):
                raise damaged(source, f"the damage goes on after the cut: {left[0]}")
    return Repair(destination, tuple(breaks), kept, steps - kept, lost, adopted=False)


def _lived(connection: sqlite3.Connection, breaks: list[Break]) -> int:
    """Return how many steps the run had completed. If that number is damaged, the seals tell."""
    query = "SELECT last_step FROM progress"
    if any(each.table == "progress" for each in breaks):
        query = "SELECT max(step) FROM seal"
    [last] = connection.execute(query).fetchone()
    return 0 if last is None else int(last) + 1


def _sealed_before(connection: sqlite3.Connection, step: int) -> int:
    """Return the first step that no seal before a step covers: only what a whole seal covers is known to be good."""
    seals = [row[0] for row in readable_rows(connection, "seal") if row[0] < step]
    return max(seals, default=GENESIS) + 1


def _good_rows(connection: sqlite3.Connection, kept: int, lost: dict[str, int]) -> Iterator[tuple[str, Row]]:
    """Yield the rows before a step with their tables, and count what comes after."""
    for table in ("run", "file", "intent", "prompt", "part"):
        yield from ((table, row) for row in readable_rows(connection, table))
    for table, place in [*((each.name, each.key[0]) for each in STEP_TABLES.values()), ("seal", 0)]:
        for row in readable_rows(connection, table):
            if row[place] < kept:
                yield table, row
            elif table in lost:
                lost[table] += 1


def _keep_used_prompts(connection: sqlite3.Connection) -> None:
    """Delete the prompts that no call sent, and the parts that belong to none."""
    connection.execute("DELETE FROM prompt WHERE sha NOT IN (SELECT prompt_sha FROM call)")
    used = {key for row in connection.execute("SELECT parts, schema FROM prompt") for key in part_keys(row[0] + row[1])}
    stray = [key for key in connection.execute("SELECT sha FROM part") if key[0] not in used]
    connection.executemany("DELETE FROM part WHERE sha = ?", stray)


def _marks(columns: int) -> str:
    return ", ".join("?" * columns)
