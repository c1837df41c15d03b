"""Verification finds what is wrong with a run file, and nothing wrong with a good one."""

import random
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from townlet.runfile import NotARunFile, PromptText, UnknownFormat, create_run, verify_run
from townlet.state.encoding import compress

from .made import FILES, HEADER, alter, call, commit, event, written


def test_a_finished_run_is_sound(tmp_path: Path) -> None:
    report = verify_run(written(tmp_path / "a.townlet"))

    assert report.sound
    assert (report.sealed, report.adopted_at) == (True, None)
    assert report.stored_hash == report.state_hash
    assert report.last_step == 4


def test_a_running_run_is_sound_and_has_no_stored_hash(tmp_path: Path) -> None:
    path = tmp_path / "a.townlet"
    with create_run(path, HEADER, FILES) as run:
        commit(run, 0)
        run.commit_commands(1, [event(1, phase=0)])
        report = verify_run(path)

    assert report.sound
    assert report.stored_hash is None


@pytest.mark.parametrize(
    ("sql", "finding"),
    [
        (
            "UPDATE memory SET text = 'Una Vesk sleeps.' WHERE agent = 'Una Vesk' AND step = 3 AND ordinal = 0",
            "table memory of step 3, Una Vesk: a row was changed",
        ),
        (
            "DELETE FROM memory WHERE agent = 'Una Vesk' AND step = 3 AND ordinal = 0",
            "table memory of step 3, Una Vesk: a row is missing",
        ),
        (
            "UPDATE recall SET memories = '[[77,0]]' WHERE step = 3",
            "table recall of step 3, Una Vesk: a row was changed",
        ),
        ("UPDATE event SET ordinal = 4 WHERE step = 2", "table event of step 2, Pell Orrin: a row was changed"),
        ("DELETE FROM event WHERE step = 2", "table event of step 2: 2 rows are missing"),
        ("INSERT INTO event VALUES (2, 3, 'Una Vesk', 0, 'acted', '{}')", "table event of step 2, Una Vesk: a row was"),
        ("UPDATE progress SET last_step = 3", "the last step is 3, but step 4 is sealed"),
        ("UPDATE progress SET last_step = 9000000000000000000", "table progress: the last step"),
        ("UPDATE progress SET state_hash = NULL", "table progress: the last step, the state hash"),
        ("UPDATE part SET content = 'You are nobody.' WHERE content LIKE 'You are%'", "is not what was sent"),
        ("DELETE FROM part", "a row refers to a row of table part that is missing"),
        ("DELETE FROM prompt", "a row refers to a row of table prompt that is missing"),
        (
            "UPDATE call SET reply = 'No.' WHERE step = 1",
            "table call of step 1, Una Vesk: a row was changed",
        ),
        ("UPDATE call SET cost = 1.5 WHERE step = 1", "table call of step 1, Una Vesk: a row was changed"),
        ("DELETE FROM call", "table call of step 0: a row is missing"),
        ("UPDATE vector SET packed = x'00' WHERE step = 4", "table vector of step 4: a row was changed"),
        ("DELETE FROM snapshot WHERE step = 2", "table snapshot of step 2: a row is missing"),
        ("UPDATE file SET packed = x'00' WHERE path = 'town.toml'", "table file: a row was changed (town.toml)"),
        ("DELETE FROM file", "table file: 2 rows are missing"),
        ("UPDATE run SET town = 'Utopia'", "table run: a row was changed"),
        ("UPDATE run SET start = 'teatime'", "table run: a row was changed"),
        ("INSERT INTO intent VALUES ('budget', '9 usd')", "table intent: the seal does not cover a row"),
        ("INSERT INTO letter VALUES ('x', 9)", "table letter: the seal does not cover a row"),
        ("UPDATE seal SET digest = x'00' WHERE step = 2", "table seal of step 2: the chain breaks here"),
        ("UPDATE seal SET leaves = x'00' WHERE step = 2", "table seal of step 2: the seal cannot be read"),
        ("DELETE FROM seal WHERE step = 4", "table event of step 4, Pell Orrin: the seal does not cover"),
        ("DELETE FROM progress", "table progress: the row is missing"),
        ("DROP TABLE recall", "its table recall is not as Townlet writes it"),
        ("CREATE VIEW v AS SELECT 1", "its view v is not as Townlet writes it"),
        ("CREATE TRIGGER t AFTER INSERT ON memory BEGIN DELETE FROM call; END", "its trigger t is not as"),
        ("CREATE INDEX i ON memory (upper(text))", "its index i is not as Townlet writes it"),
    ],
)
def test_what_was_altered_is_found(tmp_path: Path, sql: str, finding: str) -> None:
    path = written(tmp_path / "a.townlet")
    alter(path, sql)

    report = verify_run(path)
    assert not report.sound
    assert any(finding in problem for problem in report.problems)


def test_a_truncated_file_is_found(tmp_path: Path) -> None:
    path = written(tmp_path / "a.townlet")
    path.write_bytes(path.read_bytes()[: -3 * 4096 - 100])

    assert not verify_run(path).sound


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("verify") / "a.townlet", steps=30)


def rows_of(path: Path) -> list[list[tuple[object, ...]]]:
    """All rows of a file, read without any help of Townlet."""
    with closing(sqlite3.connect(path)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return [connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in tables]


@given(st.integers(min_value=0), st.binary(min_size=1, max_size=200))
@settings(max_examples=60, deadline=None)
def test_overwritten_bytes_are_found_or_harmless(finished: Path, place: int, noise: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "b.townlet")
        shutil.copy(finished, path)
        data = bytearray(path.read_bytes())
        start = place % (len(data) - len(noise))
        data[start : start + len(noise)] = noise
        path.write_bytes(data)
        with suppress(NotARunFile, UnknownFormat):
            report = verify_run(path)
            assert not report.sound or rows_of(path) == rows_of(finished)


def test_many_problems_are_told_in_few_lines(tmp_path: Path) -> None:
    path = written(tmp_path / "a.townlet", steps=60)
    alter(path, "UPDATE event SET ordinal = ordinal + 4")

    assert len(verify_run(path).problems) == 20


def test_a_long_prompt_is_checked_too(tmp_path: Path) -> None:
    path = tmp_path / "a.townlet"
    text = "\n".join(random.Random(1).randbytes(200).hex() for _ in range(3))
    with create_run(path, HEADER, FILES) as run:
        run.record_calls([call(0, prompt_sha=PromptText(text).sha)], [PromptText(text)])
        assert run.prompt(PromptText(text).sha) == PromptText(text)
    alter(path, "UPDATE part SET content = ? WHERE typeof(content) = 'blob'", compress(b"x"))

    assert "is not what was sent" in verify_run(path).problems[0]
