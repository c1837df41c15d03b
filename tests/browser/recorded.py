"""Runs for the browser to show, each lived by a process of its own: this one's event loop is the browser's."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HALF_A_DAY = 0.6
MORNING = 0.34


def half_a_day(folder: Path) -> Path:
    """The file of a run of eight people, from the night until the afternoon of their first day."""
    return lived("ternholm", HALF_A_DAY, folder / "half-a-day.townlet")


def until_morning(folder: Path) -> Path:
    """The file of a run of four people, until they are up."""
    return lived("applegarth", MORNING, folder / "morning.townlet")


def two_mornings(folder: Path) -> Path:
    """The file of a run of four people, until the second morning."""
    return lived("applegarth", 1 + MORNING, folder / "two-mornings.townlet")


def lived(town: str | Path, days: float, out: Path) -> Path:
    """The file of a run of a town."""
    typed("run", town, "--days", str(days), "--seed", "3", "--out", out, folder=out.parent)
    return out


def typed(*words: str | Path, folder: Path) -> str:
    """What a command prints that has to succeed, run within a folder by a process of its own."""
    command = [sys.executable, "-m", "townlet", *map(str, words)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout
