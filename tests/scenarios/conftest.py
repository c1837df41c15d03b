"""Runs that several scenarios look at, each lived once; nobody may change them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from shared import made_once
from townlet.engine.commands import Whisper

from .lives import Life, lived, of_file, whispered_to
from .oddities import Oddity, odd_morning

SEEDS = (1, 2, 3)
CANDIDACY = "You are going to run against Sam in the upcoming election."


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the runs of a session are kept."""
    return tmp_path_factory.mktemp("scenarios")


@pytest.fixture(scope="session")
def island(tmp_path_factory: pytest.TempPathFactory) -> Mapping[int, Life]:
    """Two days of the town of eight, by seed."""

    def one(seed: int) -> Life:
        return of_file(
            made_once(tmp_path_factory, f"island{seed}.townlet", lambda path: lived("ternholm", path, 2, seed))
        )

    return {seed: one(seed) for seed in SEEDS}


@pytest.fixture(scope="session")
def candidacy(tmp_path_factory: pytest.TempPathFactory) -> Life:
    """The first day of the large town, in which somebody hears at 6 in the morning that he will run for mayor."""

    def make(path: Path) -> None:
        whispered_to("smallville", path, Whisper("John Lin", CANDIDACY), 6)

    return of_file(made_once(tmp_path_factory, "candidacy.townlet", make))


@pytest.fixture(scope="session", params=["ternholm", "applegarth"])
def odd_day(request: pytest.FixtureRequest, runs: Path) -> tuple[Life, Mapping[str, Oddity]]:
    """A day on which things are put into odd states under people's eyes: the day, and what was done by state."""
    return odd_morning(request.param, runs / f"odd-{request.param}.townlet")
