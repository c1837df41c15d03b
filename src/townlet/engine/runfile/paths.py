"""The files and folders that stand beside a run file while it is in use."""

from __future__ import annotations

from pathlib import Path


def lock_path(run: Path) -> Path:
    """Held by the process that owns the run; gone when that process has closed it."""
    return run.with_name(run.name + ".lock")


def inbox_path(run: Path) -> Path:
    """The folder in which other processes leave commands for the owner."""
    return run.with_name(run.name + ".inbox")


def study_path(run: Path) -> Path:
    """The folder for what is asked and measured of a run; nothing of it ever enters the run."""
    return run.with_name(run.name + ".study")
