"""The open transaction of a run file's owner: changes as wholes, commits grouped, losses never hidden."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock

from townlet.engine.runfile.errors import DiskFull, translated

_CACHE_KIB = 16_384
"""Prompt lines are found by their hashes, which lie all over the index."""


class Transaction:
    """Collects changes until they are committed. Usable from any thread; one change at a time."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._connection = connection
        self._turn = RLock()
        self._changes = 0
        self._lost = False
        self.stored_parts: dict[str, bytes] = {}
        """Parts of prompts that are known to be written; none any more once anything has been taken back."""
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")

    @contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """A change that is made as a whole or, on any error inside, not at all."""
        with self._turn, translated(self._path):
            self._refuse_after_a_loss()
            if not self._connection.in_transaction:
                self._connection.execute("BEGIN IMMEDIATE")
            self._connection.execute("SAVEPOINT change")
            try:
                yield self._connection
                self._connection.execute("RELEASE change")
            except BaseException:
                self._undo()
                raise
            self._changes += 1

    def commit(self) -> None:
        """Commit the changes made so far. They survive the end of this process, however it comes."""
        with self._turn, translated(self._path):
            if self._connection.in_transaction:
                try:
                    self._connection.execute("COMMIT")
                except sqlite3.Error:
                    self.stored_parts.clear()
                    self._note_a_loss()
                    raise
            self._changes = 0

    @contextmanager
    def durable(self) -> Iterator[None]:
        """Commit what is changed inside, and return only when it is on the disk: power may fail then."""
        with self._turn:
            self.commit()
            self._connection.execute("PRAGMA synchronous = FULL")
            try:
                yield
                self.commit()
            finally:
                self._abandon()
                self._connection.execute("PRAGMA synchronous = NORMAL")

    def end(self) -> None:
        """Bring everything into the one file. While others read it that must wait: the next owner does it."""
        with contextlib.suppress(sqlite3.OperationalError):
            self._abandon()
            self._connection.execute("PRAGMA busy_timeout = 1000")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._connection.execute("PRAGMA journal_mode = DELETE")

    def _abandon(self) -> None:
        if self._connection.in_transaction:
            self.stored_parts.clear()
            self._connection.execute("ROLLBACK")

    def _undo(self) -> None:
        self.stored_parts.clear()
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK TO change")
            self._connection.execute("RELEASE change")
        self._note_a_loss()

    def _note_a_loss(self) -> None:
        """SQLite may answer a full disk by dropping the whole transaction, earlier changes included."""
        if self._changes and not self._connection.in_transaction:
            self._lost = True

    def _refuse_after_a_loss(self) -> None:
        """Steps written after lost ones would leave a gap."""
        if self._lost:
            raise DiskFull(f"The last steps of {self._path} could not be written; free some space, then resume.")
