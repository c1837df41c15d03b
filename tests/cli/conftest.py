"""A short run of the town of four, made once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from shared import made_once

from .typed import done


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run of 0.32 days (until 7:40 am); not to be changed."""

    def make(path: Path) -> None:
        done("run", "applegarth", "--days", "0.32", "--out", str(path), "--json")

    shared = made_once(tmp_path_factory, "made.townlet", make)
    return Path(shutil.copy(shared, tmp_path_factory.mktemp("runs") / "made.townlet"))


@pytest.fixture
def own(made: Path, tmp_path: Path) -> Path:
    """A copy of that run, to change."""
    return Path(shutil.copy(made, tmp_path / "own.townlet"))
