"""The file of batches: what a command has sent through a batch API, and the answers that it has not stored yet."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from townlet.errors import TownletError
from townlet.language.model import Reply


class BatchesInUse(TownletError):
    """Another process waits for the batches of this file."""


class BatchFile:
    """The file of what is out and what came back. Every change is on disk when its method returns; one process writes.

    The file is made with the first batch, and removed when nothing in it is needed any more.
    """

    def __init__(self, path: Path) -> None:
        """Open the file. Raises BatchesInUse."""
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(path, timeout=0, isolation_level=None)
        try:
            self._db.execute("PRAGMA locking_mode=EXCLUSIVE")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.execute("BEGIN EXCLUSIVE")
            self._db.execute("CREATE TABLE IF NOT EXISTS batch (key TEXT PRIMARY KEY, model TEXT, id TEXT)")
            self._db.execute("CREATE TABLE IF NOT EXISTS question (id TEXT PRIMARY KEY, batch TEXT, reply TEXT)")
            self._db.execute("COMMIT")
        except sqlite3.OperationalError as error:
            self._db.close()
            if "locked" in str(error):
                raise BatchesInUse(f"{path} is in use: another command waits for its batches.") from None
            raise

    def reply(self, question: str) -> Reply | None:
        """Return the reply to a question that came back in a batch; None if there is none."""
        found = self._db.execute("SELECT reply FROM question WHERE id = ?", (question,)).fetchone()
        return Reply(**json.loads(found[0])) if found and found[0] else None

    def out(self, model: str) -> list[tuple[str, str | None, list[str]]]:
        """Return a model's batches whose answers have not been taken: key, id if it is known, and questions."""
        batches = self._db.execute("SELECT key, id FROM batch WHERE model = ? ORDER BY rowid", (model,)).fetchall()
        asked = "SELECT id FROM question WHERE batch = ? ORDER BY rowid"
        return [(key, id, [row[0] for row in self._db.execute(asked, (key,))]) for key, id in batches]  # noqa: A001

    def will_send(self, key: str, model: str, questions: Iterable[str]) -> None:
        """Record a batch that is about to be created."""
        with self._change():
            self._db.execute("INSERT INTO batch VALUES (?, ?, NULL)", (key, model))
            self._db.executemany("INSERT INTO question VALUES (?, ?, NULL)", ((each, key) for each in questions))

    def sent(self, key: str, id: str) -> None:  # noqa: A002
        """Record the id under which the provider has a batch."""
        with self._change():
            self._db.execute("UPDATE batch SET id = ? WHERE key = ?", (id, key))

    def came_back(self, key: str, replies: Mapping[str, Reply]) -> None:
        """Record the replies of a batch that is over. Its other questions are forgotten, so that they may be asked."""
        with self._change():
            written = ((json.dumps(asdict(reply)), question) for question, reply in replies.items())
            self._db.executemany("UPDATE question SET reply = ? WHERE id = ?", written)
            self._db.execute("DELETE FROM question WHERE batch = ? AND reply IS NULL", (key,))
            self._db.execute("DELETE FROM batch WHERE key = ?", (key,))

    def forget(self, questions: Iterable[str]) -> None:
        """Forget questions whose answers are stored elsewhere by now."""
        with self._change():
            self._db.executemany("DELETE FROM question WHERE id = ?", ((each,) for each in questions))

    def close(self) -> None:
        """Close the file, and remove it if it is empty."""
        try:
            empty = not self._db.execute("SELECT 1 FROM question UNION ALL SELECT 1 FROM batch LIMIT 1").fetchone()
        except sqlite3.ProgrammingError:
            return
        self._db.close()
        if empty:
            self.path.unlink(missing_ok=True)

    @contextmanager
    def _change(self) -> Iterator[None]:
        """Make one change of the record within this block: all of it or nothing."""
        self._db.execute("BEGIN EXCLUSIVE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")
