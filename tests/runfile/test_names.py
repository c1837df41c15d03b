"""A run file is one file, whatever name it is used by: it has one owner, one inbox, one note and one study folder."""

from __future__ import annotations

import os
import platform
import re
import runpy
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from townlet.runfile import RunLocked, inbox_path, is_owned, leave_letter, open_reader, study_path, verify_run
from townlet.runfile import lock as lock_module
from townlet.runfile.checked import state_on_disk
from townlet.runfile.files import open_writer
from townlet.runfile.inbox import waiting_letters
from townlet.runfile.lock import real_name

from .made import written
from .test_lock import OPENER, WRITER

owners: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "owners.py"))
Naming = Callable[[Path], Path]


@pytest.fixture(autouse=True)
def _own_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.fixture(params=owners["NAMES"], ids=lambda naming: naming.__name__)
def names(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Path, Path]]:
    base = written(tmp_path / "base.townlet").read_bytes()
    try:
        with owners["two_names"](base, request.param) as pair:
            yield pair
    except OSError as error:
        pytest.skip(str(error))


def begin_writing(path: Path) -> subprocess.Popen[str]:
    """A process that writes until it is killed. It has written when this returns."""
    writer = subprocess.Popen([sys.executable, str(WRITER), str(path), "1"], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    for _ in range(4):
        writer.stdout.readline()
    return writer


def test_a_second_owner_by_another_name_is_told_who_owns_the_file(names: tuple[Path, Path]) -> None:
    path, other = names
    with begin_writing(path) as writer:
        refused = subprocess.run([sys.executable, "-c", OPENER, str(other)], capture_output=True, text=True, check=True)
        who = rf"process {writer.pid} on {re.escape(platform.node())} since \d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d\S*"
        assert re.match(rf"Run file {re.escape(str(other))} is being written by {who}( as .*)?; wait", refused.stdout)
        assert is_owned(other)
        writer.kill()


def test_what_a_killed_owner_wrote_is_there_by_the_other_name(names: tuple[Path, Path]) -> None:
    path, other = names
    with begin_writing(path) as writer:
        writer.kill()
    with open_writer(other) as run:
        assert run.last_step() is not None
        assert run.last_step() > 4
    assert all(verify_run(each).sound for each in names)


def test_what_an_owner_writes_is_seen_by_the_other_name(names: tuple[Path, Path]) -> None:
    path, other = names
    with begin_writing(path) as writer:
        with open_reader(other) as run:
            assert run.last_step() > 4
        writer.kill()


def test_letters_and_studies_of_an_owned_file_have_one_place(names: tuple[Path, Path]) -> None:
    path, other = names
    with open_writer(path) as run:
        leave_letter(other, {"tell": "Una Vesk"})
        assert [letter.command for letter in run.letters()] == [{"tell": "Una Vesk"}]
    study_path(other).mkdir()
    assert study_path(path).is_dir()
    assert inbox_path(other).samefile(inbox_path(path))
    assert state_on_disk(path) == state_on_disk(other)


def test_letters_and_studies_have_one_place_though_nobody_ever_owned_the_file(names: tuple[Path, Path]) -> None:
    path, other = names
    leave_letter(other, {"tell": "Una Vesk"})
    assert len(waiting_letters(path)) == 1
    study_path(other).mkdir()
    assert study_path(path).is_dir()


def test_a_name_that_has_gone_is_used_no_longer(tmp_path: Path) -> None:
    path, other = written(tmp_path / "a.townlet"), tmp_path / "b.townlet"
    other.hardlink_to(path)
    assert real_name(other) == path
    path.unlink()
    assert real_name(other) == other


def test_hard_links_are_refused_where_no_record_can_be_kept(tmp_path: Path) -> None:
    path = written(tmp_path / "a.townlet")
    path.with_name("b.townlet").hardlink_to(path)
    for record in (tmp_path / "state" / "townlet" / "runs").iterdir():
        record.unlink()
    (tmp_path / "state" / "townlet" / "runs").rmdir()
    (tmp_path / "state" / "townlet" / "runs").write_text("a file where the folder should be")
    with pytest.raises(Exception, match=r"a\.townlet has 2 names \(hard links\), and .* cannot be written"):
        open_writer(path)
    path.with_name("b.townlet").unlink()
    with open_writer(path) as run:
        assert run.last_step() == 4


def test_old_records_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock_module, "_MOST_RECORDS", 3)
    for number in range(6):
        with open_writer(written(tmp_path / f"{number}.townlet")):
            pass
    assert len(list((tmp_path / "state" / "townlet" / "runs").iterdir())) == 3


def test_whoever_forgets_old_records_waits_for_no_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock_module, "_MOST_RECORDS", 1)
    connect, waits = lock_module.connect, []

    def noting(path: Path, mode: Any, timeout: float) -> Any:
        waits.append((path.name, timeout))
        return connect(path, mode, timeout)

    with open_writer(written(tmp_path / "owned.townlet")):
        [record] = (tmp_path / "state" / "townlet" / "runs").iterdir()
        other = written(tmp_path / "b.townlet")
        monkeypatch.setattr(lock_module, "connect", noting)
        for _ in range(2):
            with open_writer(other):
                pass
        assert record.exists()
        assert {timeout for name, timeout in waits if name == record.name} == {0}


def test_a_run_is_created_behind_a_link_that_leads_nowhere_yet(tmp_path: Path) -> None:
    link = tmp_path / "link.townlet"
    link.symlink_to("a.townlet")
    written(link)
    assert link.is_symlink()
    with open_writer(tmp_path / "a.townlet"), pytest.raises(RunLocked, match=str(os.getpid())):
        open_writer(link)


def test_a_run_that_is_being_written_never_seems_damaged(tmp_path: Path) -> None:
    path = written(tmp_path / "a.townlet")
    with begin_writing(path) as writer:
        for _ in range(40):
            with open_reader(path) as run:
                assert run.check_parts() == []
                assert run.check_prompts() == []
        writer.kill()
