"""The state hash: what it depends on, and what it does not."""

import hashlib
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from townlet.memory.record import MemoryId
from townlet.runfile import ForkedFrom, RecallRow, RunHeader, create_run
from townlet.runfile.files import open_unchecked, open_writer

from .made import FILES, HEADER, PEOPLE, PROMPT, alter, call, commit, event, memory, written

COLUMNS = [
    *(("event", column) for column in ("step", "phase", "agent", "ordinal", "kind", "data")),
    *(("memory", column) for column in ("kind", "text", "created", "importance", "source", "heard_from")),
    *(("memory", column) for column in ("utterance", "hearsay", "agent", "step", "ordinal")),
    *(("evidence", column) for column in ("agent", "step", "ordinal", "place")),
    *(("evidence", column) for column in ("of_agent", "of_step", "of_ordinal")),
    *(("recall", column) for column in ("step", "agent", "memories")),
]


def hash_of(path: Path) -> str:
    with open_unchecked(path) as run:
        return run.state_hash()


@given(st.permutations(PEOPLE), st.permutations(range(3)), st.booleans())
@settings(max_examples=15, deadline=None)
def test_the_order_of_writing_does_not_matter(people: list[str], ordinals: list[int], grouped: bool) -> None:
    def hash_of_written(agents: list[str], numbers: list[int], steps_a_commit: int) -> str:
        with TemporaryDirectory() as folder:
            with create_run(Path(folder, "a.townlet"), HEADER, FILES, steps_a_commit=steps_a_commit) as run:
                for step in range(2):
                    rows = [(agent, ordinal) for ordinal in numbers for agent in agents]
                    run.commit_step(step, [event(step, *row) for row in rows], [memory(step, *row) for row in rows])
            return hash_of(Path(folder, "a.townlet"))

    assert hash_of_written(people, ordinals, 2 if grouped else 1) == hash_of_written(list(PEOPLE), [0, 1, 2], 1)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("hash") / "a.townlet")


@given(st.sampled_from(COLUMNS), st.integers(min_value=0, max_value=7))
@settings(max_examples=60, deadline=None)
def test_any_change_of_any_row_changes_it(finished: Path, column: tuple[str, str], row: int) -> None:
    with TemporaryDirectory() as folder:
        altered = Path(folder, "b.townlet")
        shutil.copy(finished, altered)
        assert _alter_one(altered, *column, row)
        assert hash_of(altered) != hash_of(finished)


def _alter_one(path: Path, table: str, column: str, row: int) -> bool:
    """Put another value into one column of the row of that number."""
    connection = sqlite3.connect(path)
    try:
        rows = connection.execute(f"SELECT * FROM {table}").fetchall()
        names = [info[1] for info in connection.execute(f"PRAGMA table_info({table})")]
        chosen = rows[row % len(rows)]
        key = " AND ".join(f"{name} = ?" for name in names)
        value = chosen[names.index(column)]
        other = -value - 5 if isinstance(value, int) else value + "x"
        changed = connection.execute(f"UPDATE {table} SET {column} = ? WHERE {key}", (other, *chosen)).rowcount
        connection.commit()
        return changed == 1
    finally:
        connection.close()


@given(st.sampled_from(["event", "memory", "evidence", "recall"]))
@settings(deadline=None)
def test_a_missing_row_changes_it(finished: Path, table: str) -> None:
    with TemporaryDirectory() as folder:
        altered = Path(folder, "b.townlet")
        shutil.copy(finished, altered)
        alter(altered, f"DELETE FROM {table} WHERE agent = 'Una Vesk' AND step = 2")
        assert hash_of(altered) != hash_of(finished)


@pytest.mark.parametrize(
    "header",
    [replace(HEADER, seed=8), replace(HEADER, town_digest="x"), replace(HEADER, settings={"profile": "p"})],
)
def test_another_town_seed_or_setting_changes_it(tmp_path: Path, header: RunHeader) -> None:
    create_run(tmp_path / "a.townlet", header, FILES).close()
    create_run(tmp_path / "b.townlet", HEADER, FILES).close()
    assert hash_of(tmp_path / "a.townlet") != hash_of(tmp_path / "b.townlet")


def test_calls_costs_snapshots_and_descent_do_not_matter(tmp_path: Path, finished: Path) -> None:
    header = replace(HEADER, townlet="9.9", forked_from=ForkedFrom("abc", 2))
    with create_run(tmp_path / "b.townlet", header, {}, steps_a_commit=3) as run:
        for step in range(5):
            run.record_calls([call(step, 7, seconds=9.0, cost=3.0, status="failed")], [PROMPT])
            commit(run, step)
    assert hash_of(tmp_path / "b.townlet") == hash_of(finished)


def test_an_incomplete_step_does_not_count(tmp_path: Path) -> None:
    path = written(tmp_path / "a.townlet")
    before = hash_of(path)
    with open_writer(path) as run:
        run.commit_commands(5, [event(5, phase=0)])
        assert run.state_hash() == before


def test_it_is_as_documented(tmp_path: Path) -> None:
    """Written out by hand, so that a change of the hash's definition cannot pass unnoticed."""
    with create_run(tmp_path / "a.townlet", replace(HEADER, settings={"top": 3}), {}) as run:
        run.commit_step(0, [event(0)])
        run.commit_step(1, [], [memory(1), memory(1, ordinal=1, evidence=(MemoryId("Una Vesk", 1, 0),))])
        recall = RecallRow(2, "Una Vesk", (MemoryId("Una Vesk", 1, 1),))
        run.commit_step(2, memories=[memory(2, "Bo")], recalls=[recall])
        assert run.state_hash() == hashlib.sha256(DOCUMENTED.encode()).hexdigest()


DOCUMENTED = """\
{"seed":7,"settings":{"top":3},"start":"2031-05-06T00:00:00","step_seconds":10,"town":"d1ge57"}
"event"
[0,1,"Una Vesk",0,"acted","{\\"doing\\":\\"kneading loaf 0\\"}"]
"memory"
["Una Vesk",1,0,"observation","Una Vesk kneads loaf 1.","2031-05-06T00:00:10",3,"heard","Pell Orrin","1/Pell Orrin",1]
["Una Vesk",1,1,"reflection","Una Vesk kneads loaf 1.","2031-05-06T00:00:10",3,"heard","Pell Orrin","1/Pell Orrin",1]
["Bo",2,0,"observation","Bo kneads loaf 2.","2031-05-06T00:00:20",3,"heard","Pell Orrin","2/Pell Orrin",1]
"evidence"
["Una Vesk",1,1,0,"Una Vesk",1,0]
"recall"
[2,"Una Vesk","[[1,1]]"]
"""
