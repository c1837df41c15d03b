"""The playback clock, on a wall clock that the test controls."""

import math

import pytest

from townlet.server.playback_clock import EMBODIED_SPEED, PAPER_SPEED, PlaybackClock


class Wall:
    """A wall clock that the test sets."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def wall() -> Wall:
    return Wall()


def test_the_default_speed_is_that_of_the_paper(wall: Wall) -> None:
    clock = PlaybackClock(10, wall)
    for _ in range(60):
        wall.seconds += clock.wait()
        clock.stepped()
    assert wall.seconds == pytest.approx(1000 + 59 * 10 / PAPER_SPEED)
    assert not clock.behind


def test_at_speed_zero_it_never_waits(wall: Wall) -> None:
    clock = PlaybackClock(10, wall)
    clock.set(None, 0)
    for _ in range(5):
        assert clock.wait() == 0
        clock.stepped()


def test_a_late_clock_does_not_catch_up(wall: Wall) -> None:
    clock = PlaybackClock(10, wall)
    clock.stepped()
    wall.seconds += 30
    clock.stepped()
    assert clock.behind
    clock.stepped()
    assert clock.wait() == pytest.approx(10 / PAPER_SPEED)


def test_a_paused_clock_allows_single_steps_only(wall: Wall) -> None:
    clock = PlaybackClock(10, wall)
    clock.set(False, None)
    assert clock.wait() == math.inf
    clock.advance(2)
    for _ in range(2):
        assert clock.wait() == 0
        clock.stepped()
    assert clock.wait() == math.inf


def test_a_pause_drops_the_single_steps_that_are_left(wall: Wall) -> None:
    clock = PlaybackClock(10, wall)
    clock.advance(5)
    clock.stepped()
    clock.set(False, None)
    assert clock.wait() == math.inf


def test_the_clock_waits_while_a_viewer_types(wall: Wall) -> None:
    clock = PlaybackClock(10, wall)
    clock.set(None, 0)
    clock.hold(1, 5)
    clock.hold(2, 3)
    assert clock.held
    assert clock.wait() == 5
    clock.hold(1, 0)
    assert clock.wait() == 3
    wall.seconds += 3
    assert not clock.held
    assert clock.wait() == 0


def test_releasing_a_clock_that_was_not_held_is_harmless(wall: Wall) -> None:
    PlaybackClock(10, wall).hold(1, 0)


@pytest.mark.parametrize(("wanted", "had"), [(0, EMBODIED_SPEED), (600, EMBODIED_SPEED), (20, 20)])
def test_the_speed_is_limited_while_a_viewer_controls_a_body(wall: Wall, wanted: float, had: float) -> None:
    clock = PlaybackClock(10, wall)
    clock.set(None, wanted)
    clock.embodied = True
    assert clock.bounded_speed == had
    assert EMBODIED_SPEED / 10 >= 4, "steps a second"


@pytest.mark.parametrize(
    ("speed", "asleep", "slowed"), [(0, False, True), (600, False, True), (20, False, False), (20, True, True)]
)
def test_a_clock_says_that_it_is_slow_because_of_a_viewer_in_town(
    wall: Wall, speed: float, asleep: bool, slowed: bool
) -> None:
    clock = PlaybackClock(10, wall)
    clock.set(None, speed)
    clock.asleep = asleep
    assert not clock.slowed
    clock.embodied = True
    assert clock.slowed is slowed
    clock.set(None, None, skip_sleep=False)
    assert clock.slowed is (slowed and not asleep)
