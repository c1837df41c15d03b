"""Writing a run file: whole steps or nothing, and paid replies before anything else."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

from townlet.engine.runfile import insert
from townlet.engine.runfile.encoding import packed
from townlet.engine.runfile.errors import translated
from townlet.engine.runfile.inbox import Letter, discard, waiting
from townlet.engine.runfile.lock import Lock
from townlet.engine.runfile.prompts import store_prompt
from townlet.engine.runfile.read import RunReader
from townlet.engine.runfile.rows import CallRow, EventRow, PromptText, RecallRow, Snapshot, VectorRow
from townlet.engine.runfile.transaction import Transaction
from townlet.memory.record import Memory


class RunWriter(RunReader):
    """The owner of a run file. Whatever is written is written as a whole or not at all.

    Steps are committed as they come, or `steps_a_commit` at a time; a crash loses at most the steps since the last
    commit, and only whole ones. Methods may be called from any thread.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: Lock, steps_a_commit: int = 1) -> None:
        super().__init__(path, connection)
        self._lock = lock
        self._steps_a_commit = steps_a_commit
        self._waiting_steps = 0
        self._closed = False
        with translated(path):
            self._transaction = Transaction(path, connection)

    def commit_step(
        self,
        step: int,
        events: Iterable[EventRow] = (),
        memories: Iterable[Memory] = (),
        recalls: Iterable[RecallRow] = (),
        snapshot: bytes | None = None,
    ) -> None:
        """Write all that happened in a step, which is complete with it. Raises RowsRefused for rows that contradict
        the file: a row written before, evidence that nobody remembers.
        """
        with self._transaction.change() as connection:
            insert.events(connection, events)
            insert.memories(connection, memories)
            insert.recalls(connection, recalls)
            if snapshot is not None:
                insert.snapshot(connection, Snapshot(step, snapshot))
            insert.progress(connection, step)
        self._waiting_steps += 1
        if self._waiting_steps >= self._steps_a_commit:
            self.flush()

    def commit_commands(self, step: int, events: Iterable[EventRow], letters: Sequence[Letter] = ()) -> None:
        """Write what people ordered, before the step thinks: on the disk when this returns. The letters leave the
        inbox, and are not taken again even if a crash comes between.
        """
        with self._transaction.durable(), self._transaction.change() as connection:
            insert.events(connection, events)
            connection.executemany("INSERT INTO letter VALUES (?, ?)", [(letter.name, step) for letter in letters])
        discard(self.path, letters)

    def letters(self) -> tuple[Letter, ...]:
        """What waits in the inbox, oldest first, without what was committed already."""
        taken = {name for (name,) in self._all("SELECT name FROM letter")}
        found = waiting(self.path)
        discard(self.path, [letter for letter in found if letter.name in taken])
        return tuple(letter for letter in found if letter.name not in taken)

    def record_calls(
        self, calls: Iterable[CallRow], prompts: Iterable[PromptText] = (), *, durable: bool = True
    ) -> None:
        """Write calls and the prompts that they sent. Durable calls are on the disk when this returns; others
        are committed with the next step. Raises RowsRefused rather than overwrite what may have been paid for.
        """
        commit = self._transaction.durable() if durable else contextlib.nullcontext()
        with commit, self._transaction.change() as connection:
            for prompt in prompts:
                store_prompt(connection, prompt, self._transaction.stored_parts)
            for call in calls:
                insert.call(connection, call)

    def intend(self, key: str, value: str) -> None:
        """Note what the person who runs it means to do, instead of what was noted under that key before."""
        with self._transaction.durable(), self._transaction.change() as connection:
            connection.execute("INSERT OR REPLACE INTO intent VALUES (?, ?)", (key, value))

    def store_vectors(self, vectors: Iterable[VectorRow], *, durable: bool = False) -> None:
        """Keep embeddings, so that no replay has to embed. A text that has its vector keeps it."""
        commit = self._transaction.durable() if durable else contextlib.nullcontext()
        with commit, self._transaction.change() as connection:
            rows = ((*vector[:3], packed(vector.data)) for vector in vectors)
            connection.executemany("INSERT OR IGNORE INTO vector VALUES (?, ?, ?, ?)", rows)

    def store_snapshot(self, snapshot: Snapshot) -> None:
        """Keep the state after a step that is complete."""
        with self._transaction.change() as connection:
            insert.snapshot(connection, snapshot)

    def flush(self) -> None:
        """Commit the steps that wait for it."""
        self._transaction.commit()
        self._waiting_steps = 0

    def finish(self) -> str:
        """Write down the state hash of a run that has come to its end, and return it."""
        state_hash = self.state_hash()
        with self._transaction.change() as connection:
            connection.execute("UPDATE progress SET state_hash = ?", (state_hash,))
        self.flush()
        return state_hash

    def close(self) -> None:
        """Commit what waits, make one file of it and give the run up. Closing twice is harmless."""
        if self._closed:
            return
        self._closed = True
        try:
            self.flush()
        finally:
            self._transaction.end()
            super().close()
            self._lock.release()
