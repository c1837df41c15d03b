"""Opening the SQLite database that a run file is, after checking that it is one."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Literal

from townlet.engine.runfile.errors import NoSuchRun, UnknownFormat, not_a_run, translated
from townlet.engine.runfile.schema import APPLICATION, FORMAT

PATIENCE_SECONDS = 5.0
"""How long to wait for another process that holds the file for a moment."""


def connect(path: Path, mode: Literal["ro", "rw", "rwc"], patience: float = PATIENCE_SECONDS) -> sqlite3.Connection:
    """A connection without implicit transactions, usable from any thread (one at a time)."""
    return sqlite3.connect(
        address(path, mode), uri=True, isolation_level=None, check_same_thread=False, timeout=patience
    )


def address(path: Path, mode: Literal["ro", "rw", "rwc"]) -> str:
    """The file as SQLite's URI, which ATTACH takes too."""
    return f"{path.absolute().as_uri()}?mode={mode}"


def connect_run(path: Path, mode: Literal["ro", "rw"]) -> sqlite3.Connection:
    """A connection to a run file of a format that we read. Raises RunFileError for anything else."""
    if path.is_dir():
        raise NoSuchRun(f"{path} is a folder, not a run file; name a file in it that `townlet run` has written.")
    if not path.is_file():
        raise NoSuchRun(f"There is no run file {path}; check the name, or begin one with `townlet run`.")
    with translated(path):
        connection = connect(path, mode)
        try:
            _check_identity(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def _check_identity(connection: sqlite3.Connection, path: Path) -> None:
    [application], [version] = (connection.execute(f"PRAGMA {key}").fetchone() for key in _IDENTITY)
    if application != APPLICATION:
        raise not_a_run(path)
    if version != FORMAT:
        raise UnknownFormat(
            f"Run file {path} has format {version}; this townlet reads format {FORMAT}. "
            f"Open it with the {'newer' if version > FORMAT else 'older'} townlet that wrote it."
        )


_IDENTITY = ("application_id", "user_version")
