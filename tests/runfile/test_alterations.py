"""Sixty kinds of alteration of a real run: everybody who opens the file tells of each in one line with what to do."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from shared import made_once
from townlet import RunView, Simulation, fork_run, load_town
from townlet.engine.commands import Whisper
from townlet.runfile import RunFileError, open_reader, salvage, verify_run
from townlet.runfile.files import open_writer
from townlet.runfile.repair import repair_run

ROWS = [
    f"{change} {where}".strip()
    for change, where in [
        ("UPDATE run SET seed = '7'", ""),
        ("UPDATE run SET settings = '{}'", ""),
        ("UPDATE run SET start = '2000-01-01T00:00:00'", ""),
        ("UPDATE run SET town_digest = 'x'", ""),
        ("DELETE FROM run", ""),
        ("UPDATE progress SET last_step = last_step - 1", ""),
        ("UPDATE progress SET last_step = last_step + 1", ""),
        ("UPDATE progress SET state_hash = 'x'", ""),
        ("UPDATE progress SET state_hash = NULL", ""),
        ("UPDATE progress SET tail = x''", ""),
        ("UPDATE progress SET head = zeroblob(32)", ""),
        ("DELETE FROM progress", ""),
        ("UPDATE file SET packed = x'00'", "WHERE path = 'town.toml'"),
        ("UPDATE file SET path = 'other.toml'", "WHERE path = 'town.toml'"),
        ("DELETE FROM file", "WHERE path = 'map.tmj'"),
        ("INSERT INTO file VALUES ('people/zed.toml', x'00')", ""),
        ("UPDATE event SET data = '{}'", "WHERE rowid_is_middle"),
        ("UPDATE event SET step = step + 1, ordinal = ordinal + 50", "WHERE kind = 'Said'"),
        ("UPDATE event SET agent = agent || 'x'", "WHERE kind = 'Said'"),
        ("UPDATE event SET kind = 'Acted'", "WHERE kind = 'Said'"),
        ("DELETE FROM event", "WHERE kind = 'Said'"),
        ("INSERT INTO event VALUES (9, 3, 'Zed', 0, 'Acted', '{}')", ""),
        ("UPDATE memory SET text = 'Nothing.'", "WHERE ordinal = 0"),
        ("UPDATE memory SET importance = 10", "WHERE importance = 1"),
        ("UPDATE memory SET hearsay = 1 - hearsay", ""),
        ("UPDATE memory SET source = 'heard'", "WHERE source <> 'heard'"),
        ("DELETE FROM memory", "WHERE kind = 'plan'"),
        ("UPDATE evidence SET of_ordinal = of_ordinal + 1", ""),
        ("DELETE FROM evidence", ""),
        ("UPDATE recall SET memories = '[[0,0]]'", ""),
        ("DELETE FROM recall", ""),
        ("UPDATE call SET reply = '{}'", ""),
        ("UPDATE call SET cost = 9.5", ""),
        ("UPDATE call SET prompt_tokens = 0", ""),
        ("UPDATE call SET model = 'better'", ""),
        ("UPDATE call SET status = 'failed'", ""),
        ("UPDATE call SET name = 'other'", ""),
        ("DELETE FROM call", ""),
        ("UPDATE part SET content = 'Nothing.'", "WHERE typeof(content) = 'text'"),
        ("UPDATE part SET content = x'00'", "WHERE typeof(content) = 'blob'"),
        ("DELETE FROM part", ""),
        ("UPDATE prompt SET sha = sha || 'x'", ""),
        ("UPDATE prompt SET parts = zeroblob(16)", ""),
        ("UPDATE prompt SET parts = x'00'", ""),
        ("DELETE FROM prompt", ""),
        ("UPDATE snapshot SET packed = x'00'", ""),
        ("DELETE FROM snapshot", ""),
        ("INSERT INTO snapshot VALUES (11, x'00')", ""),
        ("UPDATE intent SET value = '9'", ""),
        ("DELETE FROM intent", ""),
        ("INSERT INTO intent VALUES ('budget', '1 usd')", ""),
        ("UPDATE seal SET digest = zeroblob(16)", "WHERE step > 600"),
        ("UPDATE seal SET leaves = x''", "WHERE step > 600"),
        ("DELETE FROM seal", "WHERE step > 600"),
        ("DELETE FROM seal", ""),
        ("UPDATE origin SET run = 'x'", ""),
        ("DELETE FROM origin", ""),
        ("DROP TABLE recall", ""),
        ("DROP INDEX event_by_agent", ""),
        ("CREATE TABLE more (x)", ""),
        ("CREATE TRIGGER t AFTER INSERT ON event BEGIN DELETE FROM memory; END", ""),
    ]
]
FORMAT_TURNED_BACK = (
    "DROP TABLE seal; DROP TABLE origin; UPDATE progress SET state_hash = NULL; PRAGMA user_version = 3"
)


def by_sql(path: Path, sql: str) -> None:
    middle = "step = (SELECT step FROM event ORDER BY step LIMIT 1 OFFSET 300)"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.executescript(sql.replace("rowid_is_middle", middle))


def append(path: Path, more: bytes) -> None:
    path.write_bytes(path.read_bytes() + more)


WHOLE_FILE: dict[str, Callable[[Path], None]] = {
    "bytes behind the end": lambda path: append(path, b"x" * 5000),
    "a page of zeros behind the end": lambda path: append(path, bytes(4096)),
    "a second run behind the end": lambda path: append(path, path.read_bytes()),
    "a format turned back": lambda path: by_sql(path, FORMAT_TURNED_BACK),
    "a format turned back alone": lambda path: by_sql(path, "PRAGMA user_version = 3"),
    "cut off": lambda path: path.write_bytes(path.read_bytes()[:-5000]) and None,
}
KINDS: dict[str, Callable[[Path], None]] = {
    **{sql: lambda path, sql=sql: by_sql(path, sql) for sql in ROWS},
    **WHOLE_FILE,
}


async def live(path: Path) -> None:
    first = path.with_name(f"{path.name}.first")
    with Simulation.start(load_town("applegarth"), first) as simulation:
        simulation.intend(2)
        async for _ in simulation.run(0.4):
            pass
    fork_run(first, 3000, path)
    first.unlink()
    with await Simulation.resume(path) as simulation:
        simulation.intend(2)
        simulation.order(Whisper(simulation.engine.state.town.people[0].name, "There is a fair on Friday."))
        async for _ in simulation.run(1.001):
            pass
        simulation.finish()


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory, "altered.townlet", lambda path: asyncio.run(live(path)))


@pytest.fixture
def copy(run: Path, tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "a.townlet"
    shutil.copy(run, path)
    return path


def told(action: Callable[[], object]) -> str:
    """The message of a refusal; empty if there is none."""
    try:
        action()
    except RunFileError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("kind", KINDS)
def test_an_altered_file_is_told_by_everybody_who_opens_it(
    copy: Path, tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # No bit was flipped here, so that looking for one takes time alone.
    monkeypatch.setattr(salvage, "_MOST_TRIALS", 0)
    before = copy.read_bytes()
    KINDS[kind](copy)
    assert copy.read_bytes() != before
    for action in (
        lambda: open_reader(copy).close(),
        lambda: RunView(copy),
        lambda: open_writer(copy).close(),
        lambda: fork_run(copy, 600, tmp_path / "fork.townlet"),
    ):
        message = told(action)
        assert "townlet repair" in message
        assert len(message.splitlines()) == 1
    assert not verify_run(copy).sound
    assert not (tmp_path / "fork.townlet").exists()
    message = told(lambda: repair_run(copy, tmp_path / "b.townlet"))
    assert len(message.splitlines()) == bool(message)
    assert bool(message) != ((tmp_path / "b.townlet").exists() and verify_run(tmp_path / "b.townlet").sound)


def test_a_prompt_that_lacks_its_first_line_is_told_by_what_reads_or_copies_it(copy: Path, tmp_path: Path) -> None:
    by_sql(copy, "UPDATE prompt SET parts = substr(parts, 17) WHERE length(parts) > 16")
    assert "is not what was sent" in told(lambda: fork_run(copy, 600, tmp_path / "fork.townlet"))
    assert not verify_run(copy).sound
    with open_reader(copy) as reader:
        sha = next(reader.calls()).prompt_sha
        assert "is not what was sent" in told(lambda: reader.prompt(sha))
