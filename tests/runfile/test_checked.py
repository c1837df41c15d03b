"""A file is compared with its seal once, and again after any change."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from townlet.runfile import RunFileError, RunReader, checked, open_reader
from townlet.runfile.checked import remember_whole, state_on_disk, was_whole
from townlet.runfile.files import open_writer

from .made import written

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no time tells of every change there")

READ = """
import sys
from pathlib import Path
from townlet.runfile import RunFileError, RunReader, checked, open_reader

checked.SETTLED_SECONDS = 0
compare = RunReader.check_seal
RunReader.check_seal = lambda *arguments: print("compared") or compare(*arguments)
try:
    open_reader(Path(sys.argv[1])).close()
except RunFileError as error:
    print("refused")
"""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(checked, "SETTLED_SECONDS", 0)


def read_by_another_process(path: Path) -> list[str]:
    found = subprocess.run([sys.executable, "-c", READ, str(path)], capture_output=True, text=True, check=True)
    return found.stdout.split()


def copied(tmp_path: Path) -> Path:
    """A run file that no process of this user has closed or read."""
    return Path(shutil.copy(written(tmp_path / "original.townlet"), tmp_path / "a.townlet"))


def test_a_file_that_its_owner_closed_is_not_compared_until_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checked, "SETTLED_SECONDS", 3600)
    path = written(tmp_path / "a.townlet")
    compared: list[Path] = []
    whole = RunReader.check_parts
    monkeypatch.setattr(RunReader, "check_parts", lambda run: compared.append(run.path) or whole(run))
    with open_writer(path) as run:
        run.commit_step(run.last_step() + 1)
    with open_writer(path) as run:
        run.commit_step(run.last_step() + 1)
    open_reader(path).close()
    assert compared == []
    content = path.read_bytes()
    path.write_bytes(content.replace(b"kneading", b"stealing"))
    with pytest.raises(RunFileError, match="changed"):
        open_writer(path)
    path.write_bytes(content)
    open_writer(path).close()
    assert compared


def test_a_second_process_does_not_compare_an_unchanged_file(tmp_path: Path) -> None:
    path = copied(tmp_path)
    assert read_by_another_process(path) == ["compared"]
    assert read_by_another_process(path) == []


def test_a_changed_file_is_compared_though_its_size_and_time_are_put_back(tmp_path: Path) -> None:
    path = copied(tmp_path)
    read_by_another_process(path)
    before = path.stat()
    content = bytearray(path.read_bytes())
    place = content.index(b"kneading")
    content[place : place + 8] = b"stealing"
    path.write_bytes(content)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (path.stat().st_size, path.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    assert read_by_another_process(path) == ["compared", "refused"]
    assert read_by_another_process(path) == ["compared", "refused"]


def test_a_file_that_has_only_just_changed_is_not_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checked, "SETTLED_SECONDS", 3600)
    path = copied(tmp_path)
    remember_whole(state_on_disk(path))
    assert not was_whole(state_on_disk(path))


def test_only_so_many_files_are_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checked, "MOST_REMEMBERED", 3)
    for number in range(5):
        path = tmp_path / f"{number}.townlet"
        path.write_bytes(b"whole")
        remember_whole(state_on_disk(path))
    assert was_whole(state_on_disk(path))
    assert sum(was_whole(state_on_disk(each)) for each in tmp_path.glob("*.townlet")) == 3


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    path = written(tmp_path / "a.townlet")
    remember_whole(state_on_disk(path))
    assert not was_whole(state_on_disk(path))
