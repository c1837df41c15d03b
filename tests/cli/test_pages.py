"""What a command may write to: regular files and new ones; everything else stays as it is and is told in one line."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from waiting import PATIENCE_SECONDS

from .typed import done, refused

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")

REPORT = ("report", "RUN", "--no-interviews", "--force", "--out")
REPLAY = ("export", "RUN", "--force", "--replay")
ANSWERS = ("interview", "RUN", "--battery", "BATTERY", "--out")
SCORES = ("rate", "score", "RUN", "--out")
TABLES = ("export", "RUN", "--format", "csv", "--table", "people", "--force")
NEW = ("new",)
FORK = ("fork", "RUN", "--at", "6:00", "--out")


def fifo(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    """A node of the device that is always full; a link to it where nobody may make nodes."""
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 7))
    except PermissionError:
        path.symlink_to("/dev/full")


def link_to_device(path: Path) -> None:
    device(path.with_name("node"))
    path.symlink_to("node")


def bound_socket(path: Path) -> None:
    at, server = os.open(path.parent, os.O_RDONLY), socket.socket(socket.AF_UNIX)
    try:
        # The whole path can be longer than the address of a socket may be.
        server.bind(f"/proc/self/fd/{at}/{path.name}")
    except OSError:
        pytest.skip("this system has no such name for a socket")
    finally:
        server.close()
        os.close(at)


def folder(path: Path) -> None:
    (path / "kept").mkdir(parents=True)


def loop(path: Path) -> None:
    path.symlink_to("other")
    path.with_name("other").symlink_to(path.name)


def link_to_run(path: Path) -> None:
    path.symlink_to("own.townlet")


def hard_link_to_run(path: Path) -> None:
    os.link(path.with_name("own.townlet"), path)


NOT_REPLACED = [
    *[(command, make) for command in (REPORT, REPLAY) for make in (device, fifo, folder, loop, link_to_device)],
    *[(command, link_to_run) for command in (REPORT, REPLAY, ANSWERS, SCORES)],
    *[(command, device) for command in (ANSWERS, SCORES, TABLES, NEW, FORK)],
    *[(command, loop) for command in (ANSWERS, TABLES, NEW)],
    (REPORT, bound_socket),
    (REPORT, hard_link_to_run),
    (FORK, fifo),
]


def state(place: Path) -> dict[str, tuple[int, ...]]:
    """Each file's kind, device, inode and size, by path."""
    found = [place, *place.rglob("*")]
    return {
        str(path): (each.st_mode, each.st_rdev, each.st_ino, each.st_size) for path in found if (each := path.lstat())
    }


@pytest.fixture
def place(own: Path) -> Path:
    """A folder with a run and a battery of one question."""
    battery = own.with_name("battery.toml")
    battery.write_text('name = "one"\n[[questions]]\nid = "who"\ncategory = "self"\ntext = "Who are you?"\n')
    return own.parent


@pytest.mark.parametrize(("words", "make"), NOT_REPLACED)
def test_only_regular_files_are_replaced(words: tuple[str, ...], make: Callable[[Path], None], place: Path) -> None:
    out, run = place / "out", place / "own.townlet"
    make(out)
    before = state(place)
    named = {"RUN": str(run), "BATTERY": str(place / "battery.toml")}
    line = refused(*(named.get(word, word) for word in words), str(out))
    assert str(out) in line
    assert state(place) == before


@pytest.mark.parametrize("words", [TABLES, NEW, ("attack", "--out")])
def test_a_folder_that_leads_nowhere_leaves_nothing_behind(words: tuple[str, ...], place: Path) -> None:
    before = state(place)
    line = refused(*(str(place / "own.townlet") if word == "RUN" else word for word in words), str(place / "a/../../x"))
    assert "which is no folder" in line
    assert state(place) == before


def test_a_link_is_followed_and_what_it_names_is_replaced(own: Path) -> None:
    page, link = own.with_name("page.html"), own.with_name("link.html")
    page.write_text("old")
    page.chmod(0o600)
    link.symlink_to("page.html")
    done("report", str(own), "--no-interviews", "--force", "--out", str(link))
    assert link.is_symlink()
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")
    assert stat.S_IMODE(page.stat().st_mode) == 0o600


def test_a_link_to_a_file_that_is_not_there_yet_makes_that_file(own: Path) -> None:
    link = own.with_name("link.html")
    link.symlink_to("page.html")
    done("report", str(own), "--no-interviews", "--out", str(link))
    assert link.is_symlink()
    assert own.with_name("page.html").is_file()


@pytest.mark.parametrize("words", [REPORT, REPLAY])
def test_a_page_on_standard_output_is_that_of_a_file(words: tuple[str, ...], own: Path) -> None:
    command = [str(own) if word == "RUN" else word for word in words]
    done(*command, str(own.with_name("page.html")))
    townlet = [sys.executable, "-m", "townlet", *command, "-"]
    piped = subprocess.run(townlet, capture_output=True, check=True, cwd=own.parent)
    assert piped.stdout == own.with_name("page.html").read_bytes()
    assert not own.with_name("-").exists()


@pytest.mark.parametrize("words", [REPORT, REPLAY])
def test_a_page_and_json_do_not_share_standard_output(words: tuple[str, ...], own: Path) -> None:
    assert "--json" in refused(*(str(own) if word == "RUN" else word for word in words), "-", "--json")


def test_a_place_that_nobody_can_write_to_is_told(own: Path) -> None:
    if not Path("/proc/self").is_dir():
        pytest.skip("only Linux has this folder")
    assert "/proc/page.html" in refused("report", str(own), "--no-interviews", "--out", "/proc/page.html")


def refused_without_privilege(*words: str) -> str:
    """The one line in which a command is refused to a user who may not write everywhere, as root may."""
    command = [sys.executable, "-m", "townlet", *words]
    if not os.geteuid():
        command = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search", *command]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_SECONDS)
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1), ended.stderr
    return ended.stderr


def test_a_read_only_folder_and_a_read_only_file_are_told_before_any_work(own: Path) -> None:
    (own.parent / "shut").mkdir(mode=0o500)
    page = own.with_name("page.html")
    page.touch(0o400)
    assert "read-only" in refused_without_privilege("report", str(own), "--out", str(own.parent / "shut/page.html"))
    assert "read-only" in refused_without_privilege("report", str(own), "--out", str(page), "--force")


def test_a_draft_of_a_killed_process_is_no_hindrance(own: Path) -> None:
    page, precious = own.with_name("page.html"), own.with_name("precious")
    precious.write_text("mine")
    own.with_name(".page.html.part").symlink_to("precious")
    done("report", str(own), "--no-interviews", "--out", str(page))
    assert page.stat().st_size > 1000
    assert precious.read_text() == "mine"
