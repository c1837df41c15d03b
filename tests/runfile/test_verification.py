"""Verification finds what is wrong with a run file, and nothing wrong with a good one."""

import random
import shutil
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from townlet.runfile import NotARunFile, PromptText, UnknownFormat, create_run, verify_run
from townlet.runfile.encoding import compress

from .made import FILES, HEADER, alter, call, commit, event, written


def test_a_finished_run_is_sound(tmp_path: Path) -> None:
    report = verify_run(written(tmp_path / "a.townlet"))

    assert report.sound
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
        ("UPDATE memory SET text = 'Una Vesk sleeps.' WHERE step = 3 AND ordinal = 0", "the state hash was"),
        (
            "DELETE FROM memory WHERE agent = 'Una Vesk' AND step = 3 AND ordinal = 0",
            "a row of evidence refers",
        ),
        (
            "UPDATE recall SET memories = '[[77,0]]' WHERE step = 3",
            "recalls at step 3 a memory that is not there",
        ),
        ("UPDATE event SET ordinal = 4 WHERE step = 2", "expected 0 to 0"),
        ("UPDATE progress SET last_step = 3", "which the run has not reached"),
        ("UPDATE part SET content = 'You are nobody.' WHERE content LIKE 'You are%'", "is not what was sent"),
        ("DELETE FROM part", "refers to a row of part"),
        ("DELETE FROM prompt", "a row of call refers to a row of prompt"),
        ("UPDATE memory SET created = 'teatime' WHERE step = 3", "the state hash was"),
        ("UPDATE recall SET memories = 'nonsense'", "is damaged"),
        ("DELETE FROM progress", "its header is missing"),
        ("UPDATE run SET start = 'teatime'", "is damaged"),
        ("DROP TABLE recall", "no such table"),
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
            assert not report.sound or report.state_hash == verify_run(finished).state_hash


def test_many_problems_are_told_in_few_lines(tmp_path: Path) -> None:
    path = written(tmp_path / "a.townlet", steps=60)
    alter(path, "UPDATE event SET ordinal = 4")

    assert len(verify_run(path).problems) == 20


def test_a_long_prompt_is_checked_too(tmp_path: Path) -> None:
    path = tmp_path / "a.townlet"
    text = "\n".join(random.Random(1).randbytes(200).hex() for _ in range(3))
    with create_run(path, HEADER, FILES) as run:
        run.record_calls([call(0, prompt_sha=PromptText(text).sha)], [PromptText(text)])
        assert run.prompt(PromptText(text).sha) == PromptText(text)
    alter(path, "UPDATE part SET content = ? WHERE typeof(content) = 'blob'", compress(b"x"))

    assert "is not what was sent" in verify_run(path).problems[0]
