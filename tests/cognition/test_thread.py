"""A talk as a thread: each prompt for a line begins with the one before it."""

from dataclasses import replace
from typing import Any

import pytest

from townlet.cognition.profile import ECONOMICAL, PAPER
from townlet.cognition.templates import Templates, template_source
from townlet.language.model import Request
from townlet.memory.stream import MemoryStream
from townlet.world.events import Said
from townlet.world.evolve import evolve

from .scene import Scene, memory
from .test_converse import spoken_to


def up_to_the_question(request: Request) -> str:
    """What a later prompt of the thread has to begin with."""
    return request.text.rpartition("\n\nWhat does ")[0]


async def talked(scene: Scene, *heard: str) -> None:
    """Ann Ivy answers, and then answers each of these lines of Bo Lund."""
    turn = await scene.turn()
    for text in heard:
        said: Any = turn.action
        number = scene.step
        scene.world = evolve(scene.world, [Said("t", "Ann Ivy", "Bo Lund", said.text, number=number)], number)
        scene.world = evolve(scene.world, [Said("t", "Bo Lund", "Ann Ivy", text, number=number + 1)], number + 1)
        scene.go_on(turn, number + 2)
        turn = await scene.turn()


def digger() -> Scene:
    words = iter(["Is it?", "With what?", "So I will."])
    return spoken_to("The well is dry.", answer=lambda fields: {"say": next(words)})


LIFE = (
    memory("Bo Lund digs wells."),
    memory("Ann Ivy owns a long spade.", 1, source="seed"),
    memory("The herons have left the mill.", 2),
    memory("Ann Ivy wants to plant a willow.", 3, source="seed"),
)


@pytest.mark.parametrize("shown", [2, 12])
async def test_each_prompt_of_a_talk_begins_with_the_one_before_it(shown: int) -> None:
    scene = await digger().remember(*LIFE)
    scene.profile = replace(ECONOMICAL, memories_shown=shown, live_shown=1)
    await talked(scene, "Dig it, then.", "You have a spade, haven't you?")
    first, second, third = scene.asked("converse")
    assert second.text.startswith(up_to_the_question(first))
    assert third.text.startswith(up_to_the_question(second))
    assert third.text.count('Bo Lund: "Dig it, then."') == 1
    for request in (first, second, third):
        assert max(request.text.count(each.text) for each in LIFE) <= 1


async def test_what_a_later_line_brings_to_mind_is_appended() -> None:
    days = [memory(f"The well was deep on day {number}.", 10 + number) for number in range(20)]
    scene = await digger().remember(*LIFE, *days)
    scene.profile = replace(ECONOMICAL, memories_shown=8, live_shown=0)
    await talked(scene, "Have the herons left the mill?")
    first, last = scene.asked("converse")
    fields: Any = last.fields
    new = {each["text"] for turn in fields["turns"] for each in turn.get("memories", [])}
    assert "The herons have left the mill." in new
    assert not any(text in first.text for text in new)
    assert "What Ann Ivy remembers besides:" in last.text


async def test_a_line_asked_for_once_more_goes_on_with_the_same_prompt() -> None:
    scene = spoken_to("The well is dry.", answer={"say": "No."})
    scene.profile = replace(ECONOMICAL, own_lines_shown=1)
    await scene.remember(memory("I said to Cy Marr: 'No.'", 0, source="said"))
    await scene.turn()
    first, again = scene.asked("converse")
    assert again.text.startswith(up_to_the_question(first))
    assert "says none of them again:\n<data>\n- No." in again.text


async def test_what_is_forgotten_meanwhile_is_not_shown_again() -> None:
    scene = await digger().remember(*LIFE)
    turn = await scene.turn()
    assert LIFE[0].text in scene.asked("converse")[0].text
    scene.memories = MemoryStream(scene.memories.dimensions)
    scene.go_on(turn, 1)
    await scene.turn()
    assert LIFE[0].text not in scene.asked("converse")[-1].text


async def test_the_papers_profile_shows_each_line_what_it_brings_to_mind() -> None:
    scene = await digger().remember(*LIFE)
    scene.profile = PAPER
    await talked(scene, "Dig it, then.")
    first, second = scene.asked("converse")
    assert not second.text.startswith(up_to_the_question(first))
    assert scene.agent.note.thread == ()


async def test_a_towns_own_prompt_without_turns_shows_the_whole_talk_at_once() -> None:
    old = template_source("converse")
    start, end = old.index("{% for turn in turns %}"), old.index("{% if not_again %}")
    own = old[:start] + "{% for line in lines %}{{ line.speaker }}: {{ line.line }}\n{% endfor %}" + old[end:]
    scene = await digger().remember(*LIFE)
    scene.templates = Templates({"converse": own})
    await talked(scene, "Dig it, then.")
    fields: Any = scene.asked("converse")[-1].fields
    assert [each["line"] for each in fields["lines"]] == ["The well is dry.", "Is it?", "Dig it, then."]
