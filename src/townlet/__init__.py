"""Townlet: generative agents in a small town (after Park et al., UIST 2023)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from townlet.study.data.run import Run


def open_run(path: Path | str) -> Run:
    """A run file to be studied: its tables as data frames of pandas (extra `study`). It may still be growing.

    Raises RunFileError for a file that is no run, or one of another version.
    """
    from townlet.study.data.run import Run

    return Run(path)
