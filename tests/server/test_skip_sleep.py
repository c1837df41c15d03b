"""A live clock skips sleep, unless that is switched off."""

from __future__ import annotations

import pytest

from townlet.server.playback_clock import PAPER_SPEED, PlaybackClock, is_town_asleep
from townlet.world.actions import Do
from townlet.world.state import Body

STEP_SECONDS = 10


def waited(clock: PlaybackClock) -> float:
    clock.stepped()
    return clock.wait()


def town(up: int, asleep: int, talk: str = "") -> list[Body]:
    sleeping = [Body(f"sleeper {n}", ((n, 1),), activity=Do("sleeping", 0, asleep=True)) for n in range(asleep)]
    return [*sleeping, *(Body(f"owl {n}", ((n, 2),), talk=talk) for n in range(up))]


def test_the_town_sleeps_although_few_are_awake_unless_they_talk() -> None:
    assert is_town_asleep(town(up=2, asleep=18))
    assert not is_town_asleep(town(up=3, asleep=17))
    assert not is_town_asleep(town(up=2, asleep=18, talk="a talk"))
    assert not is_town_asleep(town(up=1, asleep=3))


def test_while_everybody_sleeps_the_next_step_is_due_at_once() -> None:
    clock = PlaybackClock(STEP_SECONDS, now=lambda: 100.0)
    clock.asleep = True
    assert waited(clock) == 0.0
    clock.asleep = False
    assert waited(clock) == pytest.approx(STEP_SECONDS / PAPER_SPEED)


def test_sleep_takes_its_time_unless_it_is_skipped() -> None:
    clock = PlaybackClock(STEP_SECONDS, now=lambda: 100.0)
    clock.asleep = True
    clock.set(playing=None, speed=None, skip_sleep=False)
    assert waited(clock) == pytest.approx(STEP_SECONDS / PAPER_SPEED)
    clock.set(playing=None, speed=300.0)
    assert not clock.skip_sleep
