"""A run has one owner."""

import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import pytest

from townlet.runfile import RunFileError, RunLocked, close_for_killed_owner, create_run, lock_path
from townlet.runfile.files import open_writer

from .made import FILES, HEADER, commit, written

WRITER = Path(__file__).with_name("endless_writer.py")
OPENER = """
import sys, pathlib
from townlet.runfile import RunFileError, open_writer
try:
    open_writer(pathlib.Path(sys.argv[1]))
except RunFileError as error:
    print(error)
"""


def test_a_second_process_is_refused_and_told_who_writes(tmp_path: Path) -> None:
    with create_run(tmp_path / "a.townlet", HEADER, FILES):
        refused = subprocess.run(
            [sys.executable, "-c", OPENER, str(tmp_path / "a.townlet")],
            capture_output=True,
            text=True,
            check=True,
        )

    who = rf"process {os.getpid()} on {re.escape(platform.node())} since \d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d.*; wait until"
    assert re.search(f"a.townlet is being written by {who} it ends", refused.stdout)


def test_a_second_owner_in_one_process_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "a.townlet")
    with open_writer(path) as owner:
        with pytest.raises(RunLocked, match=str(os.getpid())):
            open_writer(path)
        commit(owner, 5)
    with open_writer(path) as next_owner:
        assert next_owner.last_step() == 5


def test_the_lock_of_a_killed_process_is_taken_over(tmp_path: Path) -> None:
    path = written(tmp_path / "a.townlet")
    with subprocess.Popen([sys.executable, str(WRITER), str(path), "1"], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        with pytest.raises(RunLocked, match=f"process {writer.pid} on "):
            open_writer(path)
        close_for_killed_owner(path)
        assert lock_path(path).exists()
        writer.kill()
    assert lock_path(path).exists()

    with open_writer(path):
        pass
    assert not lock_path(path).exists()


def test_what_a_killed_process_left_beside_its_file_is_cleared_away(tmp_path: Path) -> None:
    path = written(tmp_path / "a.townlet")
    with subprocess.Popen([sys.executable, str(WRITER), str(path), "1"], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        writer.kill()
    assert lock_path(path).exists()

    close_for_killed_owner(path)
    close_for_killed_owner(path)
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_a_failed_opening_gives_the_lock_back(tmp_path: Path) -> None:
    path = tmp_path / "a.townlet"
    path.write_text("precious")
    for _ in range(2):
        with pytest.raises(RunFileError, match="exists already"):
            create_run(path, HEADER, FILES)
    assert not lock_path(path).exists()


def test_a_lock_file_that_was_deleted_and_made_anew_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file that we locked may not be the one that others see."""
    path = written(tmp_path / "a.townlet")
    from townlet.runfile import lock

    claim, claims = lock._claim, []

    def claim_too_late(at: Path, name: str):
        held = claim(at, name)
        claims.append(held)
        if len(claims) == 1:
            at.unlink()
        return held

    monkeypatch.setattr(lock, "_claim", claim_too_late)
    with open_writer(path):
        assert len(claims) == 3  # The file beside the run twice, the record once.


def test_a_damaged_lock_file_is_named(tmp_path: Path) -> None:
    path = written(tmp_path / "a.townlet")
    lock_path(path).write_text("nonsense" * 200)

    with pytest.raises(RunFileError, match=r"Lock file .*a\.townlet\.lock is damaged; .* delete it"):
        open_writer(path)
