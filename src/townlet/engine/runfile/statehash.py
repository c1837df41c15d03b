"""The state hash: one number for all that happened in a run, the same however and in what order it was computed.

SHA-256 over lines of canonical JSON, each ended by a newline. The first is an object with the town's digest, the
seed, the start, the step's length and the settings. Then come, up to the last complete step, the rows of the tables
event, memory, evidence and recall in this order, each as an array of its columns, ordered by step, phase, agent and
ordinal. Nothing of how it came about is in it: no calls, no costs, no times of the clock on the wall.
"""

from __future__ import annotations

import hashlib
import sqlite3

from townlet.engine.runfile.encoding import canonical
from townlet.engine.runfile.rows import RunHeader

_ROWS_AT_ONCE = 1000
_TABLES = (
    "SELECT * FROM event WHERE step <= ? ORDER BY step, phase, agent, ordinal",
    "SELECT * FROM memory WHERE step <= ? ORDER BY step, agent, ordinal",
    "SELECT * FROM evidence WHERE step <= ? ORDER BY step, agent, ordinal, place",
    "SELECT * FROM recall WHERE step <= ? ORDER BY step, agent",
)


def state_hash_of(connection: sqlite3.Connection, header: RunHeader, last_step: int | None) -> str:
    """The state hash in hexadecimal. Rows of a step that is not complete do not count."""
    digest = hashlib.sha256(_line(_behaviour(header)))
    for number, query in enumerate(_TABLES if last_step is not None else ()):
        digest.update(_line(number))
        rows = connection.execute(query, (last_step,))
        while batch := rows.fetchmany(_ROWS_AT_ONCE):
            digest.update(b"".join(map(_line, batch)))
    return digest.hexdigest()


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
