"""What is safe when a process is killed, the disk is full or a change is refused."""

import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from townlet.runfile import (
    CallFilter,
    CallRow,
    DiskFull,
    EventRow,
    RowsRefused,
    RunWriter,
    create_run,
    open_reader,
    verify_run,
)
from townlet.runfile.files import open_writer

from .made import FILES, HEADER, PEOPLE, PROMPT, call, commit, event

WRITER = Path(__file__).with_name("endless_writer.py")


@pytest.mark.parametrize(("durable", "level"), [(True, 2), (False, 1)])
def test_durable_calls_wait_for_the_disk(tmp_path: Path, durable: bool, level: int) -> None:
    levels = []
    with create_run(tmp_path / "a.townlet", HEADER, FILES) as run:

        def rows() -> Iterator[CallRow]:
            levels.append(run._only("PRAGMA synchronous")[0])
            yield call(0)

        run.record_calls(rows(), [PROMPT], durable=durable)
        levels.append(run._only("PRAGMA synchronous")[0])

    assert levels == [level, 1]


def test_a_refused_durable_call_leaves_no_transaction_behind(tmp_path: Path) -> None:
    with create_run(tmp_path / "a.townlet", HEADER, FILES) as run:
        with pytest.raises(RowsRefused):
            run.record_calls([call(0)])

        run.record_calls([call(0)], [PROMPT])
        assert run._only("PRAGMA synchronous") == (1,)


def noise(step: int) -> bytes:
    """A snapshot that takes 1,500 bytes however well it is compressed, of a version that nobody reads."""
    return b'{"version":0,"noise":"%s"}' % random.Random(step).randbytes(1500).hex().encode()


@pytest.mark.parametrize("steps_a_commit", [1, 4])
def test_a_full_disk_loses_nothing_that_was_written(tmp_path: Path, steps_a_commit: int) -> None:
    path = tmp_path / "a.townlet"
    run = create_run(path, HEADER, FILES, steps_a_commit=steps_a_commit)
    [pages] = run._only("PRAGMA page_count")
    run._only(f"PRAGMA max_page_count = {pages + 6}")
    steps = count()
    with pytest.raises(DiskFull, match=r"disk is full|could not be written"):
        any(commit(run, step, noise(step)) for step in steps)
    run.close()
    step = next(steps) - 1
    assert step > 2

    report = verify_run(path)
    assert report.sound
    assert report.last_step is not None
    assert step - steps_a_commit <= report.last_step < step
    with open_writer(path) as again:
        commit(again, report.last_step + 1)
    assert verify_run(path).sound


def test_a_transaction_that_is_lost_with_nothing_in_it_does_no_harm(tmp_path: Path) -> None:
    with create_run(tmp_path / "a.townlet", HEADER, FILES) as run:
        commit(run, 0)
        with pytest.raises(KeyboardInterrupt):
            run.commit_step(1, _rows_until_sqlite_gives_up(run))

        commit(run, 1)
        assert run.last_step() == 1


def test_after_lost_steps_nothing_more_is_written(tmp_path: Path) -> None:
    with create_run(tmp_path / "a.townlet", HEADER, FILES, steps_a_commit=10) as run:
        commit(run, 0)
        with pytest.raises(KeyboardInterrupt):
            run.commit_step(1, _rows_until_sqlite_gives_up(run))

        with pytest.raises(DiskFull, match="could not be written; free some space, then resume"):
            commit(run, 1)


@pytest.mark.parametrize("steps_a_commit", [1, 3])
def test_a_killed_writer_loses_only_whole_steps_and_no_call(tmp_path: Path, steps_a_commit: int) -> None:
    path = tmp_path / "a.townlet"
    create_run(path, HEADER, FILES).close()
    for lines in random.Random(steps_a_commit).sample(range(1, 24), 4):
        reported = _killed_after(path, steps_a_commit, lines)
        report = verify_run(path)
        with open_reader(path) as run:
            steps = -1 if report.last_step is None else report.last_step
            assert report.sound
            assert steps > max(reported["step"], default=-1) - steps_a_commit
            assert set(reported["call"]) <= {row.step for row in run.calls(CallFilter(status="answered"))}
            assert len(list(run.memories())) == (steps + 1) * 2 * len(PEOPLE)
    with open_writer(path):
        pass
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.townlet"]


def _killed_after(path: Path, steps_a_commit: int, lines: int) -> dict[str, list[int]]:
    """What a writer had reported when it was killed, some lines into its work."""
    command = [sys.executable, str(WRITER), str(path), str(steps_a_commit)]
    reported: dict[str, list[int]] = {"call": [], "step": []}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        for _ in range(lines):
            kind, step = writer.stdout.readline().split()
            reported[kind].append(int(step))
        writer.kill()
    return reported


def _rows_until_sqlite_gives_up(run: RunWriter) -> Iterator[EventRow]:
    """SQLite may undo a whole transaction on its own when it finds no room."""
    yield event(1)
    run._connection.execute("ROLLBACK")
    raise KeyboardInterrupt
