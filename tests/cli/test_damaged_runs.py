"""A damaged run file is told in one line with status 2 by every command that reads one, and is left as it is."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from .typed import typed

DAMAGES = {
    "an event is no JSON": "UPDATE event SET data = '{' WHERE step = (SELECT max(step) FROM event)",
    "an event is of no known kind": "UPDATE event SET kind = 'Nonsense' WHERE step = (SELECT max(step) FROM event)",
    "a memory has no time": "UPDATE memory SET created = 'never' WHERE step = (SELECT max(step) FROM memory)",
    "a file of the town cannot be unpacked": "UPDATE file SET packed = x'00ff' WHERE path = 'town.toml'",
    "the town is gone": "DELETE FROM file",
    "the settings are no JSON": "UPDATE run SET settings = '{'",
    "a reply was cut off": "UPDATE call SET reply = '{' WHERE step = (SELECT max(step) FROM call)",
    "a table is gone": "DROP TABLE recall",
    "a view stands for a table": "ALTER TABLE event RENAME TO old; CREATE VIEW event AS SELECT * FROM old",
}
COMMANDS = (
    *(["show"], ["read"], ["calls"], ["cost"], ["measure"], ["report"], ["verify"], ["replay"], ["ablate"]),
    *(["ask", "nell", "Who?"], ["interview", "--person", "nell"], ["tell", "nell", "Rest"], ["set", "stove", "hot"]),
    *(["resume", "--days", "0.33"], ["fork", "--at", "6:00", "--out", "OUT"], ["export", "--replay", "OUT"]),
    *(["export", "--format", "csv", "OUT"], ["serve", "--no-open", "--port", "0", "--days", "0.33"]),
)


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_every_command_tells_a_damaged_run_in_one_line(damage: str, own: Path) -> None:
    connection = sqlite3.connect(own)
    connection.executescript(damage)
    connection.close()
    damaged = own.read_bytes()
    told = {}
    for name, *rest in COMMANDS:
        outcome = typed(name, str(own), *(str(own.parent / "out") if word == "OUT" else word for word in rest))
        lines = outcome.stderr.splitlines()
        # `verify` names every table and step that was changed, each on a line.
        if outcome.status != 2 or outcome.stdout or not lines or (len(lines) > 1 and name != "verify"):
            told[f"{name} {rest}"] = outcome
    assert told == {}
    assert own.read_bytes() == damaged
    assert [path.name for path in own.parent.iterdir() if path.name != own.name] == []
