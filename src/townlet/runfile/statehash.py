"""The state hash: one hash of everything that happened in a run, whatever the concurrency it was computed with.

It is SHA-256 over lines of canonical JSON, each with a newline at its end. The first line is an object with the town's
digest, the seed, the start, the step's length and the settings. Then follow, for each of the tables event, memory,
evidence and recall, a line with the table's name and one line per row up to the last complete step: an array of its
columns, in the order of step, phase, agent and ordinal. Model calls, costs and wall-clock times are not part of it.
"""

from __future__ import annotations

import hashlib
import sqlite3

from townlet.runfile.rows import RunHeader
from townlet.state.encoding import canonical

_ROWS_AT_ONCE = 1000
"""How many rows are read at a time, which limits memory use."""
HASHED_TABLES = {
    "event": "step, phase, agent, ordinal",
    "memory": "step, agent, ordinal",
    "evidence": "step, agent, ordinal, place",
    "recall": "step, agent",
}
"""The tables in the hash, each with the order of its rows."""


def state_hash_of(connection: sqlite3.Connection, header: RunHeader, last_step: int | None) -> str:
    """Return the state hash in hexadecimal, over the rows up to and including `last_step`."""
    digest = hashlib.sha256(_line(_behaviour(header)))
    for table in HASHED_TABLES:
        digest.update(_line(table))
        rows = connection.execute(*hashed_query(table, last_step))
        while batch := rows.fetchmany(_ROWS_AT_ONCE):
            digest.update(b"".join(map(_line, batch)))
    return digest.hexdigest()


def hashed_query(table: str, last_step: int | None) -> tuple[str, tuple[int | None]]:
    """Return the query that reads a table's rows in the order in which they are hashed, and its parameter."""
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
