"""The state hash: one number for all that happened in a run, the same however and in what order it was computed.

SHA-256 over lines of canonical JSON, each ended by a newline. The first is an object with the town's digest,
the seed, the start, the step's length and the settings. Then comes, for each of the tables event, memory,
evidence and recall, a line with its name and its rows up to the last complete step, each an array of its columns,
in the order of step, phase, agent and ordinal. Nothing of how it came about is in it: no calls, no costs, no
time of the clock on the wall.
"""

from __future__ import annotations

import hashlib
import sqlite3

from townlet.runfile.encoding import canonical
from townlet.runfile.rows import RunHeader

_ROWS_AT_ONCE = 1000
HASHED_TABLES = {
    "event": "step, phase, agent, ordinal",
    "memory": "step, agent, ordinal",
    "evidence": "step, agent, ordinal, place",
    "recall": "step, agent",
}
"""The tables that the hash covers, each with the order of its rows."""


def state_hash_of(connection: sqlite3.Connection, header: RunHeader, last_step: int | None) -> str:
    """The state hash in hexadecimal. Rows of a step that is not complete do not count."""
    digest = hashlib.sha256(_line(_behaviour(header)))
    for table in HASHED_TABLES:
        digest.update(_line(table))
        rows = connection.execute(*hashed_query(table, last_step))
        while batch := rows.fetchmany(_ROWS_AT_ONCE):
            digest.update(b"".join(map(_line, batch)))
    return digest.hexdigest()


def hashed_query(table: str, last_step: int | None) -> tuple[str, tuple[int | None]]:
    """How the rows of a table that the hash covers are had from SQLite."""
    return f"SELECT * FROM {table} WHERE step <= ? ORDER BY {HASHED_TABLES[table]}", (last_step,)


def _behaviour(header: RunHeader) -> dict[str, object]:
    return {
        "town": header.town_digest,
        "seed": header.seed,
        "start": header.start.isoformat(),
        "step_seconds": header.step_seconds,
        "settings": header.settings,
    }


def _line(value: object) -> bytes:
    return canonical(value).encode() + b"\n"
