"""One owner per run: a lock that the operating system frees when its process dies, however it dies.

The lock is SQLite's own write lock on a small database beside what it stands for, so it works wherever SQLite
does. The database names the process that holds it.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from townlet.runfile.database import connect
from townlet.runfile.errors import NotARunFile, RunDamaged, RunFileError, RunLocked, translated

_PATIENCE_SECONDS = 0.25
_TRIES = 5


class Lock:
    """What one process at a time may do, from construction to `release`."""

    def __init__(self, path: Path, taken: Callable[[str], RunFileError]) -> None:
        """`path` is the lock's own file. Raises what `taken` makes of the holder's name if another process has it."""
        self._path = path
        try:
            with translated(path):
                held = _acquired(path)
        except (NotARunFile, RunDamaged) as error:
            raise RunFileError(
                f"Lock file {path} is damaged; if no other Townlet runs, delete it and try again."
            ) from error
        if held is None:
            pid = _holder(path)
            raise taken("another process" if pid is None else f"process {pid}")
        self._held = held

    def release(self) -> None:
        """Give it up and delete the lock file: while it is held where an open file can be deleted, so that
        the file of a next owner is never hit; else afterwards, where a file that another has open cannot be.
        """
        try:
            self._path.unlink(missing_ok=True)
            self._held.close()
        except OSError:
            self._held.close()
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)


def lock_run(run: Path) -> Lock:
    """Ownership of a run file. Raises RunLocked if another process has it."""
    return Lock(
        lock_path(run),
        lambda who: RunLocked(f"Run file {run} is being written by {who}; wait until it ends, or stop it first."),
    )


def is_owned(run: Path) -> bool:
    """Whether a process owns the run at this moment. Asking takes nothing and leaves nothing behind."""
    path = lock_path(run)
    if not path.is_file():
        return False
    try:
        asking = connect(path, "rw", 0)
    except sqlite3.OperationalError:
        return False
    try:
        asking.execute("BEGIN IMMEDIATE")
        asking.execute("ROLLBACK")
    except sqlite3.Error as error:
        return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
    finally:
        asking.close()
    return False


def _acquired(path: Path) -> sqlite3.Connection | None:
    """The lock, held; None if another process holds it."""
    for _ in range(_TRIES):
        held = _claim(path)
        if held is None:
            return None
        if _holder(path) == os.getpid():
            return held
        # Between opening and locking, the last owner deleted this lock file or another took it: try anew.
        held.close()
    return None


def _claim(path: Path) -> sqlite3.Connection | None:
    """Put our name into the lock file and hold its write lock; None if another holds it."""
    connection = connect(path, "rwc", _PATIENCE_SECONDS)
    try:
        _sign(connection)
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        connection.close()
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
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
    """The process that the lock file names; None if it cannot be told."""
    try:
        connection = connect(path, "rw", _PATIENCE_SECONDS)
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
    """Held by the process that owns the run; gone when that process has closed it."""
    return run.with_name(run.name + ".lock")
