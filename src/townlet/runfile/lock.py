"""The lock of a run: one process owns the file, by whatever name, until it ends.

A lock is SQLite's write lock on a small database, so it works wherever SQLite does, and the operating system releases
it when the owner dies. The database says who the owner is. A run has two: `RUN.lock` beside the file, which all users
and machines see, and a record of this user under the file's device and inode. By the record, a file that has several
names (hard links, mounts) is known again, and one of them is used: SQLite's side files and ours stand beside that one.
"""

from __future__ import annotations

import contextlib
import os
import platform
import sqlite3
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_state_path

from townlet.runfile.database import connect
from townlet.runfile.errors import NotARunFile, RunDamaged, RunFileError, RunLocked, translated

_TIMEOUT_SECONDS = 0.25
"""How long to wait for a process that only writes its id into the lock file or reads it."""
_TRIES = 5
"""How often to try again after a collision with a process that deletes or locks the file at the same moment."""
_MOST_RECORDS = 256
"""How many records of files that nobody owns are kept for a user."""


class _Holder(NamedTuple):
    """The owner of a lock, present or last."""

    pid: int
    host: str
    since: str
    """The time at which it began to own, in ISO format."""
    name: str
    """The name by which it uses the file; empty if the lock is not that of a run file."""

    def __str__(self) -> str:
        return f"process {self.pid} on {self.host} since {self.since}"


class Lock:
    """A lock between processes, held from construction to `release`."""

    def __init__(self, path: Path, taken: Callable[[str], RunFileError], *, name: str = "") -> None:
        """Acquire the lock in the file `path`.

        If another process has it, raise the error that `taken` makes of that process ('process 4711 on ...').
        """
        self._path = path
        try:
            with translated(path):
                held = _acquire(path, name)
        except (NotARunFile, RunDamaged) as error:
            raise RunFileError(
                f"Lock file {path} is damaged; if no other Townlet runs, delete it and try again."
            ) from error
        if held is None:
            holder = _holder(path)
            as_name = f" as {holder.name}" if holder and holder.name not in ("", name) else ""
            raise taken("another process" if holder is None else f"{holder}{as_name}")
        self._held = held

    def release(self, *, keep: bool = False) -> None:
        """Give up ownership and delete the lock file, unless it is to be kept.

        If the system can delete open files, the file goes while we hold it, so that the next owner's file is never hit.
        Otherwise it goes afterwards, which is safe because such a system does not delete a file that another has open.
        """
        try:
            if not keep:
                self._path.unlink(missing_ok=True)
            self._held.close()
        except OSError:
            self._held.close()
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)


class RunLock:
    """The ownership of a run file, from construction to `release`. Raises RunLocked if another process has it."""

    def __init__(self, run: Path) -> None:
        self._given, self._run = run, real_name(run)
        self._record: Lock | None = None
        self._beside = self._lock(lock_path(run))
        try:
            self.cover_file()
        except BaseException:
            self._beside.release()
            raise

    def cover_file(self) -> None:
        """Own the file under its other names too, as soon as it exists."""
        record = _record_of(self._run)
        if record is None:
            return
        try:
            with translated(record):
                record.parent.mkdir(parents=True, exist_ok=True)
            self._record = self._lock(record)
        except RunFileError as error:
            links = self._run.stat().st_nlink
            if isinstance(error, RunLocked) and (links > 1 or _holder(record)):
                raise
            # A home folder may be read-only, or on a file system without locks: the lock beside the file has to do.
            if links > 1:
                raise RunFileError(
                    f"{self._given} has {links} names (hard links), and {record.parent}, where Townlet keeps which of "
                    f"them is in use, cannot be written; make it writable, or copy the file."
                ) from error

    def release(self) -> None:
        """Give up ownership. The record stays, and keeps the name that was used."""
        if self._record:
            self._record.release(keep=True)
            _forget_old_records()
        self._beside.release()

    def _lock(self, path: Path) -> Lock:
        return Lock(path, self._taken, name=str(self._run.absolute()))

    def _taken(self, who: str) -> RunLocked:
        return RunLocked(f"Run file {self._given} is being written by {who}; wait until it ends, or stop it first.")


def is_owned(run: Path) -> bool:
    """Whether a process owns the run at this moment. The question itself changes nothing."""
    record = _record_of(run)
    return _is_held(lock_path(run)) or (record is not None and _is_held(record))


def real_name(run: Path, *, keep: bool = False) -> Path:
    """Return the one name by which a run file is used, whatever name leads there: a link, a hard link, a mount.

    It is the first name under which this user wrote the file or something beside it (`keep`), or opened it if it had
    hard links already.
    """
    real = Path(os.path.realpath(run)) if run.is_symlink() else run
    record = _record_of(real)
    if record is None:
        return real
    known = _names.get((real, record)) or _name_in(record)
    if known is None or not _is_same(known, real):
        if real.stat().st_nlink == 1 and not keep:
            return real
        known = real.absolute()
        with contextlib.suppress(RunFileError, OSError):
            record.parent.mkdir(parents=True, exist_ok=True)
            Lock(record, RunLocked, name=str(known)).release(keep=True)
            _forget_old_records()
    _names[real, record] = known
    return real if known == real.absolute() else known


_names: dict[tuple[Path, Path], Path] = {}
"""The names that this process has found, by the given name and the record."""


def _name_in(record: Path) -> Path | None:
    holder = _holder(record) if record.exists() else None
    return Path(holder.name) if holder and holder.name else None


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def _record_of(run: Path) -> Path | None:
    """Return where the record of a file is, whose name is made of device and inode; None if there is no file."""
    try:
        found = run.stat()
    except OSError:
        return None
    # A home folder may be shared by machines, whose numbers of devices are their own.
    return _records() / f"{platform.node()}-{found.st_dev:x}-{found.st_ino:x}.lock"


def _records() -> Path:
    return user_state_path("townlet") / "runs"


def _forget_old_records() -> None:
    """Delete the oldest records that nobody holds."""
    with contextlib.suppress(OSError):
        with os.scandir(_records()) as found:
            records = [each for each in found if each.name.endswith(".lock")]
        for old in sorted(records, key=lambda each: each.stat().st_mtime)[:-_MOST_RECORDS]:
            # The oldest are those of whoever owns a run for long; nobody waits for them.
            if not _is_held(path := Path(old)):
                with contextlib.suppress(RunFileError):
                    Lock(path, RunLocked).release()


def _is_held(path: Path) -> bool:
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


def _acquire(path: Path, name: str) -> sqlite3.Connection | None:
    """Return the connection that holds the lock; None if another process holds it."""
    for tries_left in reversed(range(_TRIES)):
        try:
            held = _claim(path, name)
        except sqlite3.OperationalError:
            if not tries_left:
                raise
            continue
        if held is None:
            return None
        holder = _holder(path)
        if holder and (holder.pid, holder.host) == (os.getpid(), platform.node()):
            return held
        # Between opening and locking, the last owner deleted the lock file or another process locked it: try again.
        # If SQLite itself notices this while it writes, it calls it an error of the file.
        held.close()
    return None


def _claim(path: Path, name: str) -> sqlite3.Connection | None:
    """Write who we are into the lock file and hold its write lock; None if another process holds it."""
    connection = connect(path, "rwc", _TIMEOUT_SECONDS)
    try:
        _sign(connection, name)
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


def _sign(connection: sqlite3.Connection, name: str) -> None:
    for setting in ("synchronous = OFF", "journal_mode = MEMORY"):
        connection.execute(f"PRAGMA {setting}")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("CREATE TABLE IF NOT EXISTS holder (pid INTEGER, host TEXT, since TEXT, name TEXT)")
    connection.execute("DELETE FROM holder")
    since = datetime.now().astimezone().isoformat(" ", "seconds")
    connection.execute("INSERT INTO holder VALUES (?, ?, ?, ?)", (os.getpid(), platform.node(), since, name))
    connection.execute("COMMIT")


def _holder(path: Path) -> _Holder | None:
    """Return who wrote the lock file; None if it is unknown."""
    try:
        connection = connect(path, "rw", _TIMEOUT_SECONDS)
    except sqlite3.OperationalError:
        return None
    try:
        row = connection.execute("SELECT * FROM holder").fetchone()
        return _Holder(*row) if row else None
    except (sqlite3.Error, TypeError):
        return None
    finally:
        connection.close()


def lock_path(run: Path) -> Path:
    """Return the path of the lock file, which exists while a process owns the run, and after its owner was killed."""
    return _beside(real_name(run), "lock")


def side_path(run: Path, ending: str) -> Path:
    """Return the path of a folder of ours beside a run file, which is one whatever the file's name, from now on."""
    return _beside(real_name(run, keep=True), ending)


def _beside(name: Path, ending: str) -> Path:
    return name.with_name(f"{name.name}.{ending}")
