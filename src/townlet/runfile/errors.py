"""The errors of run files. Each message is one line: what is wrong, where, and what to do."""

from __future__ import annotations

import errno
import shutil
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from townlet.errors import TownletError


class RunFileError(TownletError):
    """A run file could not be read or written. The message is one line for the user."""


class NoSuchRun(RunFileError):
    """There is no run file at the path."""


class RunExists(RunFileError):
    """A new run would overwrite an existing file."""


class NotARunFile(RunFileError):
    """The file is not a run file."""


class UnknownFormat(RunFileError):
    """The file has a format that this version does not read."""


class RunDamaged(RunFileError):
    """The file is not as it was written."""

    why = ""
    """What is wrong, as a phrase."""


class RunLocked(RunFileError):
    """Another process owns the run."""


class DiskFull(RunFileError):
    """The disk is full. Everything that was written before is safe."""


class OutsideRun(RunFileError):
    """The run has not reached the requested step or time."""


class RowsRefused(ValueError):
    """Rows contradict those in the file. This is a bug of the caller, not damage of the file."""


_MAX_CHARACTERS = 300
"""How much of a finding is shown. SQLite's own may quote a whole table."""


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn the errors of SQLite and the operating system about the file at `path` into a RunFileError."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise
    except sqlite3.Error as error:
        raise _as_run_file_error(error, path) from error
    except UnicodeDecodeError as error:
        raise damaged(path, str(error)) from error
    except OSError as error:
        raise (disk_full(path) if error.errno == errno.ENOSPC else _unreachable(path, error)) from error


@contextmanager
def decoding(path: Path) -> Iterator[None]:
    """Turn decoding errors into RunDamaged: values that cannot have been written like this are damage."""
    try:
        yield
    except NOT_AS_WRITTEN as error:
        raise damaged(path, f"{type(error).__name__}: {error}") from error


NOT_AS_WRITTEN = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    OverflowError,
    RecursionError,
    AssertionError,
    zlib.error,
)
"""What decoding a value raises that Townlet cannot have written."""


_INTERRUPTED = (sqlite3.SQLITE_READONLY_ROLLBACK, sqlite3.SQLITE_READONLY_RECOVERY, sqlite3.SQLITE_READONLY_CANTINIT)
"""SQLite's codes for a file with a journal that a killed process has left and that this process cannot apply."""


def _as_run_file_error(error: sqlite3.Error, path: Path) -> Exception:
    extended = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    if extended in _INTERRUPTED:
        return RunFileError(
            f"A process was killed while it wrote {path}, and the file or its folder is read-only, so that the change "
            f"cannot be undone; make both writable, or copy the file and all files whose names begin with it elsewhere."
        )
    match extended & 0xFF:
        case sqlite3.SQLITE_FULL:
            return disk_full(path)
        case sqlite3.SQLITE_NOTADB:
            return not_a_run(path)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return RunLocked(f"Run file {path} is in use by another process; try again when that one has ended.")
        case sqlite3.SQLITE_CONSTRAINT:
            return RowsRefused(f"Rows contradict what {path} holds: {error}.")
        case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_CANTOPEN if _is_full(path):
            return disk_full(path)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_IOERR | sqlite3.SQLITE_PERM:
            return _unreachable(path, error)
        case _:  # SQLite's other errors all mean that it could not make sense of the file.
            return damaged(path, str(error))


_SIDE_FILE_BYTES = 64 * 1024
"""The room that SQLite needs for the files that it keeps beside an open run file."""


def _is_full(path: Path) -> bool:
    """Whether the disk has no room for SQLite's side files. It then calls their lack an I/O error."""
    try:
        return shutil.disk_usage(path.absolute().parent).free < _SIDE_FILE_BYTES
    except OSError:
        return False


def damaged(path: Path, why: str) -> RunDamaged:
    why = " ".join(why.split())[:_MAX_CHARACTERS]
    error = RunDamaged(
        f"Run file {path} is damaged ({why}). `townlet verify` says where; `townlet repair` saves what is good."
    )
    error.why = why
    return error


def disk_full(path: Path) -> DiskFull:
    return DiskFull(f"The disk is full: {path} cannot grow. Free some space, then resume; what was written is safe.")


def not_a_run(path: Path) -> NotARunFile:
    return NotARunFile(f"{path} is not a run file; name a file that `townlet run` has written.")


def _unreachable(path: Path, error: Exception) -> RunFileError:
    return RunFileError(f"Run file {path} cannot be used ({error}); check that its folder exists and may be written.")
