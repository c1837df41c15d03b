"""Repair of run files: a new file with all that is good of a damaged one, or a sealed copy of an old file."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from townlet.runfile.database import UNSEALED, connect
from townlet.runfile.errors import NOT_AS_WRITTEN, NotARunFile, RunDamaged, RunExists, RunFileError, damaged, translated
from townlet.runfile.files import RunFile, add_origin, add_progress, draft_of, new_file, open_unchecked, path_of
from townlet.runfile.lock import real_name
from townlet.runfile.prompts import LOST_KEY, part_keys, prompt_text
from townlet.runfile.reader import RunReader, header_row
from townlet.runfile.rows import ForkedFrom
from townlet.runfile.salvage import Salvage, salvage
from townlet.runfile.seal import (
    GENESIS,
    INTENT,
    OPEN,
    STEP_TABLES,
    Chain,
    Row,
    genesis_seal,
    insert_seal,
    seal_all,
)
from townlet.runfile.statehash import HASHED_TABLES
from townlet.runfile.verification import find_breaks
from townlet.runfile.writer import insert_rows
from townlet.state.encoding import canonical, compress, decompress, recalled_of, recalled_text
from townlet.town import builtin_towns, town_files
from townlet.town.town import digest_of

_COUNTED = ("event", "memory", "call")


@dataclass(frozen=True)
class Repair:
    """What a repair kept, and what it could not keep."""

    path: Path
    """The new file."""
    breaks: tuple[str, ...]
    """The damage that was found, the earliest step first; empty if only a seal was missing."""
    kept_steps: int
    lost_steps: int
    lost: dict[str, int]
    """How many rows of a table the new file lacks, as far as the seals tell. Events, memories and calls are always
    here; `prompt` counts the prompts whose text is lost."""
    adopted: bool
    """Whether the file was written before runs were sealed, and is sealed from now on."""
    mended: int = 0
    """How many rows had a flipped bit that was turned back."""
    cut_by: str = ""
    """What ended the kept part before the end of the run; empty if nothing did."""


def repair_run(source: RunFile, destination: Path | str, town: str | Path | None = None) -> Repair | None:
    """Write what is good of a run file to a new file, and return what was lost; None if nothing needs repair.

    The source stays as it is. All steps are kept before the first one that lacks an event. What is lost of memories,
    calls, prompts and other tables is left out, and counted. A file of the town that is lost is
    taken from the folder or built-in town `town`, or from any built-in town, if it is the same. A file without a seal
    is copied and sealed.

    Raises RunExists rather than overwrite, RunDamaged if nothing can be kept, NotARunFile, TownError.
    """
    source, destination = path_of(source), Path(destination)
    if destination.exists():
        raise RunExists(f"{destination} exists already; choose another name, or delete it first.")
    towns = builtin_towns() if town is None else (town,)
    refusal: RunDamaged | NotARunFile | None = None
    try:
        with open_unchecked(source) as run:
            found = [str(each) for each in find_breaks(run)]
            if run.format == UNSEALED:
                return _adopt(run, destination, found)
    except (NotARunFile, RunDamaged) as error:
        refusal, found = error, [getattr(error, "why", "") or str(error)]
    try:
        return _save(source, destination, found, towns) if found else None
    except RunDamaged as error:
        if isinstance(refusal, NotARunFile):
            raise refusal from error
        raise RunDamaged(f"Nothing of run file {source} can be kept: {error.why or error}") from error


def _adopt(run: RunReader, destination: Path, breaks: list[str]) -> Repair:
    """Copy a file of the old format, and seal it. Its past is taken as it is: nothing can show that it was altered."""
    stored, last = run.stored_hash(), run.last_step()
    if breaks or (stored is not None and stored != run.state_hash()):
        found = breaks[0] if breaks else "its state hash is not the one that it ended with"
        raise RunFileError(
            f"Nothing of run file {run.path} can be kept: {found}, and without a seal nothing says which steps are "
            f"good."
        )
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


def _save(source: Path, destination: Path, breaks: list[str], towns: Sequence[str | Path]) -> Repair:
    with translated(source), draft_of(destination) as draft:
        found = salvage(_content(source), lambda: [row for town in towns for row in _rows_of_town(town)])
        if not found.rows(GENESIS, "run"):
            raise damaged(source, "its header or its first seal is lost")
        kept, cut_by = _good_until(found)
        with new_file(draft) as new:
            chain = _copy(new, found, _files(source, found, towns), kept)
            lost = {table: found.expected(table) - _count(new, table) for table in STEP_TABLES}
            lost["prompt"] = _copy_prompts(new, found)
            lost = {table: count for table, count in lost.items() if count or table in _COUNTED}
            if any(lost.get(table) for table in HASHED_TABLES):
                chain.state_hash = None
            what = ", ".join(f"{count:,} of {table}" for table, count in lost.items() if count) or "nothing"
            run = str(new.execute("SELECT id FROM run").fetchone()[0])
            origin = ForkedFrom(run, kept, f"{breaks[0]}; lost: {what}; turned back: {found.mended:,} bits")
            chain.add("origin", [add_origin(new, "repair", origin)])
            add_progress(new, chain)
        with open_unchecked(draft) as copy:
            if left := find_breaks(copy):
                raise damaged(source, f"the damage goes on after the cut: {left[0]}")
    lived = max(kept, found.last_seen + 1)
    return Repair(
        destination, tuple(breaks), kept, lived - kept, lost, adopted=False, mended=found.mended, cut_by=cut_by
    )


def _content(source: Path) -> bytes:
    """Return the bytes of a run file, with what is still in the log or the journal of a killed process."""
    name = real_name(source)
    if not any(name.with_name(name.name + ending).exists() for ending in ("-wal", "-journal")):
        return name.read_bytes()
    with TemporaryDirectory() as folder:
        copy = Path(folder, name.name)
        for ending in ("", "-wal", "-journal"):
            with contextlib.suppress(FileNotFoundError):
                shutil.copy(name.with_name(name.name + ending), copy.with_name(copy.name + ending))
        with contextlib.suppress(sqlite3.Error), contextlib.closing(connect(copy, "rw")) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        return copy.read_bytes()


def _rows_of_town(town: str | Path) -> list[Row]:
    return [(name, compress(data)) for name, data in sorted(town_files(town).items())]


def _files(source: Path, found: Salvage, towns: Sequence[str | Path]) -> list[Row]:
    """Return the files of the town. Those that are lost may be missing if they do not change what happens."""
    rows, [header] = found.rows(GENESIS, "file"), found.rows(GENESIS, "run")
    if not found.missing(GENESIS, "file"):
        return rows
    for each in (rows, *map(_rows_of_town, towns)):
        with contextlib.suppress(*NOT_AS_WRITTEN):
            if digest_of({name: decompress(packed) for name, packed in each}) == header[4]:
                return each
    raise damaged(source, "a file of its town is lost, and no town here is the same; name its folder with --town")


def _good_until(found: Salvage) -> tuple[int, str]:
    """Return the first step that is not good, and why that is so; empty if all steps are good."""
    before = GENESIS
    for step in found.seals[1:]:
        if count := found.missing(step, "event"):
            return before + 1, f"table event lacks {count:,} rows of the steps {before + 1:,} to {step:,}"
        before = step
    if not found.has_head:
        return before + 1, f"the seals after step {before:,} are lost; so are the run's budget, prices and length"
    return (0 if found.last_step is None else found.last_step + 1), ""


def _copy(new: sqlite3.Connection, found: Salvage, files: list[Row], kept: int) -> Chain:
    """Write the good rows before a step, and seal them anew. Seals that lack nothing are as before."""
    for table, rows in (("run", found.rows(GENESIS, "run")), ("file", files)):
        new.executemany(f"INSERT INTO {table} VALUES ({_marks(len(rows[0]))})", rows)
    seal = genesis_seal(new)
    new.execute(f"INSERT INTO seal VALUES ({_marks(3)})", seal)
    chain = Chain(seal[2])
    memories: set[Row] = set()
    lacks_memories = any(found.missing(step, "memory") for step in found.seals)
    for step in (step for step in found.seals[1:] if step < kept):
        for table in STEP_TABLES:
            rows = found.rows(step, table)
            if table == "memory":
                memories.update(row[:3] for row in rows)
            elif table == "evidence":
                rows = [row for row in rows if row[:3] in memories and row[4:] in memories]
            elif table == "recall" and lacks_memories:
                rows = [_without_lost(row, memories) for row in rows]
            insert_rows(new, chain, table, rows)
        chain.complete(step)
        insert_seal(new, chain)
    if kept > chain.open_step:
        chain.complete(kept - 1)
    chain.intents = dict(found.rows(OPEN, INTENT))
    new.executemany("INSERT INTO intent VALUES (?, ?)", sorted(chain.intents.items()))
    if found.has_head and found.last_step == chain.last_step:
        chain.state_hash = found.state_hash
        for table in STEP_TABLES:
            insert_rows(new, chain, table, found.rows(OPEN, table))
    return chain


def _without_lost(recall: Row, memories: set[Row]) -> Row:
    """Return a recall without memories that are lost, which no stream of memories has."""
    step, agent, text = recall
    kept = [memory for memory in recalled_of(agent, text) if memory in memories]
    return (step, agent, recalled_text(agent, kept))


def _count(new: sqlite3.Connection, table: str) -> int:
    return int(new.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def _copy_prompts(new: sqlite3.Connection, found: Salvage) -> int:
    """Write the prompts of the calls, and return how many are lost. Of those only the hash is kept."""
    new.executemany("INSERT INTO part VALUES (?, ?)", found.parts.values())
    new.executemany("INSERT INTO prompt VALUES (?, ?, ?)", found.prompts.values())
    sent = [sha for (sha,) in new.execute("SELECT DISTINCT prompt_sha FROM call")]
    texts = [prompt_text(new, sha) for sha in sent]
    lost = [sha for sha, text in zip(sent, texts, strict=True) if text is None or text.sha != sha]
    new.executemany("INSERT OR REPLACE INTO prompt VALUES (?, ?, ?)", [(sha, b"", LOST_KEY) for sha in lost])
    new.execute("DELETE FROM prompt WHERE sha NOT IN (SELECT prompt_sha FROM call)")
    used = {
        key for parts, schema in new.execute("SELECT parts, schema FROM prompt") for key in (*part_keys(parts), schema)
    }
    new.executemany("DELETE FROM part WHERE sha = ?", [(key,) for key in found.parts.keys() - used])
    if lost:
        new.execute("INSERT OR IGNORE INTO part VALUES (?, '')", (LOST_KEY,))
    return len(lost)


def _marks(columns: int) -> str:
    return ", ".join("?" * columns)
