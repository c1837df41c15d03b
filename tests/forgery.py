"""Changes to a closed run file behind its back, and a new seal over them, as a forger would make it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from townlet.runfile.seal import seal_all


@contextmanager
def forged(path: Path) -> Iterator[sqlite3.Connection]:
    """Change a run file through a bare connection. Afterwards its seal fits the new content."""
    with closing(sqlite3.connect(path)) as connection, connection:
        yield connection
        last, state_hash = connection.execute("SELECT last_step, state_hash FROM progress").fetchone()
        connection.execute("DELETE FROM seal")
        chain = seal_all(connection, last)
        chain.state_hash = state_hash
        connection.execute("UPDATE progress SET tail = ?, head = ?", (chain.tail, chain.head(chain.tail)))
