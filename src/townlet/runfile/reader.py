"""Read a run file: header, event log, memory streams, call log and vectors."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Generator, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from townlet.memory.record import Kind, Memory, MemoryId
from townlet.runfile.database import UNSEALED, format_of
from townlet.runfile.errors import OutsideRun, damaged, decoding, translated
from townlet.runfile.prompts import LOST_KEY, LOST_PROMPT, part_breaks, prompt_breaks, prompt_text
from townlet.runfile.rows import (
    CallFilter,
    CallRow,
    CallTotals,
    EventRow,
    ForkedFrom,
    MemoryText,
    PromptText,
    RecallRow,
    RunHeader,
    Snapshot,
    VectorRow,
)
from townlet.runfile.seal import Break, Chain, SealCheck, check_seal, content_hash, database_breaks
from townlet.runfile.statehash import hashed_query, state_hash_of
from townlet.state.encoding import MAX_TOWN_BYTES, decompress, load_json, memory_of, recalled_of

SqlParameters = tuple[Any, ...] | Mapping[str, Any]


class RunHandle:
    """A run file and its SQLite connection. Use it as a context manager; every method may raise RunFileError."""

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
        """Close the connection. Closing twice is harmless."""
        self._connection.close()

    @cached_property
    def header(self) -> RunHeader:
        """Town, seed, start, step length and configuration."""
        with decoding(self.path), translated(self.path):
            row = self._only("SELECT * FROM run")
            return _header_of(row, self.format, self._one(_FORKED_FROM) if self.sealed else row[-2:])

    @cached_property
    def format(self) -> int:
        """The version of the file's format."""
        with translated(self.path):
            return format_of(self._connection)

    @property
    def sealed(self) -> bool:
        """Whether the file carries a seal; files of older versions do not."""
        return self.format != UNSEALED

    def adopted_at(self) -> int | None:
        """Return the first step that was sealed as it was written, if the run began in an older version."""
        row = self._one("SELECT max(step) FROM origin WHERE kind = 'adoption'") if self.sealed else None
        return row[0] if row else None

    def check_seal(self, known: SealCheck | None = None) -> SealCheck:
        """Compare everything in the file with its seal, as it stands at one moment.

        `known` is an earlier check without breaks: then only what was written since is read.
        """
        with decoding(self.path), translated(self.path), self._one_moment():
            return check_seal(self._connection, known)

    def last_seal(self) -> SealCheck | None:
        """Return the last seal of a file that is known to be whole, from which `check_seal` can go on."""
        row = self._one("SELECT step, digest FROM seal ORDER BY step DESC LIMIT 1")
        return SealCheck(Chain(row[1]), row[0], []) if row else None

    @contextmanager
    def _one_moment(self) -> Iterator[None]:
        """Read all tables as they stand now, also while a process writes to the file."""
        self._connection.execute("BEGIN")
        try:
            yield
        finally:
            self._connection.execute("ROLLBACK")

    def check_database(self) -> list[Break]:
        """Return what SQLite finds wrong with the file, and rows that refer to missing ones."""
        with translated(self.path):
            return [*database_breaks(self._connection)]

    def check_parts(self) -> list[Break]:
        """Return the parts of prompts that are not what was sent or are missing."""
        with decoding(self.path), translated(self.path), self._one_moment():
            return [*part_breaks(self._connection)]

    def check_prompts(self) -> list[Break]:
        """Return the prompts that are not what was sent, each with the first step that sent it."""
        with translated(self.path), self._one_moment():
            return [*prompt_breaks(self._connection)]

    def repairs(self) -> list[str]:
        """Return what was found and lost in the repairs that the file comes from, also how many texts of prompts."""
        if not self.sealed:
            return []
        told = [
            label for (label,) in self._all("SELECT label FROM origin WHERE kind = 'repair' ORDER BY step, ordinal")
        ]
        [(lost,)] = self._all("SELECT count(*) FROM prompt WHERE schema = ?", (LOST_KEY,))
        return [*told, f"the texts of {lost:,} prompts are lost"] if lost else told

    def head(self) -> str | None:
        """Return the hash over everything in the file, in hexadecimal; None for a file without a seal."""
        return bytes(self._only("SELECT head FROM progress")[0]).hex() if self.sealed else None

    def content_hash(self) -> str:
        """Return a hash over what happened and what is remembered, in hexadecimal; empty for a file without a seal.

        It is the same however often a run was stopped, and whatever its calls took.
        """
        if not self.sealed:
            return ""
        return content_hash(bytes(leaves) for (leaves,) in self._all("SELECT leaves FROM seal ORDER BY step", ()))

    def last_step(self) -> int | None:
        """Return the last complete step; None if there is none."""
        [step, _] = self._only("SELECT last_step, state_hash FROM progress")
        return step if step is None else int(step)

    def stored_hash(self) -> str | None:
        """Return the state hash written when the run ended cleanly; None if it has not."""
        [_, state_hash] = self._only("SELECT last_step, state_hash FROM progress")
        return state_hash if state_hash is None else str(state_hash)

    def step_at(self, time: datetime) -> int:
        """Return the complete step that contains a game time. Raises OutsideRun for any other time."""
        start, last = self.header.start, self.last_step()
        end = start if last is None else self.header.time_of(last + 1)
        step = -1 if time < start else self.header.step_at(time)
        if last is None or not 0 <= step <= last:
            raise OutsideRun(
                f"{time:%Y-%m-%d %H:%M} is outside the run {self.path}, which goes from {start:%Y-%m-%d %H:%M} "
                f"to {end:%Y-%m-%d %H:%M}; give a time in between."
            )
        return step

    def _all(self, sql: str, parameters: SqlParameters = ()) -> Iterator[tuple[Any, ...]]:
        with translated(self.path):
            yield from self._connection.execute(sql, parameters)

    def _one(self, sql: str, parameters: SqlParameters = ()) -> tuple[Any, ...] | None:
        with translated(self.path):
            row: tuple[Any, ...] | None = self._connection.execute(sql, parameters).fetchone()
            return row

    def _only(self, sql: str) -> tuple[Any, ...]:
        row = self._one(sql)
        if row is None:
            raise damaged(self.path, "its header is missing")
        return row


def header_row(header: RunHeader, settings: str) -> tuple[Any, ...]:
    """Return a header as the columns of table `run`."""
    return (
        1,
        header.root_id,
        header.townlet,
        header.town,
        header.town_digest,
        str(header.seed),
        header.start.isoformat(),
        header.step_seconds,
        settings,
    )


_FORKED_FROM = "SELECT run, step, label FROM origin WHERE kind = 'fork' ORDER BY step DESC, ordinal DESC LIMIT 1"


def _header_of(row: tuple[Any, ...], version: int, forked: tuple[Any, ...] | None) -> RunHeader:
    _, _, townlet, town, digest, seed, start, step_seconds, settings = row[:9]
    return RunHeader(
        townlet=townlet,
        town=town,
        town_digest=digest,
        seed=int(seed),
        start=datetime.fromisoformat(start),
        step_seconds=step_seconds,
        settings=load_json(settings),
        forked_from=ForkedFrom(*forked) if forked and forked[0] is not None else None,
        format=version,
    )


LATEST = 2**62
"""A step that no run reaches: as the end of a range it means everything."""
EARLIEST = -LATEST


class RunReader(RunHandle):
    """A run file opened for reading: sees what its owner has committed. Reading changes nothing."""

    def town_files(self) -> dict[str, bytes]:
        """Return the town's files by their path in the town's folder."""
        with decoding(self.path):
            files, room = {}, MAX_TOWN_BYTES
            for name, data in self._all("SELECT path, packed FROM file ORDER BY path"):
                files[name] = decompress(data, room)
                room -= len(files[name])
            return files

    def events(
        self,
        from_step: int = EARLIEST,
        to_step: int = LATEST,
        agent: str | None = None,
        *,
        kinds: Collection[str] = (),
        phase: int | None = None,
    ) -> Iterator[EventRow]:
        """Yield the events from one step to another, both included, in the order in which they happened.

        `kinds` and `phase` restrict them to some; by default all are wanted.
        """
        wanted = {f"kind{place}": kind for place, kind in enumerate(kinds)}
        of_kind = f" AND kind IN ({', '.join(f':{key}' for key in wanted)})" if wanted else ""
        of_phase = "" if phase is None else " AND phase = :phase"
        where = f"step BETWEEN :a AND :b{_of(agent)}{of_kind}{of_phase}"
        sql = f"SELECT * FROM event WHERE {where} ORDER BY step, phase, agent, ordinal"
        parameters = {"a": from_step, "b": to_step, "agent": agent, "phase": phase, **wanted}
        yield from map(EventRow._make, self._all(sql, parameters))

    def memories(
        self,
        agent: str | None = None,
        until_step: int = LATEST,
        *,
        from_step: int = EARLIEST,
        kind: Kind | None = None,
    ) -> Iterator[Memory]:
        """Yield the memories made between two steps, both included: agent by agent, oldest first."""
        where = f"WHERE step BETWEEN :a AND :b{_of(agent)} ORDER BY agent, step, ordinal"
        parameters = {"a": from_step, "b": until_step, "agent": agent, "kind": kind}
        of_kind = "" if kind is None else "kind = :kind AND "
        # Memories first: whatever the owner adds meanwhile, all evidence of these is there by the second query.
        rows = list(self._all(f"SELECT * FROM memory {where.replace('WHERE ', f'WHERE {of_kind}')}", parameters))
        evidence = {
            key: tuple(MemoryId(*row[4:]) for row in group)
            for key, group in groupby(self._all(f"SELECT * FROM evidence {where}, place", parameters), _memory_key)
        }
        with decoding(self.path):
            yield from (memory_of(row, evidence.get(row[:3], ())) for row in rows)

    def memories_by_step(self, until_step: int = LATEST, *, from_step: int = EARLIEST) -> Iterator[Memory]:
        """Yield everybody's memories between two steps, both included, in the order in which they were made."""
        where = "WHERE step BETWEEN :a AND :b ORDER BY step, agent, ordinal"
        between = {"a": from_step, "b": until_step}
        rows = self._all(f"SELECT * FROM memory {where}", between)
        groups = groupby(self._all(f"SELECT * FROM evidence {where}, place", between), _memory_key)
        of, cited = next(groups, _NO_MORE)
        with decoding(self.path):
            for row in rows:
                evidence: tuple[MemoryId, ...] = ()
                if of == row[:3]:
                    evidence = tuple(MemoryId(*source[4:]) for source in cited)
                    of, cited = next(groups, _NO_MORE)
                yield memory_of(row, evidence)

    def memory_texts(self, until_step: int = LATEST) -> Iterator[MemoryText]:
        """Yield the words of everybody's memories until a step, in order of steps, without those of a spoken line."""
        which = "WHERE step <= ? AND utterance = '' ORDER BY step, agent, ordinal"
        sql = f"SELECT step, agent, kind, text FROM memory {which}"
        yield from map(MemoryText._make, self._all(sql, (until_step,)))

    def recalls(
        self, until_step: int = LATEST, agent: str | None = None, *, from_step: int = EARLIEST
    ) -> Iterator[RecallRow]:
        """Yield which memories were retrieved between two steps, both included, in order of steps."""
        sql = f"SELECT * FROM recall WHERE step BETWEEN :a AND :b{_of(agent)} ORDER BY step, agent"
        with decoding(self.path):
            for step, who, text in self._all(sql, {"a": from_step, "b": until_step, "agent": agent}):
                yield RecallRow(step, who, recalled_of(who, text))

    def calls(self, which: CallFilter | None = None, by_time: bool = False) -> Generator[CallRow, None, None]:
        """Yield the calls that pass a filter, ordered by (agent, step, path, attempt) or by time."""
        order = "step, agent, length(path), path, attempt" if by_time else "agent, step, path, attempt"
        sql = f"SELECT * FROM call WHERE {_PASSES} ORDER BY {order}"
        for row in self._all(sql, vars(which or CallFilter())):
            yield _call_of(row)

    def calls_of(self, agent: str, step: int) -> Iterator[CallRow]:
        """Yield every attempt at every call of one agent at one step, in order."""
        rows = self._all("SELECT * FROM call WHERE agent = ? AND step = ? ORDER BY path, attempt", (agent, step))
        for row in rows:
            yield _call_of(row)

    def prompt(self, sha: str) -> PromptText:
        """Return the prompt with this `prompt_sha`. Raises KeyError if the run never sent it."""
        with decoding(self.path), translated(self.path):
            found = prompt_text(self._connection, sha)
        if found is None:
            raise KeyError(sha)
        if found.sha != sha and found != LOST_PROMPT:
            raise damaged(self.path, f"the prompt {sha} is not what was sent")
        return found

    def call_totals(self, by: Literal["agent", "name", "model", "status"]) -> list[CallTotals]:
        """Return tokens and money by agent, prompt, model or status. Calls that a fork inherited do not count."""
        rows = self._all(f"SELECT {by}, {_TOTALS} FROM call WHERE step >= ? GROUP BY 1 ORDER BY 1", (self._own_from,))
        return [CallTotals(*row) for row in rows]

    def totals(self) -> CallTotals:
        """Return tokens and money of all calls. Calls that a fork inherited do not count: another run paid for them."""
        [row] = self._all(f"SELECT 'all', {_TOTALS} FROM call WHERE step >= ?", (self._own_from,))
        return CallTotals(*row)

    def asked_anew(self) -> CallTotals:
        """Return tokens and money of replies in whose place another prompt was answered: those of guesses that did not
        come true, and those for what a command then changed. Replies of turns that nobody took at all do not count."""
        anew = (
            "EXISTS (SELECT 1 FROM call AS later WHERE (later.agent, later.step, later.path) = "
            "(call.agent, call.step, call.path) AND later.attempt > call.attempt "
            "AND later.status = 'answered' AND later.prompt_sha <> call.prompt_sha)"
        )
        where = f"step >= ? AND status = 'answered' AND agent <> '' AND {anew}"
        [row] = self._all(f"SELECT 'asked anew', {_TOTALS} FROM call WHERE {where}", (self._own_from,))
        return CallTotals(*row)

    @property
    def _own_from(self) -> int:
        """The first step that was not inherited from the run that this one was forked from."""
        forked = self.header.forked_from
        return forked.step if forked else EARLIEST

    def intent(self, key: str) -> str | None:
        """Return run metadata that its user may change, such as the intended days. No hash covers it."""
        row = self._one("SELECT value FROM intent WHERE key = ?", (key,))
        return row[0] if row else None

    def vectors(self, embedder: str) -> Iterator[VectorRow]:
        """Yield the stored vectors of an embedder, ordered by the hash of their text."""
        sql = "SELECT embedder, text_sha, number, packed FROM vector WHERE embedder = ? ORDER BY text_sha"
        with decoding(self.path):
            for name, text_sha, number, data in self._all(sql, (embedder,)):
                yield VectorRow(name, text_sha, number, decompress(data))

    def snapshot(self, until_step: int = LATEST) -> Snapshot | None:
        """Return the latest snapshot at or before a step; None if there is none."""
        row = self._one("SELECT * FROM snapshot WHERE step <= ? ORDER BY step DESC LIMIT 1", (until_step,))
        with decoding(self.path):
            return Snapshot(row[0], decompress(row[1])) if row else None

    def snapshots(self) -> Iterator[Snapshot]:
        """Yield all snapshots in order of steps."""
        with decoding(self.path):
            for step, packed in self._all("SELECT * FROM snapshot ORDER BY step"):
                yield Snapshot(step, decompress(packed))

    def snapshot_steps(self) -> list[int]:
        """Return the steps that have a snapshot, in order."""
        return [step for (step,) in self._all("SELECT step FROM snapshot ORDER BY step")]

    def plan_reasons(self, from_step: int, to_step: int) -> Iterator[tuple[int, str, tuple[int, int], str]]:
        """Yield (step, agent, version, reason) for each change of mind, between two steps that are both included, that
        holds a plan with a reason. A version is the step at which a plan was made and how often it was revised."""
        # SQLite takes the values out of the JSON. Decoding all changes of a long run would take seconds.
        sql = """
            SELECT step, agent, coalesce(json_extract(data, '$.plan.made'), 0),
                coalesce(json_extract(data, '$.plan.revision'), 0), json_extract(data, '$.plan.reason')
            FROM event WHERE kind = 'MindChanged' AND step BETWEEN ? AND ? AND instr(data, '"reason":')
            ORDER BY step, phase, agent, ordinal
        """
        for step, agent, made, revision, reason in self._all(sql, (from_step, to_step)):
            if reason:
                yield step, agent, (made, revision), reason

    def memory_counts(self, until_step: int = LATEST) -> dict[str, dict[Kind, int]]:
        """Return how many memories of each kind each agent has made up to and including a step."""
        counts: dict[str, dict[Kind, int]] = {}
        sql = "SELECT agent, kind, count(*) FROM memory WHERE step <= ? GROUP BY agent, kind"
        for agent, kind, count in self._all(sql, (until_step,)):
            counts.setdefault(agent, {})[kind] = count
        return counts

    def state_hash(self, last_step: int | None = None) -> str:
        """Recompute the state hash up to and including a step; by default the last complete one."""
        with decoding(self.path), translated(self.path):
            return state_hash_of(self._connection, self.header, self.last_step() if last_step is None else last_step)

    def hashed_rows(self, table: str, last_step: int) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a table that the state hash covers, up to and including a step, in the order of the
        hash."""
        yield from self._all(*hashed_query(table, last_step))


_NO_MORE: tuple[None, tuple[()]] = (None, ())


def _of(agent: str | None) -> str:
    return "" if agent is None else " AND agent = :agent"


def _call_of(row: tuple[Any, ...]) -> CallRow:
    return CallRow._make((*row[:-2], bool(row[-2]), bool(row[-1])))


def _memory_key(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return row[:3]


_PASSES = """
    (:agent IS NULL OR agent = :agent) AND (:name IS NULL OR name = :name)
    AND (:status IS NULL OR status = :status)
    AND (:from_step IS NULL OR step >= :from_step) AND (:to_step IS NULL OR step <= :to_step)
"""
_ESTIMATED = "status = 'answered' AND ceiling_tokens > 0 AND prompt_tokens + answer_tokens = ceiling_tokens"
"""The calls whose `CallRow.estimated` is true."""
_TOTALS = f"""
    coalesce(sum(status = 'answered' AND NOT fallback AND NOT from_cache), 0),
    coalesce(sum(prompt_tokens), 0), coalesce(sum(answer_tokens), 0),
    coalesce(sum(cached_tokens), 0), coalesce(sum(cache_written_tokens), 0),
    coalesce(sum(reasoning_tokens), 0), total(cost),
    coalesce(sum(status = 'sent'), 0), coalesce(sum(status = 'failed'), 0), coalesce(sum(fallback), 0),
    coalesce(sum(from_cache), 0),
    total(CASE WHEN status = 'answered' THEN 0 ELSE ceiling END),
    coalesce(sum(CASE WHEN status = 'answered' THEN 0 ELSE ceiling_tokens END), 0),
    coalesce(sum({_ESTIMATED}), 0), total(CASE WHEN {_ESTIMATED} THEN cost END),
    coalesce(sum(CASE WHEN {_ESTIMATED} THEN ceiling_tokens END), 0)
"""
