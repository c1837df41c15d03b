from __future__ import annotations

import time
from datetime import datetime

import pytest

from townlet.cli.terminal.observers import RemainingTimeEstimator
from townlet.world.clock import Clock

CLOCK = Clock(datetime(2025, 5, 5))
HOUR = 360


class Watch:
    """A clock on the wall that is moved by hand."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    monkeypatch.setattr(time, "perf_counter", watch)
    return watch


def test_speed_and_time_left_by_day(watch: Watch) -> None:
    measured = RemainingTimeEstimator(CLOCK, first=8 * HOUR, end=12 * HOUR)
    watch.seconds += 30
    assert measured.format_speed(9 * HOUR) == "2 game minutes a second, 1:30 left"


def test_a_night_counts_for_little(watch: Watch) -> None:
    measured = RemainingTimeEstimator(CLOCK, first=0, end=16 * HOUR)
    watch.seconds += 3
    assert measured.format_speed(6 * HOUR) == "120 game minutes a second, 1:40 left"


def test_before_the_first_step_nothing_is_promised(watch: Watch) -> None:
    assert RemainingTimeEstimator(CLOCK, 0, HOUR).format_speed(0) == "0 game minutes a second"
