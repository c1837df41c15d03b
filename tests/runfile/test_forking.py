"""A fork inherits everything before its step, and nothing else."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from townlet.runfile import (
    DiskFull,
    ForkedFrom,
    OutsideRun,
    PromptText,
    RunExists,
    create_run,
    fork_run,
    open_reader,
    verify_run,
)
from townlet.runfile.files import open_writer
from townlet.runfile.reader import RunReader

from .made import FILES, HEADER, PROMPT, call, commit, written


def content(run: RunReader) -> list[object]:
    return [
        run.town_files(),
        run.last_step(),
        list(run.events()),
        list(run.memories()),
        list(run.recalls()),
        list(run.calls()),
        run.snapshot(),
        run.state_hash(),
    ]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("fork") / "a.townlet", steps=6)


@given(st.integers(min_value=0, max_value=6))
@settings(max_examples=7, deadline=None)
def test_a_fork_is_the_run_as_it_was(source: Path, tmp_path_factory: pytest.TempPathFactory, step: int) -> None:
    folder = tmp_path_factory.mktemp("forks")
    fork_run(source, step, folder / "fork.townlet")
    shorter = written(folder / "shorter.townlet", steps=step)

    with open_reader(folder / "fork.townlet") as forked, open_reader(shorter) as run:
        assert content(forked) == content(run)
        assert list(forked.vectors("hashed")) == list(run.vectors("hashed"))
        assert forked.header.forked_from == ForkedFrom(HEADER.id, step, "fork.townlet")
        assert forked.stored_hash() is None
    assert verify_run(folder / "fork.townlet").sound
    assert sorted(path.name for path in folder.iterdir()) == ["fork.townlet", "shorter.townlet"]


def test_a_fork_goes_on_as_the_run_did(source: Path, tmp_path: Path) -> None:
    fork_run(source, 3, tmp_path / "b.townlet")
    with open_writer(tmp_path / "b.townlet") as run:
        for step in range(3, 6):
            commit(run, step)
        assert run.finish() == verify_run(source).state_hash


def test_a_running_run_can_be_forked(tmp_path: Path) -> None:
    with create_run(tmp_path / "a.townlet", HEADER, FILES) as run:
        commit(run, 0)
        commit(run, 1)
        fork_run(tmp_path / "a.townlet", 1, tmp_path / "b.townlet")
        commit(run, 2)
    with open_reader(tmp_path / "b.townlet") as forked:
        assert {row.step for row in forked.events()} == {0}


def test_a_fork_leaves_later_prompts_behind(tmp_path: Path) -> None:
    secret = PromptText("What will be?")
    with create_run(tmp_path / "a.townlet", HEADER, FILES) as run:
        run.record_calls([call(0), call(1, prompt_sha=secret.sha)], [PROMPT, secret])
        commit(run, 0)
        commit(run, 1)
    fork_run(tmp_path / "a.townlet", 1, tmp_path / "b.townlet")
    with open_reader(tmp_path / "b.townlet") as forked:
        assert forked.prompt(PROMPT.sha) == PROMPT
        with pytest.raises(KeyError):
            forked.prompt(secret.sha)
        assert forked._only("SELECT count(*) FROM part WHERE content = 'What will be?'") == (0,)


@pytest.mark.parametrize("step", [-1, 7])
def test_a_step_outside_the_run_is_refused(source: Path, tmp_path: Path, step: int) -> None:
    with pytest.raises(OutsideRun, match=f"Step {step} is outside .* give a step from 0 to 6"):
        fork_run(source, step, tmp_path / "b.townlet")


def test_a_fork_never_overwrites_a_file(source: Path, tmp_path: Path) -> None:
    (tmp_path / "b.townlet").write_text("precious")
    with pytest.raises(RunExists):
        fork_run(source, 1, tmp_path / "b.townlet")
    assert (tmp_path / "b.townlet").read_text() == "precious"


def test_a_fork_that_fails_leaves_nothing(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("townlet.runfile.files.os.replace", no_room)
    with pytest.raises(DiskFull):
        fork_run(source, 1, tmp_path / "b.townlet")
    assert not list(tmp_path.iterdir())


def test_a_run_without_steps_can_be_forked_at_its_beginning_alone(tmp_path: Path) -> None:
    create_run(tmp_path / "a.townlet", HEADER, FILES).close()
    fork_run(tmp_path / "a.townlet", 0, tmp_path / "b.townlet")
    with open_reader(tmp_path / "b.townlet") as forked:
        assert forked.last_step() is None
    with pytest.raises(OutsideRun, match="from 0 to 0"):
        fork_run(tmp_path / "a.townlet", 1, tmp_path / "c.townlet")
