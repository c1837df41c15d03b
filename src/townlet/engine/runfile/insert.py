"""The statements by which rows enter a run file. Each runs inside a change of its caller."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from townlet.engine.runfile.encoding import memory_row, packed, recalled_text
from townlet.engine.runfile.errors import RowsRefused
from townlet.engine.runfile.rows import CallRow, EventRow, RecallRow, Snapshot
from townlet.memory.record import Memory


def events(connection: sqlite3.Connection, rows: Iterable[EventRow]) -> None:
    connection.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", rows)


def memories(connection: sqlite3.Connection, made: Iterable[Memory]) -> None:
    """All memories first: evidence may be of the same step."""
    made = tuple(made)
    connection.executemany(f"INSERT INTO memory VALUES ({_marks(11)})", map(memory_row, made))
    evidence = ((*memory.id, place, *source) for memory in made for place, source in enumerate(memory.evidence))
    connection.executemany("INSERT INTO evidence VALUES (?, ?, ?, ?, ?, ?, ?)", evidence)


def recalls(connection: sqlite3.Connection, rows: Iterable[RecallRow]) -> None:
    texts = ((row.step, row.agent, recalled_text(row.agent, row.memories)) for row in rows)
    connection.executemany("INSERT INTO recall VALUES (?, ?, ?)", texts)


def snapshot(connection: sqlite3.Connection, state: Snapshot) -> None:
    connection.execute("INSERT OR REPLACE INTO snapshot VALUES (?, ?)", (state.step, packed(state.data)))


def progress(connection: sqlite3.Connection, step: int) -> None:
    """The run has come to a step, and has not ended there."""
    [last] = connection.execute("SELECT last_step FROM progress").fetchone()
    if last is not None and step <= last:
        raise RowsRefused(f"Step {step} is complete already; the run has come to step {last}.")
    connection.execute("UPDATE progress SET last_step = ?, state_hash = NULL", (step,))


def call(connection: sqlite3.Connection, row: CallRow) -> None:
    """A new call, or what came of one that was sent. Raises RowsRefused for a second answer."""
    if connection.execute(_CALL, row).rowcount:
        return
    known = connection.execute(_KNOWN_CALL, row[:4]).fetchone()
    if known != (row.prompt_sha, row.status, row.reply) or row.status == "sent":
        raise RowsRefused(
            f"The call of {row.agent} at step {row.step}, {row.path}, attempt {row.attempt} is {known[1]} already; "
            "record what is sent anew as a new attempt."
        )


def _marks(columns: int) -> str:
    return ", ".join("?" * columns)


_OUTCOME = CallRow._fields[CallRow._fields.index("status") :]
_CALL = f"""
    INSERT INTO call VALUES ({_marks(len(CallRow._fields))}) ON CONFLICT DO UPDATE
    SET {", ".join(f"{column} = excluded.{column}" for column in _OUTCOME)}
    WHERE call.status = 'sent' AND excluded.status <> 'sent' AND call.prompt_sha = excluded.prompt_sha
"""
_KNOWN_CALL = """
    SELECT prompt_sha, status, reply FROM call WHERE agent = ? AND step = ? AND path = ? AND attempt = ?
"""
