"""A live clock does not wait for those who sleep, unless it is told to."""

from __future__ import annotations

import pytest

from townlet.server.pace import PAPER_SPEED, Clock

STEP_SECONDS = 10


def waited(clock: Clock) -> float:
    clock.stepped()
    return clock.wait()


def test_while_everybody_sleeps_the_next_step_is_due_at_once() -> None:
    clock = Clock(STEP_SECONDS, now=lambda: 100.0)
    clock.asleep = True
    assert waited(clock) == 0.0
    clock.asleep = False
    assert waited(clock) == pytest.approx(STEP_SECONDS / PAPER_SPEED)


def test_sleep_takes_its_time_where_it_is_to() -> None:
    clock = Clock(STEP_SECONDS, now=lambda: 100.0)
    clock.asleep = True
    clock.set(playing=None, speed=None, skip_sleep=False)
    assert waited(clock) == pytest.approx(STEP_SECONDS / PAPER_SPEED)
    clock.set(playing=None, speed=300.0)
    assert not clock.skip_sleep
