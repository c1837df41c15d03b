"""Townlet: generative agents in a small town (after Park et al., UIST 2023)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from townlet.reporting.tables.frames import RunTables


def open_run(path: Path | str) -> RunTables:
    """A run file to be studied: its tables as data frames of pandas (extra `study`). It may still be growing.

    Raises RunFileError for a file that is no run, or one of another version.
    """
    from townlet.reporting.tables.frames import RunTables

    return RunTables(path)
