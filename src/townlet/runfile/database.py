"""The SQLite schema of a run file, and connections to it.

A row's key says what the row is about; it never depends on the order in which rows were written.
"""

from __future__ import annotations

import contextlib
import sqlite3
from functools import cache
from pathlib import Path
from typing import Literal

from townlet.runfile.errors import NoSuchRun, UnknownFormat, damaged, not_a_run, translated

FORMAT = 4
"""The format's version. It rises when older versions of Townlet can no longer read the file."""
UNSEALED = 3
"""The format before run files were sealed. Such files can still be read."""
APPLICATION = 0x544F574E
"""SQLite's application id of run files, which is "TOWN" in ASCII."""

TABLES = """
CREATE TABLE run (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    id TEXT NOT NULL,
    townlet TEXT NOT NULL,
    town TEXT NOT NULL,
    town_digest TEXT NOT NULL,
    seed TEXT NOT NULL,
    start TEXT NOT NULL,
    step_seconds INTEGER NOT NULL,
    settings TEXT NOT NULL
) STRICT;

CREATE TABLE progress (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    last_step INTEGER,
    state_hash TEXT,
    tail BLOB NOT NULL,
    head BLOB NOT NULL
) STRICT;

CREATE TABLE seal (step INTEGER PRIMARY KEY, leaves BLOB NOT NULL, digest BLOB NOT NULL) STRICT;

CREATE TABLE origin (
    step INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('fork', 'adoption', 'repair')),
    run TEXT NOT NULL,
    label TEXT NOT NULL,
    PRIMARY KEY (step, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE file (path TEXT PRIMARY KEY NOT NULL, packed BLOB NOT NULL) STRICT;

CREATE TABLE event (
    step INTEGER NOT NULL,
    phase INTEGER NOT NULL,
    agent TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    kind TEXT NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (step, phase, agent, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_by_agent ON event (agent, step);

CREATE TABLE memory (
    agent TEXT NOT NULL,
    step INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    created TEXT NOT NULL,
    importance INTEGER NOT NULL,
    source TEXT NOT NULL,
    heard_from TEXT NOT NULL,
    utterance TEXT NOT NULL,
    hearsay INTEGER NOT NULL,
    PRIMARY KEY (agent, step, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE evidence (
    agent TEXT NOT NULL,
    step INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    place INTEGER NOT NULL,
    of_agent TEXT NOT NULL,
    of_step INTEGER NOT NULL,
    of_ordinal INTEGER NOT NULL,
    PRIMARY KEY (agent, step, ordinal, place),
    FOREIGN KEY (agent, step, ordinal) REFERENCES memory (agent, step, ordinal),
    FOREIGN KEY (of_agent, of_step, of_ordinal) REFERENCES memory (agent, step, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE recall (
    step INTEGER NOT NULL,
    agent TEXT NOT NULL,
    memories TEXT NOT NULL,
    PRIMARY KEY (step, agent)
) STRICT, WITHOUT ROWID;

CREATE TABLE part (sha BLOB PRIMARY KEY NOT NULL, content ANY NOT NULL) STRICT;

CREATE TABLE prompt (
    sha TEXT PRIMARY KEY NOT NULL,
    parts BLOB NOT NULL,
    schema BLOB NOT NULL REFERENCES part (sha)
) STRICT;

CREATE TABLE call (
    agent TEXT NOT NULL,
    step INTEGER NOT NULL,
    path TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    name TEXT NOT NULL,
    prompt_sha TEXT NOT NULL REFERENCES prompt (sha),
    status TEXT NOT NULL CHECK (status IN ('sent', 'answered', 'failed')),
    reply TEXT NOT NULL,
    model TEXT NOT NULL,
    prompt_tokens INTEGER NOT NULL,
    answer_tokens INTEGER NOT NULL,
    cached_tokens INTEGER NOT NULL,
    cache_written_tokens INTEGER NOT NULL,
    reasoning_tokens INTEGER NOT NULL,
    cost REAL NOT NULL,
    ceiling REAL NOT NULL,
    ceiling_tokens INTEGER NOT NULL,
    temperature REAL,
    seconds REAL NOT NULL,
    error TEXT NOT NULL,
    fallback INTEGER NOT NULL,
    from_cache INTEGER NOT NULL,
    PRIMARY KEY (agent, step, path, attempt)
) STRICT, WITHOUT ROWID;

CREATE TABLE vector (
    embedder TEXT NOT NULL,
    text_sha TEXT NOT NULL,
    step INTEGER NOT NULL,
    number TEXT NOT NULL CHECK (number IN ('int8', 'float32')),
    packed BLOB NOT NULL,
    PRIMARY KEY (embedder, text_sha)
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshot (step INTEGER PRIMARY KEY, packed BLOB NOT NULL) STRICT;

CREATE TABLE intent (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE letter (name TEXT PRIMARY KEY, step INTEGER NOT NULL) STRICT, WITHOUT ROWID;
"""
"""Large tables are stored in the order of their keys (WITHOUT ROWID). `part` and `prompt` are not, because their keys
are hashes, which would scatter neighbouring rows over the whole file."""


MAX_VALUE_BYTES = 64 << 20
"""The most bytes of one value in a run file. The longest that Townlet writes are a town's files and snapshots."""
BUSY_TIMEOUT_SECONDS = 5.0
"""How long to wait for another process that locks the file briefly."""


def connect(path: Path, mode: Literal["ro", "rw", "rwc"], timeout: float = BUSY_TIMEOUT_SECONDS) -> sqlite3.Connection:
    """Return a connection without implicit transactions. Any thread may use it, one at a time."""
    return sqlite3.connect(
        sqlite_uri(path, mode), uri=True, isolation_level=None, check_same_thread=False, timeout=timeout
    )


def sqlite_uri(path: Path, mode: Literal["ro", "rw", "rwc"]) -> str:
    """Return the file's SQLite URI, which ATTACH accepts too."""
    return f"{path.absolute().as_uri()}?mode={mode}"


def connect_run(path: Path, mode: Literal["ro", "rw"]) -> sqlite3.Connection:
    """Return a connection to a run file. Nothing that the file holds can run code or take memory without bound.

    If a process was killed in the middle of a change, the change is undone first, also for reading.

    Raises RunFileError if there is no run file, its format is another one, or its tables are not those of its format.
    """
    if path.is_dir():
        raise NoSuchRun(f"{path} is a folder, not a run file; name a file in it that `townlet run` has written.")
    if not path.is_file():
        raise NoSuchRun(f"There is no run file {path}; check the name, or begin one with `townlet run`.")
    with translated(path):
        try:
            return _connect_checked(path, mode)
        except sqlite3.OperationalError as error:
            if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_READONLY_ROLLBACK:
                raise
        # Only a connection that may write can undo what the journal of a killed process describes.
        _connect_checked(path, "rw").close()
        return _connect_checked(path, mode)


def _connect_checked(path: Path, mode: Literal["ro", "rw"]) -> sqlite3.Connection:
    connection = connect(path, mode)
    try:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
        for setting in ("trusted_schema = OFF", "cell_size_check = ON"):
            connection.execute(f"PRAGMA {setting}")
        _check_identity(connection, path)
        _check_schema(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def lacks_seal(path: Path) -> bool:
    """Whether a file is a run file of the format before run files were sealed.

    A file that has a head and says that it is of that format was altered, and is refused when it is opened.
    """
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD_BYTES)
    except OSError:
        return False
    # SQLite keeps the user version at byte 60 and the application id at byte 68, both big-endian.
    version, application = (int.from_bytes(head[place : place + 4], "big") for place in (60, 68))
    if (version, application) != (UNSEALED, APPLICATION):
        return False
    try:
        with contextlib.closing(connect(path, "ro")) as connection:
            return (
                connection.execute("SELECT 1 FROM pragma_table_info('progress') WHERE name = 'head'").fetchone() is None
            )
    except sqlite3.Error:
        return False


_HEAD_BYTES = 100


def format_of(connection: sqlite3.Connection) -> int:
    """Return the format of a run file."""
    [version] = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def _check_identity(connection: sqlite3.Connection, path: Path) -> None:
    [application] = connection.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION:
        raise not_a_run(path)
    if (version := format_of(connection)) not in (UNSEALED, FORMAT):
        raise UnknownFormat(
            f"Run file {path} has format {version}; this townlet reads formats {UNSEALED} and {FORMAT}. "
            f"Open it with the {'newer' if version > FORMAT else 'older'} townlet that wrote it."
        )


def _check_schema(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse other tables than those of the format, views and triggers: a view can be endless, and a trigger acts."""
    expected, version = _schema(), format_of(connection)
    found = set(connection.execute(_SCHEMA))
    if version == UNSEALED:
        # A file of that format has other columns in some tables. One that has those of today was sealed once.
        for name in ("run", "progress", "vector"):
            if any(row[1] == name and row in expected for row in found):
                raise damaged(
                    path, f"it says that it has format {UNSEALED}, but its table {name} is one of format {FORMAT}"
                )
        expected = {row[:2] for row in expected if row[1] not in _ADDED}
        found = {row[:2] if not row[3].startswith("CREATE VIRTUAL") else row for row in found}
    if odd := sorted(row[:2] for row in found ^ expected):
        kind, name = odd[0]
        raise damaged(path, f"its {kind} {name} is not as Townlet writes it")


@cache
def _schema() -> set[tuple[str, ...]]:
    connection = sqlite3.connect(":memory:")
    connection.executescript(TABLES)
    found = set(connection.execute(_SCHEMA))
    connection.close()
    return found


_SCHEMA = "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema"
_ADDED = ("seal", "origin")
"""The tables that came with the seal."""
