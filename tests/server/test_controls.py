"""Which page moves which body, on a wall clock that the test controls."""

import pytest

from townlet.server.broadcast import BroadcastSubscriber
from townlet.server.controls import ABSENCE_SECONDS, RELOAD_SECONDS, Controls
from townlet.server.errors import ActionRefused


class Wall:
    seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def wall() -> Wall:
    return Wall()


def test_one_page_at_a_time_moves_a_body(wall: Wall) -> None:
    controls, first, second = Controls(wall), BroadcastSubscriber(), BroadcastSubscriber()
    controls.take("Ann", first)
    controls.take("Ann", first)
    for other in (second, None):
        with pytest.raises(ActionRefused, match="Somebody moves Ann on another page"):
            controls.take("Ann", other)
    assert controls.take_over("Ann", second) is first
    with pytest.raises(ActionRefused):
        controls.take("Ann", first)
    assert controls.take_over("Ann", second) is None


def test_a_body_whose_page_is_closed_can_be_moved_by_another(wall: Wall) -> None:
    controls, first, second = Controls(wall), BroadcastSubscriber(), BroadcastSubscriber()
    controls.take("Ann", first)
    controls.disconnect(first)
    controls.take("Ann", second)
    controls.disconnect(first)
    assert controls.attended() == {"Ann"}


def test_the_town_waits_for_a_page_that_loads_again_and_no_longer(wall: Wall) -> None:
    controls, page = Controls(wall), BroadcastSubscriber()
    controls.take("Ann", page)
    wall.seconds += 10_000
    assert controls.attended() == {"Ann"}
    controls.disconnect(page)
    assert controls.attended() == {"Ann"}
    wall.seconds += RELOAD_SECONDS + 1
    assert not controls.attended()


def test_a_body_is_given_back_some_minutes_after_its_page_is_gone(wall: Wall) -> None:
    controls, page = Controls(wall), BroadcastSubscriber()
    controls.take("Ann", page)
    wall.seconds += 10_000
    assert controls.abandoned(["Ann"]) == []
    controls.disconnect(page)
    wall.seconds += ABSENCE_SECONDS - 1
    assert controls.abandoned(["Ann"]) == []
    wall.seconds += 2
    assert controls.abandoned(["Ann"]) == ["Ann"]
    controls.take_over("Ann", page)
    assert controls.abandoned(["Ann"]) == []


def test_a_body_from_before_the_server_was_started_gets_as_much_time(wall: Wall) -> None:
    controls = Controls(wall)
    assert controls.abandoned(["Ann"]) == []
    wall.seconds += ABSENCE_SECONDS + 1
    assert controls.abandoned(["Ann"]) == ["Ann"]


def test_a_program_without_a_websocket_shows_with_each_command_that_it_is_there(wall: Wall) -> None:
    controls = Controls(wall)
    for _ in range(3):
        controls.take("Ann", None)
        wall.seconds += ABSENCE_SECONDS - 1
        assert controls.abandoned(["Ann"]) == []
    controls.release("Ann")
    assert not controls.attended()
