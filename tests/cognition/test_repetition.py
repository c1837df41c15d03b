"""A line that one has said today is asked for once more, with all that one has said today."""

from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from townlet.memory.record import Memory
from townlet.world.actions import Say
from townlet.world.register import Register

from .scene import Scene, memory
from .test_converse import spoken_to
from .test_farewell import taken_leave_of

EVENING_BEFORE = datetime(2031, 4, 6, 20)


def said(text: str, number: int, **more: Any) -> Memory:
    return replace(memory(f"I said to Cy Marr: '{text}'", number, source="said"), **more)


def varied(first: str, second: str) -> Any:
    """An answer that differs once it is shown that the first was said before."""
    return lambda fields: {"say": second if first in fields.get("not_again", []) else first, "memo": "It rains."}


async def answering(scene: Scene, *before: Memory) -> Scene:
    scene.profile = replace(scene.profile, own_lines_shown=1, memories_shown=0)
    return await scene.remember(*before)


@pytest.mark.parametrize("kind", ["converse", "farewell"])
async def test_what_was_said_today_is_asked_for_once_more(kind: str) -> None:
    scene = spoken_to("The well is dry.") if kind == "converse" else taken_leave_of()
    scene.answers[kind] = varied("Rain is near.", "Is it?")
    await answering(scene, said("Rain is near.", 0), said("No.", 1))
    turn = await scene.turn()
    assert turn.action == Say("Bo Lund", "Is it?", leave=kind == "farewell")
    first, again = scene.asked(kind)
    assert first.fields["own_recent"] == again.fields["own_recent"] == ["No."]
    assert again.fields["not_again"] == ["Rain is near.", "No."]


async def test_so_is_what_was_said_to_another_by_another_name() -> None:
    scene = spoken_to("The well is dry.", answer={"say": "Bo! There you are."})
    scene.world = replace(scene.world, register=Register({"Bo Lund": "he", "Cy Marr": "he"}))
    await answering(scene, said("Cy! There you are.", 0))
    await scene.turn()
    assert len(scene.asked("converse")) == 2


async def test_what_was_said_another_day_or_was_not_said_is_asked_for_once() -> None:
    for before in (said("Is it?", 0, created=EVENING_BEFORE), said("Is it raining?", 0)):
        scene = await answering(spoken_to("The well is dry."), before)
        await scene.turn()
        assert len(scene.asked("converse")) == 1


async def test_who_says_it_again_all_the_same_has_said_it() -> None:
    scene = await answering(spoken_to("The well is dry."), said("Is it?", 0))
    assert (await scene.turn()).action == Say("Bo Lund", "Is it?")
    assert len(scene.asked("converse")) == 2
