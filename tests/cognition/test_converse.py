"""Dialogue: each line from one's own memories of the other and the talk so far."""

from dataclasses import replace
from typing import Any

from townlet.memory.record import MemoryId
from townlet.world.actions import Do, Leave, Say
from townlet.world.events import Acted, Arrived, Said, TalkEnded
from townlet.world.evolve import evolve
from townlet.world.state import MAX_LINES, World
from world.sketch import peopled

from .scene import DAY, KIOSK, LOOM, WITHOUT_A_PAST, Scene, item, memory

STANDING = peopled(World.empty(), Ann_Ivy=(2, 2), Bo_Lund=(4, 2))


def spoken_to(*lines: str, answer: Any = None, leave: bool = False) -> Scene:
    """A talk that Bo Lund began, by turns; Ann Ivy has the floor if the number of lines is odd."""
    world = STANDING
    for number, text in enumerate(lines):
        speaker, to = ("Bo Lund", "Ann Ivy") if number % 2 == 0 else ("Ann Ivy", "Bo Lund")
        last = leave and number == len(lines) - 1
        world = evolve(world, [Said("t", speaker, to, text, last, number=number)], number)
    scene = Scene({"converse": answer or {"say": "Is it?"}}, world, step=len(lines))
    scene.agent = replace(scene.agent, plan=DAY, persona=WITHOUT_A_PAST)
    return scene


async def test_an_answer_is_asked_for_with_the_talk_so_far_and_what_one_remembers() -> None:
    scene = await spoken_to("The well is dry.").remember(memory("Bo Lund digs wells."))
    turn = await scene.turn()
    assert turn.action == Say("Bo Lund", "Is it?")
    [request] = scene.asked("converse")
    assert 'Bo Lund: "The well is dry."' in request.text
    assert "Bo Lund digs wells." in request.text


async def test_all_that_a_lines_prompt_showed_is_said_with_it() -> None:
    scene = await spoken_to("The well is dry.").remember(memory("Bo Lund digs wells."), memory("Rain is rare.", 1))
    turn = await scene.turn()
    shown = {each["text"] for each in scene.asked("converse")[0].fields["memories"]}  # type: ignore[call-overload, index, union-attr]
    assert {scene.memories.get(each).text for each in turn.shown if each in scene.memories} == shown
    assert set(turn.shown) <= set(turn.recalled)


async def test_a_line_cites_what_tells_what_the_two_are_at() -> None:
    plan = memory("On Monday April 7, Ann Ivy plans: weaving a rug.", 1, kind="plan", source="planned")
    seen = memory("Bo Lund is digging.", 2)
    scene = await spoken_to("The well is dry.").remember(plan, seen)
    scene.profile = replace(scene.profile, memories_shown=0)
    scene.agent = replace(scene.agent, plan=replace(DAY, kept=(plan.id,)), seen={"Bo Lund": ("digging", 0)})
    turn = await scene.turn()
    assert scene.asked("converse")[0].fields["other_doing"] == "digging"
    assert {plan.id, seen.id} <= set(turn.shown)


async def test_who_has_not_the_floor_says_nothing() -> None:
    scene = spoken_to("The well is dry.", "Is it?")
    assert (await scene.turn()).action is None
    assert scene.asked("converse") == []


async def test_an_empty_line_leaves_the_talk() -> None:
    assert (await spoken_to("The well is dry.", answer={"say": " "}).turn()).action == Leave()


async def test_after_a_farewell_the_next_line_is_the_last() -> None:
    scene = spoken_to("The well is dry.", "Is it?", "I must go.", leave=True)
    scene.profile = replace(scene.profile, farewell_with_takeaway=False)
    turn = await scene.turn()
    assert turn.action == Say("Bo Lund", "Is it?", leave=True)
    assert scene.asked("farewell") == []


def over(*lines: str, takeaway: Any = None) -> Scene:
    """The step after a talk has ended."""
    scene = spoken_to(*lines)
    ended = TalkEnded("t", ("Bo Lund", "Ann Ivy"))
    scene.world = evolve(scene.world, [ended], scene.step)
    scene.notices = (ended,)
    if takeaway:
        scene.answers["after_talk"] = takeaway
    return scene


async def test_what_was_heard_is_remembered_as_heard_from_who_said_it_and_ones_own_lines_as_said() -> None:
    turn = await over("The well is dry.", "Is it?").turn()
    heard, said = turn.remembered[:2]
    assert (heard.text, heard.source) == ("Bo Lund said to me: 'The well is dry.'", "heard")
    assert (heard.heard_from, heard.utterance, heard.hearsay) == ("Bo Lund", "t#0", True)
    assert (said.text, said.source, said.utterance) == ("I said to Bo Lund: 'Is it?'", "said", "t#1")


async def test_what_a_talk_came_to_rests_on_its_lines() -> None:
    takeaway = {
        "memo": "Ann Ivy and Bo Lund talked about the well.",
        "commitments": ["I promised to dig on Tuesday April 8"],
    }
    turn = await over("The well is dry.", "I will dig.", takeaway=takeaway).turn()
    memo, promise = turn.remembered[2:4]
    assert memo.evidence == promise.evidence == (MemoryId("Ann Ivy", 2, 0), MemoryId("Ann Ivy", 2, 1))
    assert memo.source == "thought"
    assert (promise.kind, promise.source) == ("plan", "planned")
    assert promise.text == "I promised to dig on Tuesday April 8."
    assert memo.hearsay
    assert promise.hearsay


async def test_a_talk_counts_once_towards_reflection() -> None:
    scene = over("The well is dry.", "Is it?", "It is.")
    scene.agent = replace(scene.agent, talked={"Bo Lund": -100})
    scene.answers["importance"] = lambda fields: {
        "ratings": [7 if "said to" in each else 1 for each in fields["memories"]]
    }
    turn = await scene.turn()
    assert [each.importance for each in turn.remembered if each.utterance] == [7, 7, 7]
    others = [each for each in turn.remembered if each.source in ("seen", "done")]
    assert turn.agent.importance_sum == 7 + len(others)


async def test_what_was_agreed_changes_the_rest_of_the_day() -> None:
    takeaway = {"memo": "They will dig.", "change_plan": True, "reason": "Ann Ivy promised to dig"}
    turn = await over("The well is dry.", "I will dig.", takeaway=takeaway).turn()
    assert turn.agent.plan.reason == "Ann Ivy promised to dig"
    assert turn.agent.plan.revision == 1


async def test_the_last_talk_with_somebody_is_shown_at_the_next() -> None:
    scene = over("The well is dry.", "Is it?")
    turn = await scene.turn()
    await scene.remember(*turn.remembered)
    scene.go_on(turn, 9000)
    scene.world = evolve(STANDING, [Said("u", "Bo Lund", "Ann Ivy", "Good day.")], 8999)
    again = await scene.turn()
    scene.profile = replace(scene.profile, shown_once=False)
    await scene.turn()
    assert scene.requests[-1].fields["own_recent"] == ["Is it?"]
    request, _ = scene.asked("converse")
    last = [each["text"] for each in request.fields["last_talk"]]  # type: ignore[call-overload, index, union-attr]
    assert last == ["Bo Lund said to me: 'The well is dry.'", "I said to Bo Lund: 'Is it?'"]
    assert "own_recent" not in request.fields
    assert {each.id for each in turn.remembered[:2]} <= set(again.shown)


async def test_what_is_said_last_in_the_longest_talk_is_a_farewell() -> None:
    lines = [f"Line {number}." for number in range(1, MAX_LINES)]
    last = spoken_to(*lines)
    turn = await last.turn()
    assert turn.action == Say("Bo Lund", "Good day.", leave=True)
    assert last.asked("converse") == []
    before = spoken_to(*lines[:-2])
    assert (await before.turn()).action == Say("Bo Lund", "Is it?")
    assert before.asked("farewell") == []


async def test_half_of_what_comes_to_mind_for_a_line_is_what_one_knows_of_the_other() -> None:
    of_bo = [memory(f"Bo Lund owns mule {number}.", number, source="thought") for number in range(8)]
    of_rain = [memory(f"Rain fell in year {number}.", number, source="thought") for number in range(8, 16)]
    scene = await spoken_to("Rain fell in year 8.").remember(*of_bo, *of_rain)
    scene.profile = replace(scene.profile, memories_shown=8)
    await scene.turn()
    shown = [each["text"] for each in scene.asked("converse")[0].fields["memories"]]  # type: ignore[call-overload, index, union-attr]
    assert len([text for text in shown if text.startswith("Bo Lund")]) == 4
    assert len([text for text in shown if text.startswith("Rain")]) == 4


async def test_a_speaker_knows_who_else_stands_by_and_is_awake() -> None:
    scene = spoken_to("The well is dry.")
    by = peopled(scene.world, Cy_Marr=(3, 2), Di_Fox=(5, 2))
    asleep = Acted("Di Fox", ((5, 2),), Do("sleeping", 99, asleep=True)), Arrived("Di Fox", (5, 2), None)
    scene.world = evolve(by, asleep, 0)
    await scene.turn()
    fields: Any = scene.asked("converse")[0].fields
    assert fields["turns"][0]["overhearing"] == ["Cy Marr"]


async def test_what_is_over_today_is_told_without_its_place() -> None:
    scene = spoken_to("The well is dry.")
    past, now = item(0, 1, "carding wool", place=KIOSK), item(1, 360, "weaving", place=LOOM)
    scene.agent = replace(scene.agent, plan=replace(DAY, hours=(past, now)))
    await scene.turn()
    text = scene.asked("converse")[0].text
    assert ": carding wool\n" in text
    assert ": weaving at Mill: hall: loom\n" in text
