"""Down the known tree to the place that suits an activity."""

from dataclasses import replace
from typing import Any

from townlet.cognition.ground import ground, suitable
from townlet.world.known import KnownTree, known_from
from world.sketch import ROOT

from .scene import COUNTER, HALL, KIOSK, LOOM, ROOM, Fields, Scene


def choosing(*names: str) -> Scene:
    """Chooses, at each level, the option that has one of these names in it."""

    def choice(fields: Fields) -> Any:
        [option] = [each["name"] for each in fields["options"] if any(name in each["name"] for name in names)]
        return {"choice": option}

    return Scene({"place": choice})


async def test_a_place_is_chosen_level_by_level_from_the_root() -> None:
    scene = choosing("Mill", "loom")
    assert await ground(scene.thought(), "weaving") == LOOM
    assert len(scene.asked("place")) == 2


async def test_a_single_option_is_taken_without_asking() -> None:
    scene = choosing("Kiosk")
    assert await ground(scene.thought(), "buying buns") == COUNTER
    assert len(scene.asked("place")) == 1


async def test_options_tell_what_they_hold_their_rules_and_where_one_is() -> None:
    scene = choosing("Kiosk")
    await ground(scene.thought(), "buying buns")
    [request] = scene.asked("place")
    assert request.fields["here"] == "Mill: hall"
    assert "a place for buns" in request.text
    assert "has a stall" in request.text
    scene = choosing("Mill", "loom")
    await ground(scene.thought(), "weaving")
    assert "- loom: there is a loom in the hall\n" in scene.asked("place")[-1].text


async def test_what_is_not_known_is_no_option() -> None:
    scene = choosing("Mill", "bed")
    scene.agent = replace(scene.agent, known=known_from(scene.terrain.setting, [HALL]))
    assert await ground(scene.thought(), "buying buns") != COUNTER
    assert all("Kiosk" not in request.text for request in scene.requests)


async def test_an_answer_that_is_no_option_leaves_the_place_reached_so_far() -> None:
    scene = Scene({"place": lambda fields: {"choice": "Kiosk" if "Kiosk" in str(fields) else "the moon"}})
    scene.agent = replace(scene.agent, known=known_from(scene.terrain.setting, [HALL, KIOSK]))
    assert await ground(scene.thought(), "buying buns") == COUNTER
    nowhere = Scene({"place": {"choice": "the moon"}})
    assert await ground(nowhere.thought(), "flying") is None


async def test_who_knows_nothing_finds_nothing() -> None:
    scene = Scene()
    scene.agent = replace(scene.agent, known=KnownTree())
    assert await ground(scene.thought(), "weaving") is None


def test_a_room_named_after_somebody_is_for_them_alone() -> None:
    scene = Scene()
    mill = ROOM.parent
    assert mill is not None
    assert suitable(scene.thought(), mill) == (HALL,)
    scene.agent = replace(scene.agent, persona=replace(scene.agent.persona, name="Bo Lund"))
    assert suitable(scene.thought(), mill) == (HALL, ROOM)
    assert ROOT not in scene.agent.known.arenas(scene.terrain.setting)


def test_a_closed_room_is_left_out_and_not_the_rest_of_its_building() -> None:
    scene = Scene()
    root, mill, kiosk = scene.terrain.setting.root, HALL.parent, KIOSK.parent
    assert mill
    assert kiosk
    assert suitable(scene.thought(), root, HALL) == (mill, kiosk)
    assert suitable(scene.thought(), mill, HALL) == ()
    assert suitable(scene.thought(), root, COUNTER) == (mill,)
