"""Who is asked the way to a place tells the way that they know, and makes none up."""

from dataclasses import replace

import pytest

from townlet.cognition.interview import interview_person
from townlet.cognition.places import POINTS, point_of, ways_to
from townlet.world.known import KnownTree

from .scene import Scene
from .test_converse import spoken_to


def test_the_way_to_a_known_place_has_its_direction_distance_and_norms() -> None:
    [way] = ways_to(Scene().thought(), "Where is the Kiosk, please?")
    assert way == "Kiosk is to the east, some 20 steps from here (open from 9:00 am to 5:00 pm; a place for buns)"


def test_where_one_is_oneself_is_right_here() -> None:
    assert ways_to(Scene().thought(), "How do I get to the mill?") == ["Mill is right here"]


def test_nobody_tells_a_way_that_they_do_not_know_or_were_not_asked_for() -> None:
    scene = Scene()
    assert ways_to(scene.thought(), "Where is the Lighthouse?") == []
    assert ways_to(scene.thought(), "I was at the Kiosk.") == []
    scene.agent = replace(scene.agent, known=KnownTree())
    assert ways_to(scene.thought(), "Where is the Kiosk?") == []


@pytest.mark.parametrize(
    ("there", "point"),
    [((9, 0), "east"), ((0, 9), "south"), ((-9, 0), "west"), ((0, -9), "north"), ((5, -5), "north-east")],
)
def test_a_map_has_north_at_its_top(there: tuple[int, int], point: str) -> None:
    assert point in POINTS
    assert point_of((0, 0), there) == point


async def test_a_question_brings_the_way_into_the_prompts_of_talks_and_interviews() -> None:
    scene = spoken_to("Where is the Kiosk?")
    await scene.turn()
    assert "- Kiosk is to the east" in scene.asked("converse")[0].text
    asked = Scene({"interview": {"say": "Over there."}})
    await interview_person(asked.thought(), "Where is the Kiosk?")
    assert "- Kiosk is to the east" in asked.asked("interview")[0].text
