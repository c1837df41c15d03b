"""The SQLite schema of a run file, and connections to it.

A row's key says what the row is about; it never depends on the order in which rows were written.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Literal

from townlet.runfile.errors import NoSuchRun, UnknownFormat, not_a_run, translated

FORMAT = 3
"""The format's version. It rises when older versions of Townlet can no longer read the file."""
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
    settings TEXT NOT NULL,
    forked_run TEXT,
    forked_step INTEGER
) STRICT;

CREATE TABLE progress (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    last_step INTEGER,
    state_hash TEXT
) STRICT;

CREATE TABLE file (path TEXT PRIMARY KEY, packed BLOB NOT NULL) STRICT;

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

CREATE TABLE part (sha BLOB PRIMARY KEY, content ANY NOT NULL) STRICT;

CREATE TABLE prompt (
    sha TEXT PRIMARY KEY,
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
    """Return a connection to a run file. Raises RunFileError if there is none, or its format is another one."""
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
