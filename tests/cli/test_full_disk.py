"""A disk that is full is told in one line, loses nothing that was written, and leaves no half-written file."""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from shared import made_once
from thorough import times
from townlet.runfile.view import RunView

from .typed import Outcome, done, typed

LEVELS = 20
"""How many amounts of free space a run is tried with."""
RESULT_LEVELS = times((0, 2, 10), tuple(range(0, LEVELS, 2)))
"""The amounts that a result is tried with."""


@dataclass(frozen=True)
class SmallDisk:
    """A file system of eight megabytes."""

    root: Path

    def leave(self, free: int) -> None:
        """Fill the disk until only so many bytes are free."""
        self.make_room()
        with (self.root / "ballast").open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, max(1, shutil.disk_usage(self.root).free - free))

    def make_room(self) -> None:
        (self.root / "ballast").unlink(missing_ok=True)

    def clear(self) -> None:
        for path in self.root.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    def files(self) -> set[str]:
        """The names of all files but the ballast, by path."""
        paths = (path.relative_to(self.root).as_posix() for path in self.root.rglob("*") if path.is_file())
        return set(paths) - {"ballast"}


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallDisk]:
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux mounts a file system in memory")
    root = tmp_path_factory.mktemp("disk")
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=8M", "tmpfs", str(root)], capture_output=True, text=True, check=False
    )
    if mounted.returncode:
        pytest.skip(f"a small disk needs the right to mount one: {mounted.stderr.strip()}")
    yield SmallDisk(root)
    subprocess.run(["umount", "--lazy", str(root)], check=True)


@pytest.fixture(scope="module")
def half(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of 0.3 days."""

    def make(path: Path) -> None:
        done("run", "applegarth", "--days", "0.3", "--out", str(path), "--json")

    return made_once(tmp_path_factory, "half.townlet", make)


@pytest.fixture(scope="module")
def whole_hash(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The state hash of a run of 0.32 days that nothing has disturbed."""
    path = tmp_path_factory.mktemp("whole") / "whole.townlet"
    return str(done("run", "applegarth", "--days", "0.32", "--out", str(path), "--json").json["state_hash"])


def is_told_in_one_line(outcome: Outcome) -> bool:
    """Whether a command has failed because of the full disk, and said so in one line."""
    lines = outcome.stderr.splitlines()
    return outcome.status == 2 and len(lines) == 1 and lines[0].startswith("The disk is full: ")


@pytest.mark.parametrize(
    "level", [pytest.param(level, marks=[pytest.mark.slow] if level % 5 else []) for level in range(LEVELS)]
)
@pytest.mark.parametrize(("begin", "room"), [("run", 1_200_000), ("resume", 450_000)])
def test_a_run_that_met_a_full_disk_ends_as_if_it_had_not(
    begin: str, room: int, level: int, disk: SmallDisk, half: Path, whole_hash: str
) -> None:
    run = disk.root / "a.townlet"
    disk.clear()
    if begin == "resume":
        shutil.copy(half, run)
    disk.leave(room * level // LEVELS)
    words = ["run", "applegarth", "--out", str(run)] if begin == "run" else ["resume", str(run)]
    met = typed(*words, "--days", "0.32", "--json")
    assert is_told_in_one_line(met) or met.json["state_hash"] == whole_hash, met
    disk.make_room()
    if not run.exists():
        done("run", "applegarth", "--out", str(run), "--days", "0.32", "--json")
    elif met.status:
        done("resume", str(run), "--days", "0.32", "--json")
    done("verify", str(run))
    assert RunView(run).manifest.state_hash == whole_hash


@pytest.mark.parametrize(
    ("words", "room"),
    [
        (["report", "RUN"], 200_000),
        (["export", "RUN", "--format", "csv", "OUT"], 250_000),
        (["export", "RUN", "--format", "jsonl", "OUT"], 350_000),
        (["export", "RUN", "--format", "graphml", "OUT"], 80_000),
        (["export", "RUN", "--format", "parquet", "OUT"], 300_000),
        (["export", "RUN", "--replay", "OUT"], 2_000_000),
        (["interview", "RUN", "--out", "OUT"], 200_000),
        (["ablate", "RUN", "--out", "OUT"], 350_000),
        (["fork", "RUN", "--at", "6:00", "--out", "OUT"], 700_000),
        (["tell", "RUN", "nell", "You are tired"], 40_000),
        (["new", "OUT"], 800_000),
    ],
    ids=lambda words: " ".join(word for word in words if word.islower()) if isinstance(words, list) else "",
)
def test_a_result_is_written_whole_or_not_at_all(words: list[str], room: int, disk: SmallDisk, half: Path) -> None:
    run = disk.root / "a.townlet"
    command = [{"RUN": str(run), "OUT": str(disk.root / "out")}.get(word, word) for word in words]
    outcomes = []
    for level in RESULT_LEVELS:
        disk.clear()
        shutil.copy(half, run)
        disk.leave(room * level // LEVELS)
        outcome = typed(*command)
        outcomes.append(outcome.status)
        written = disk.files() - {"a.townlet"}
        assert is_told_in_one_line(outcome) or outcome.status == 0, outcome
        if outcome.status:
            assert [name for name in written if name.endswith(".part")] == []
            check_readable(disk.root / "out")
            disk.make_room()
            done(*command)
    assert outcomes.count(2) > 1, "several levels are too full"


def check_readable(table: Path) -> None:
    """Check that a table which was written before its manifest met the full disk is whole."""
    if table.is_file():
        with table.open(encoding="utf-8", newline="") as file:
            assert {len(row) for row in csv.reader(file)} == {16}


def test_output_to_a_full_disk_is_told_in_one_line(disk: SmallDisk, half: Path) -> None:
    disk.clear()
    disk.leave(0)
    with (disk.root / "play.txt").open("w") as play:
        command = [sys.executable, "-m", "townlet", "read", str(half)]
        read = subprocess.run(command, stdout=play, stderr=subprocess.PIPE, text=True, check=False)
    assert is_told_in_one_line(Outcome(read.returncode, "", read.stderr)), read


def test_answers_that_were_stored_before_the_disk_was_full_are_not_asked_again(disk: SmallDisk, half: Path) -> None:
    run = disk.root / "a.townlet"
    disk.clear()
    shutil.copy(half, run)
    disk.leave(70_000)
    assert is_told_in_one_line(typed("interview", str(run)))
    disk.make_room()
    stored = sum(_is_json(line) for line in (run.parent / "a.townlet.study/interviews.jsonl").read_text().splitlines())
    assert stored > 0
    assert f"({stored} of them stored before)" in done("interview", str(run)).stderr


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except ValueError:
        return False
    return True
