"""A damaged run file is told in one line with status 2 by every command that reads one, and is left as it is."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from runfile.test_alterations import KINDS, live
from shared import made_once
from thorough import times

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
    *(["show"], ["show", "nell"], ["read"], ["story"], ["calls"], ["cost"], ["measure"], ["report"], ["verify"]),
    *(["replay"], ["ablate"], ["ask", "nell", "Who?"], ["interview", "--person", "nell"]),
    *(["tell", "nell", "Rest"], ["set", "stove", "hot"], ["resume", "--days", "1.2"]),
    *(["fork", "--at", "6:00", "--out", "OUT"], ["export", "--replay", "OUT"], ["export", "--format", "csv", "OUT"]),
    *(["serve", "--no-open", "--port", "0", "--days", "1.2"], ["rate judge"], ["rate raters"], ["rate authors"]),
    *(["rate score"], ["rate serve", "--no-open", "--port", "0"], ["causes", "Nell Hart came to the party"], ["mcp"]),
)
SHARE = times(8, 1)
"""Every change tries each kind of alteration with one in so many commands, so that all of both are tried."""


def check_told(run: Path, commands: Sequence[list[str]]) -> None:
    """Check that each command tells of the damage in one line and changes nothing."""
    damaged, told = run.read_bytes(), {}
    for name, *rest in commands:
        words = [str(run.parent / "out") if word == "OUT" else word for word in rest]
        outcome = typed(*name.split(), str(run), *words)
        lines = outcome.stderr.splitlines()
        # `verify` names every table and step that was changed, each on a line.
        if outcome.status != 2 or outcome.stdout or not lines or (len(lines) > 1 and name != "verify"):
            told[f"{name} {rest}"] = outcome
    assert told == {}
    assert run.read_bytes() == damaged
    assert [path.name for path in run.parent.iterdir() if path.name != run.name] == []


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_every_command_tells_a_damaged_run_in_one_line(damage: str, own: Path) -> None:
    connection = sqlite3.connect(own)
    connection.executescript(damage)
    connection.close()
    check_told(own, COMMANDS)


@pytest.fixture(scope="session")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory, "altered.townlet", lambda path: asyncio.run(live(path)))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_alteration_is_told_by_every_command(kind: str, lived: Path, tmp_path: Path) -> None:
    run = tmp_path / "own.townlet"
    shutil.copy(lived, run)
    KINDS[kind](run)
    check_told(run, COMMANDS[list(KINDS).index(kind) % SHARE :: SHARE])
