"""Runs that several scenarios look at, each lived once; nobody may change them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from townlet.engine.commands import Whisper

from .lives import Life, lived, whispered_to
from .oddities import Oddity, odd_morning

SEEDS = (1, 2, 3)
CANDIDACY = "You are going to run against Sam in the upcoming election."


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the runs of a session are kept."""
    return tmp_path_factory.mktemp("scenarios")


@pytest.fixture(scope="session")
def island(runs: Path) -> Mapping[int, Life]:
    """Two days of the town of eight, by seed."""
    return {seed: lived("ternholm", runs / f"island{seed}.townlet", 2, seed) for seed in SEEDS}


@pytest.fixture(scope="session")
def candidacy(runs: Path) -> Life:
    """The first day of the large town, in which somebody hears at 6 in the morning that he will run for mayor."""
    return whispered_to("smallville", runs / "candidacy.townlet", Whisper("John Lin", CANDIDACY), 6)


@pytest.fixture(scope="session", params=["ternholm", "applegarth"])
def odd_day(request: pytest.FixtureRequest, runs: Path) -> tuple[Life, Mapping[str, Oddity]]:
    """A day on which things are put into odd states under people's eyes: the day, and what was done by state."""
    return odd_morning(request.param, runs / f"odd-{request.param}.townlet")
