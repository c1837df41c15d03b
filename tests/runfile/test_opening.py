"""Opening what is not a good run file: one clear line, whatever it is."""

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable, ItemsView
from contextlib import closing
from multiprocessing import get_context
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
from townlet.runfile.database import connect
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
    with pytest.raises(RunFileError, match="There is no folder"):
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


def abandoned(tmp_path: Path) -> Path:
    """A run file as a process leaves it that is killed while SQLite writes changed pages to it."""
    path, copy = written(tmp_path / "a.townlet"), tmp_path / "b.townlet"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN")
        connection.execute("UPDATE event SET data = hex(zeroblob(4000))")
        connection.execute("DELETE FROM memory")
        shutil.copy(path, copy)
        shutil.copy(f"{path}-journal", f"{copy}-journal")
        connection.execute("ROLLBACK")
    assert path.read_bytes() != copy.read_bytes()
    return copy


@pytest.mark.parametrize("opening", [open_reader, open_writer])
def test_half_a_change_of_a_killed_process_is_undone(tmp_path: Path, opening: Callable[[Path], RunReader]) -> None:
    path = abandoned(tmp_path)
    with opening(path) as run:
        assert run.last_step() == 4
        assert run.stored_hash() == run.state_hash()
    assert not Path(f"{path}-journal").exists()


def test_half_a_change_that_cannot_be_undone_is_one_clear_line(tmp_path: Path) -> None:
    path = abandoned(tmp_path)
    with (
        pytest.raises(RunFileError, match=r"was killed while it wrote .*b\.townlet.* read-only.* make both writable"),
        translated(path),
        closing(connect(path, "ro")) as connection,
    ):
        connection.execute("PRAGMA application_id")


class Deadly(dict[str, bytes]):
    """The files of a town that end the process which writes them."""

    def items(self) -> ItemsView[str, bytes]:  # type: ignore[override]
        os._exit(9)


def create_and_die(path: Path) -> None:
    create_run(path, HEADER, Deadly(FILES))


def test_a_process_that_is_killed_while_it_creates_a_run_file_leaves_none(tmp_path: Path) -> None:
    path = tmp_path / "a.townlet"
    process = get_context("spawn").Process(target=create_and_die, args=(path,))
    process.start()
    process.join()
    assert process.exitcode == 9
    assert not path.exists()
    with open_reader(written(path)) as run:
        assert run.last_step() == 4
    assert list(tmp_path.iterdir()) == [path]
