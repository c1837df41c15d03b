"""Opening what is not a good run file: one clear line, whatever it is."""

import errno
from collections.abc import Callable
from pathlib import Path

import pytest

from townlet.runfile import (
    DiskFull,
    NoSuchRun,
    NotARunFile,
    RunFileError,
    RunReader,
    UnknownFormat,
    create_run,
    inbox_path,
    open_reader,
    open_writer,
    study_path,
)
from townlet.runfile.errors import translated

from .made import FILES, HEADER, alter, written


@pytest.mark.parametrize("opening", [open_reader, open_writer])
def test_a_missing_file_is_named(tmp_path: Path, opening: Callable[[Path], RunReader]) -> None:
    with pytest.raises(NoSuchRun, match=r"no run file .*a\.townlet; check the name"):
        opening(tmp_path / "a.townlet")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("content", [b"", b"short", b"a text about otters\n" * 500])
def test_another_kind_of_file_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.townlet").write_bytes(content)
    with pytest.raises(NotARunFile, match="is not a run file"):
        open_reader(tmp_path / "a.townlet")


def test_a_folder_is_no_run(tmp_path: Path) -> None:
    with pytest.raises(NoSuchRun):
        open_reader(tmp_path)


def test_another_database_is_refused(tmp_path: Path) -> None:
    alter(tmp_path / "a.townlet", "CREATE TABLE otter (name TEXT)")
    with pytest.raises(NotARunFile):
        open_reader(tmp_path / "a.townlet")


@pytest.mark.parametrize(("version", "other"), [(0, "older"), (99, "newer")])
@pytest.mark.parametrize("opening", [open_reader, open_writer])
def test_an_unknown_format_says_which(
    tmp_path: Path, version: int, other: str, opening: Callable[[Path], RunReader]
) -> None:
    path = written(tmp_path / "a.townlet")
    alter(path, f"PRAGMA user_version = {version}")
    with pytest.raises(UnknownFormat, match=rf"has format {version}; .* reads formats 3 and 4.* {other} townlet"):
        opening(path)


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(RunFileError, match=r"cannot be used .* check that its folder exists"):
        create_run(tmp_path / "nowhere" / "a.townlet", HEADER, FILES)


def test_odd_characters_in_a_path_are_fine(tmp_path: Path) -> None:
    folder = tmp_path / "50% off #1 ü"
    folder.mkdir()
    with open_reader(written(folder / "a b.townlet")) as run:
        assert run.last_step() == 4


def test_a_system_without_room_reads_as_a_full_disk(tmp_path: Path) -> None:
    with (
        pytest.raises(DiskFull, match=r"disk is full: .*a\.townlet cannot grow"),
        translated(tmp_path / "a.townlet"),
    ):
        raise OSError(errno.ENOSPC, "No space left on device")


def test_side_files_stand_beside_the_run() -> None:
    assert inbox_path(Path("x/a.townlet")) == Path("x/a.townlet.inbox")
    assert study_path(Path("x/a.townlet")) == Path("x/a.townlet.study")
