"""Taking leave of who takes leave, and what the talk came to in the same answer."""

from dataclasses import replace
from typing import Any

from townlet.cognition.profile import PAPER
from townlet.world.actions import Leave, Say
from townlet.world.events import Said, TalkEnded
from townlet.world.evolve import evolve

from .scene import Scene, memory
from .test_converse import spoken_to

ANSWER = {
    "say": "Good day.", "memo": "They talked about the well.", "commitments": ["I promised Bo Lund to dig."],
    "importance": 4, "line_ratings": [6, 2, 1, 1], "commitment_importance": 8,
}  # fmt: skip


def taken_leave_of(answer: Any = None) -> Scene:
    """A talk that Bo Lund has just ended with a farewell."""
    scene = spoken_to("The well is dry.", "I will dig.", "I must go.", leave=True)
    scene.answers["farewell"] = answer or ANSWER
    return scene


async def ended(scene: Scene, *lines: Said) -> Scene:
    """The scene after Ann Ivy's turn, with these lines said and the talk over."""
    scene.go_on(await scene.turn(), scene.step + 1)
    over = TalkEnded("t", ("Bo Lund", "Ann Ivy"))
    scene.world = evolve(scene.world, [*lines, over], scene.step)
    scene.notices = (over,)
    return scene


MINE = Said("t", "Ann Ivy", "Bo Lund", "Good day.", leave=True, number=3)
THEIRS = Said("t", "Bo Lund", "Ann Ivy", "The kiosk burns!", leave=True, number=3)


async def test_the_last_line_comes_from_the_talk_from_who_the_other_is_and_from_what_one_said_of_late() -> None:
    scene = await taken_leave_of().remember(memory("I said to Cy Marr: 'Rain is near.'", source="said"))
    turn = await scene.turn()
    assert turn.action == Say("Bo Lund", "Good day.", leave=True)
    [request] = scene.asked("farewell")
    assert request.fields["own_recent"] == ["Rain is near."]
    assert "I must go." in request.text
    assert scene.asked("converse") == []


async def test_the_last_line_cites_what_tells_the_plan_that_its_prompt_shows() -> None:
    plan = memory("On Monday April 7, Ann Ivy plans: weaving a rug.", kind="plan", source="planned")
    scene = await taken_leave_of().remember(plan)
    scene.agent = replace(scene.agent, plan=replace(scene.agent.plan, kept=(plan.id,)))
    turn = await scene.turn()
    assert "weaving a rug" in scene.asked("farewell")[0].text
    assert turn.shown == (plan.id,)


async def test_a_shorter_prompt_keeps_the_latest_promises() -> None:
    promised = [
        memory(f"I promised Bo Lund to dig well {number}.", number, kind="plan", source="planned")
        for number in range(1, 7)
    ]
    scene = await taken_leave_of().remember(*promised)
    await scene.turn()
    [request] = scene.asked("farewell")
    shorter = request.shorter()
    assert shorter is not None
    kept = [number for number in range(1, 7) if f"well {number}" in shorter.text]
    assert all(f"well {number}" in request.text for number in range(1, 7))
    assert kept == [5, 6]


async def test_what_the_talk_came_to_is_kept_with_its_ratings_and_not_asked_again() -> None:
    scene = await ended(taken_leave_of(), MINE)
    kept = [each for each in (await scene.turn()).remembered if each.source in ("said", "heard", "thought", "planned")]
    assert [each.importance for each in kept] == [5, 2, 1, 1, 4, 5]
    assert kept[4].text == "They talked about the well."
    assert (kept[5].text, kept[5].kind) == ("I promised Bo Lund to dig.", "plan")
    assert scene.asked("after_talk") == []
    assert not any("said to" in each for request in scene.asked("importance") for each in request.fields["memories"])  # type: ignore[operator, union-attr]


async def test_an_outcome_is_kept_as_a_plain_sentence_that_rests_on_the_lines() -> None:
    text = "Ann Ivy promised Bo Lund to dig at noon."
    scene = await ended(taken_leave_of({**ANSWER, "outcomes": [text]}), MINE)
    remembered = (await scene.turn()).remembered
    [outcome] = [each for each in remembered if each.text == text]
    assert outcome.outcome
    assert (outcome.kind, outcome.source, outcome.heard_from) == ("observation", "thought", "Bo Lund")
    assert outcome.hearsay
    assert outcome.evidence == tuple(each.id for each in remembered if each.source in ("said", "heard"))
    assert outcome.importance == 5, "a stranger's words, like what was promised to them, are capped"


async def test_if_something_was_said_after_all_it_is_asked_again() -> None:
    scene = await ended(taken_leave_of(), THEIRS)
    await scene.turn()
    assert len(scene.asked("after_talk")) == 1


async def test_who_answers_a_farewell_with_nothing_leaves_and_keeps_what_the_talk_came_to() -> None:
    scene = taken_leave_of({**ANSWER, "say": " "})
    assert (await scene.turn()).action == Leave()
    scene = await ended(scene)
    assert "They talked about the well." in [each.text for each in (await scene.turn()).remembered]
    assert scene.asked("after_talk") == []


async def test_what_was_settled_matters_as_the_talk_does_where_nothing_was_promised() -> None:
    settled = {**ANSWER, "commitments": [], "outcomes": ["Bo Lund could not help Ann Ivy."], "commitment_importance": 0}
    scene = await ended(taken_leave_of(settled), MINE)
    turn = await scene.turn()
    assert [each.importance for each in turn.remembered if "could not help" in each.text] == [4]
    assert not any("could not help" in request.text for request in scene.asked("importance"))


async def test_what_was_agreed_changes_the_rest_of_the_day() -> None:
    scene = await ended(taken_leave_of({**ANSWER, "change_plan": True, "reason": "the well is dry"}), MINE)
    turn = await scene.turn()
    assert turn.agent.plan.reason == "the well is dry"
    assert turn.agent.note.came_to == ""


async def test_in_the_papers_profile_line_and_takeaway_are_asked_apart() -> None:
    scene = taken_leave_of()
    scene.profile = replace(PAPER, one_at_a_time=False, rated_in_batches=True)
    await (await ended(scene, MINE)).turn()
    assert [len(scene.asked(name)) for name in ("farewell", "converse", "after_talk")] == [0, 1, 1]
