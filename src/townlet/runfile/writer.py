"""Writing a run file: atomic changes, grouped commits, and durable writes of model calls."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import RLock

from townlet.memory.record import Memory
from townlet.runfile.checked import remember_closed
from townlet.runfile.errors import DiskFull, RowsRefused, translated
from townlet.runfile.inbox import Letter, discard_letters, waiting_letters
from townlet.runfile.lock import RunLock, real_name
from townlet.runfile.prompts import store_prompt
from townlet.runfile.reader import RunReader
from townlet.runfile.rows import CallRow, EventRow, PromptText, RecallRow, VectorRow
from townlet.runfile.seal import Chain, Row, insert_seal
from townlet.state.encoding import compress, memory_row, recalled_text

_CACHE_KIB = 4_096
"""SQLite's page cache, which a run of some days fills: it holds what is written to again and again. The system keeps
the rest of the file, in memory that it can take back."""


class Transaction:
    """Collect changes until they are committed. Any thread may use it; changes run one at a time."""

    def __init__(self, path: Path, connection: sqlite3.Connection, chain: Chain) -> None:
        self._path = path
        self._connection = connection
        self.chain = chain
        """The seal of everything written so far. Changes that are undone are taken back here too."""
        self._committed = chain.copy()
        self._lock = RLock()
        self._changes = 0
        self._lost = False
        self.stored_parts: dict[str, bytes] = {}
        """Parts of prompts that are in the file, with their keys. A rollback clears it."""
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")

    @contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """Make a change that is atomic: an error inside undoes all of it."""
        with self._lock, translated(self._path):
            self._refuse_after_loss()
            if not self._connection.in_transaction:
                self._connection.execute("BEGIN IMMEDIATE")
            self._connection.execute("SAVEPOINT change")
            before = self.chain.copy()
            try:
                yield self._connection
                self._connection.execute("RELEASE change")
            except BaseException:
                self._undo(before)
                raise
            self._changes += 1

    def commit(self) -> None:
        """Commit the changes so far. They survive a crash of this process."""
        with self._lock, translated(self._path):
            if self._connection.in_transaction:
                with self.change():
                    insert_seal(self._connection, self.chain)
                    tail = self.chain.tail
                    self._connection.execute("UPDATE progress SET tail = ?, head = ?", (tail, self.chain.head(tail)))
                try:
                    self._connection.execute("COMMIT")
                except sqlite3.Error:
                    self.stored_parts.clear()
                    self._record_loss()
                    raise
                self._committed = self.chain.copy()
            self._changes = 0

    @contextmanager
    def durable(self) -> Iterator[None]:
        """Commit the changes made inside and flush them to disk, so that they survive a power failure."""
        with self._lock:
            self.commit()
            self._connection.execute("PRAGMA synchronous = FULL")
            try:
                yield
                self.commit()
            finally:
                self._abandon()
                self._connection.execute("PRAGMA synchronous = NORMAL")

    def end(self) -> None:
        """Merge the write-ahead log into the run file. If other processes read the file, the next owner does that."""
        with contextlib.suppress(sqlite3.OperationalError):
            self._abandon()
            self._connection.execute("PRAGMA busy_timeout = 1000")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._connection.execute("PRAGMA journal_mode = DELETE")

    def _abandon(self) -> None:
        if self._connection.in_transaction:
            self.stored_parts.clear()
            self._connection.execute("ROLLBACK")
            self.chain = self._committed.copy()

    def _undo(self, chain: Chain) -> None:
        self.stored_parts.clear()
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK TO change")
            self._connection.execute("RELEASE change")
            self.chain = chain
        else:
            self.chain = self._committed.copy()
        self._record_loss()

    def _record_loss(self) -> None:
        """Note if earlier changes are lost: on a full disk, SQLite may roll back the whole transaction."""
        if self._changes and not self._connection.in_transaction:
            self._lost = True

    def _refuse_after_loss(self) -> None:
        """Raise DiskFull after a loss, because later steps would leave a gap."""
        if self._lost:
            raise DiskFull(f"The last steps of {self._path} could not be written; free some space, then resume.")


def insert_rows(connection: sqlite3.Connection, chain: Chain, table: str, rows: Iterable[Row]) -> None:
    """Write new rows of a table, which the seal of their step will cover."""
    rows = list(rows)
    if rows:
        chain.add(table, rows)
        connection.executemany(f"INSERT INTO {table} VALUES ({_marks(len(rows[0]))})", rows)


def insert_call(connection: sqlite3.Connection, chain: Chain, row: CallRow) -> None:
    """Write a new call, or the outcome of a call that was sent. Raises RowsRefused for a second outcome."""
    if stored := connection.execute(_CALL, row).fetchone():
        # SQLite returns 0 for 0.0 here, but 0.0 whenever the row is read again.
        numbers = zip(CallRow._fields, stored, strict=True)
        stored = tuple(float(value) if name in _REAL and value is not None else value for name, value in numbers)
        chain.add("call", [stored])
        return
    known = connection.execute(_KNOWN_CALL, row[:4]).fetchone()
    if known != (row.prompt_sha, row.status, row.reply) or row.status == "sent":
        raise RowsRefused(
            f"The call of {row.agent} at step {row.step}, {row.path}, attempt {row.attempt} has already been "
            f"recorded as {known[1]}; record a new request as a new attempt."
        )


def _marks(columns: int) -> str:
    return ", ".join("?" * columns)


_OUTCOME = CallRow._fields[CallRow._fields.index("status") :]
_CALL = f"""
    INSERT INTO call VALUES ({_marks(len(CallRow._fields))}) ON CONFLICT DO UPDATE
    SET {", ".join(f"{column} = excluded.{column}" for column in _OUTCOME)}
    WHERE call.status = 'sent' AND excluded.status <> 'sent' AND call.prompt_sha = excluded.prompt_sha
    RETURNING *
"""
_REAL = ("cost", "ceiling", "temperature", "seconds")
_KNOWN_CALL = """
    SELECT prompt_sha, status, reply FROM call WHERE agent = ? AND step = ? AND path = ? AND attempt = ?
"""


class RunWriter(RunReader):
    """The owner of a run file. Each write is atomic. Methods may be called from any thread.

    Steps are committed one by one, or those of each `steps_a_commit` steps of the run together. A crash loses at most
    the steps since the last commit, and never a part of a step.
    """

    def __init__(
        self, path: Path, connection: sqlite3.Connection, lock: RunLock, chain: Chain, steps_a_commit: int = 1
    ) -> None:
        super().__init__(path, connection)
        self._lock = lock
        self._steps_a_commit = steps_a_commit
        self._closed = False
        with translated(path):
            self._transaction = Transaction(path, connection, chain)

    def commit_step(
        self,
        step: int,
        events: Iterable[EventRow] = (),
        memories: Iterable[Memory] = (),
        recalls: Iterable[RecallRow] = (),
        snapshot: bytes | None = None,
    ) -> None:
        """Write everything that happened in a step, and record it as complete. The next commit seals it.

        Raises RowsRefused for rows that contradict the file, such as a repeated row or evidence that does not exist.
        """
        memories = tuple(memories)
        evidence = ((*memory.id, place, *source) for memory in memories for place, source in enumerate(memory.evidence))
        recalled = ((row.step, row.agent, recalled_text(row.agent, row.memories)) for row in recalls)
        with self._change() as (connection, chain):
            if step < chain.open_step:
                raise RowsRefused(f"Step {step} is already complete; the last complete step is {chain.last_step}.")
            insert_rows(connection, chain, "event", events)
            # Memories come before their evidence, which may refer to memories of the same step.
            insert_rows(connection, chain, "memory", map(memory_row, memories))
            insert_rows(connection, chain, "evidence", evidence)
            insert_rows(connection, chain, "recall", recalled)
            insert_rows(connection, chain, "snapshot", [(step, compress(snapshot))] if snapshot is not None else [])
            chain.complete(step)
            connection.execute("UPDATE progress SET last_step = ?, state_hash = NULL", (step,))
        if (step + 1) % self._steps_a_commit == 0:
            self.flush()

    @contextmanager
    def _change(self) -> Iterator[tuple[sqlite3.Connection, Chain]]:
        """Make a change that is atomic, with the chain to which its rows are added."""
        with self._transaction.change() as connection:
            yield connection, self._transaction.chain

    def commit_commands(self, step: int, events: Iterable[EventRow], letters: Sequence[Letter] = ()) -> None:
        """Write the events of commands before their step runs. They are on disk when this returns.

        Their letters are deleted from the inbox. A letter that a crash leaves there is not taken again.
        """
        with self._transaction.durable(), self._change() as (connection, chain):
            insert_rows(connection, chain, "event", events)
            insert_rows(connection, chain, "letter", ((letter.name, step) for letter in letters))
        discard_letters(self.path, letters)

    def letters(self) -> tuple[Letter, ...]:
        """Return the letters in the inbox, oldest first, without those whose content is committed."""
        found = waiting_letters(self.path)
        if not found:
            return ()
        taken = {name for (name,) in self._all("SELECT name FROM letter")}
        discard_letters(self.path, [letter for letter in found if letter.name in taken])
        return tuple(letter for letter in found if letter.name not in taken)

    def record_calls(
        self, calls: Iterable[CallRow], prompts: Iterable[PromptText] = (), *, durable: bool = True
    ) -> None:
        """Write calls and their prompts. Durable calls are on disk when this returns, others with the next commit.

        Raises RowsRefused rather than overwrite a call that may have been paid for.
        """
        commit = self._transaction.durable() if durable else contextlib.nullcontext()
        with commit, self._change() as (connection, chain):
            for prompt in prompts:
                store_prompt(connection, prompt, self._transaction.stored_parts)
            for call in calls:
                insert_call(connection, chain, call)

    def intend(self, key: str, value: str) -> None:
        """Store run metadata that its user may change later, such as the budget, in place of the old value."""
        with self._transaction.durable(), self._change() as (connection, chain):
            connection.execute("INSERT OR REPLACE INTO intent VALUES (?, ?)", (key, value))
            chain.intents[key] = value

    def store_vectors(self, vectors: Iterable[VectorRow], *, durable: bool = False) -> None:
        """Store vectors, which a replay reads instead of embedding. An existing vector of a text stays."""
        commit = self._transaction.durable() if durable else contextlib.nullcontext()
        with commit, self._change() as (connection, chain):
            for vector in vectors:
                row = (vector.embedder, vector.text_sha, chain.open_step, vector.number, compress(vector.data))
                if connection.execute("INSERT OR IGNORE INTO vector VALUES (?, ?, ?, ?, ?)", row).rowcount:
                    chain.add("vector", [row])

    def flush(self) -> None:
        """Commit the steps that are written but not yet committed."""
        self._transaction.commit()

    def finish(self) -> str:
        """Store and return the state hash of a finished run."""
        state_hash = self.state_hash()
        with self._change() as (connection, chain):
            connection.execute("UPDATE progress SET state_hash = ?", (state_hash,))
            chain.state_hash = state_hash
        self.flush()
        return state_hash

    def close(self) -> None:
        """Commit everything, merge it into one file and release the run's lock. Closing twice does nothing."""
        if self._closed:
            return
        self._closed = True
        try:
            try:
                self.flush()
            finally:
                self._transaction.end()
                super().close()
            remember_closed(real_name(self.path))
        finally:
            self._lock.release()


@dataclass
class _Batch:
    calls: list[CallRow] = field(default_factory=list)
    prompts: list[PromptText] = field(default_factory=list)
    written: asyncio.Task[None] | None = None


class CallRecorder:
    """Write calls durably in a thread, so that the event loop goes on. Calls that wait are written together.

    A run has one recorder.
    """

    def __init__(self, run: RunWriter) -> None:
        self._run = run
        self._waiting: _Batch | None = None
        self._disk = asyncio.Lock()

    async def record(self, calls: Iterable[CallRow], prompts: Iterable[PromptText] = ()) -> None:
        """Write calls and their prompts. They are on disk when this returns.

        Raises the errors of `RunWriter.record_calls`, for all calls that were written together.
        """
        batch = self._waiting or self._new_batch()
        batch.calls += calls
        batch.prompts += prompts
        assert batch.written is not None
        await asyncio.shield(batch.written)

    def _new_batch(self) -> _Batch:
        batch = self._waiting = _Batch()
        batch.written = asyncio.create_task(self._write(batch))
        return batch

    async def _write(self, batch: _Batch) -> None:
        async with self._disk:
            self._waiting = None
            await asyncio.to_thread(self._run.record_calls, batch.calls, batch.prompts)
