"""The lock of a run: one process owns it, and the operating system releases it when that process dies.

The lock is SQLite's write lock on a small database beside the run file, so it works wherever SQLite does. The database
holds the process id of the owner.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from townlet.runfile.database import connect
from townlet.runfile.errors import NotARunFile, RunDamaged, RunFileError, RunLocked, translated

_TIMEOUT_SECONDS = 0.25
"""How long to wait for a process that only writes its id into the lock file or reads it."""
_TRIES = 5
"""How often to try again after a collision with a process that deletes or locks the file at the same moment."""


class Lock:
    """A lock between processes, held from construction to `release`."""

    def __init__(self, path: Path, taken: Callable[[str], RunFileError]) -> None:
        """Acquire the lock in the file `path`.

        If another process has it, raise the error that `taken` makes of that process's name ('process 4711').
        """
        self._path = path
        try:
            with translated(path):
                held = _acquire(path)
        except (NotARunFile, RunDamaged) as error:
            raise RunFileError(
                f"Lock file {path} is damaged; if no other Townlet runs, delete it and try again."
            ) from error
        if held is None:
            pid = _holder(path)
            raise taken("another process" if pid is None else f"process {pid}")
        self._held = held

    def release(self) -> None:
        """Give up ownership and delete the lock file.

        If the system can delete open files, the file goes while we hold it, so that the next owner's file is never hit.
        Otherwise it goes afterwards, which is safe because such a system does not delete a file that another has open.
        """
        try:
            self._path.unlink(missing_ok=True)
            self._held.close()
        except OSError:
            self._held.close()
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)


def lock_run(run: Path) -> Lock:
    """Acquire ownership of a run file. Raises RunLocked if another process has it."""
    return Lock(
        lock_path(run),
        lambda who: RunLocked(f"Run file {run} is being written by {who}; wait until it ends, or stop it first."),
    )


def is_owned(run: Path) -> bool:
    """Whether a process owns the run at this moment. The question itself changes nothing."""
    path = lock_path(run)
    if not path.is_file():
        return False
    try:
        connection = connect(path, "rw", 0)
    except sqlite3.OperationalError:
        return False
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
    except sqlite3.Error as error:
        return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
    finally:
        connection.close()
    return False


def _acquire(path: Path) -> sqlite3.Connection | None:
    """Return the connection that holds the lock; None if another process holds it."""
    for _ in range(_TRIES):
        held = _claim(path)
        if held is None:
            return None
        if _holder(path) == os.getpid():
            return held
        # Between opening and locking, the last owner deleted the lock file or another process locked it: try again.
        held.close()
    return None


def _claim(path: Path) -> sqlite3.Connection | None:
    """Write our process id into the lock file and hold its write lock; None if another process holds it."""
    connection = connect(path, "rwc", _TIMEOUT_SECONDS)
    try:
        _sign(connection)
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        connection.close()
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
            return None
        raise
    except BaseException:
        connection.close()
        raise
    return connection


def _sign(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("CREATE TABLE IF NOT EXISTS holder (pid INTEGER NOT NULL)")
    connection.execute("DELETE FROM holder")
    connection.execute("INSERT INTO holder VALUES (?)", (os.getpid(),))
    connection.execute("COMMIT")


def _holder(path: Path) -> int | None:
    """Return the process id in the lock file; None if it is unknown."""
    try:
        connection = connect(path, "rw", _TIMEOUT_SECONDS)
    except sqlite3.OperationalError:
        return None
    try:
        row = connection.execute("SELECT pid FROM holder").fetchone()
        return int(row[0]) if row else None
    except sqlite3.Error:
        return None
    finally:
        connection.close()


def lock_path(run: Path) -> Path:
    """Return the path of the lock file, which exists while a process owns the run."""
    return run.with_name(run.name + ".lock")
