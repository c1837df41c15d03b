"""What no leniency accepts: each kind of garbage is refused, however leniently the form of answers is read."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest
from pydantic import BaseModel

from townlet.cognition.answers import Choice, Chunk, Insights, JointDialogue, Line, Ratings, Reaction
from townlet.cognition.fallbacks import FALLBACKS
from townlet.cognition.joint_dialogue import DialogueBlock, dialogue_defect
from townlet.cognition.plan.schedule import schedule
from townlet.engine.calls.validation import validate_reply
from townlet.language.answer_reader import example_of, read_answer
from townlet.language.model import Reply
from townlet.language.prompt import Prompt
from townlet.world.state import World
from townlet.world.tree import find_label
from world.sketch import address, peopled

from .scene import KIOSK, Scene

FORMS = sorted({type(fallback) for fallback in FALLBACKS.values()}, key=lambda form: form.__name__)
PLACES = (address("Mill"), KIOSK)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
@pytest.mark.parametrize("cut_off", [False, True])
def test_half_a_sentence_of_json_is_no_answer(form: type[BaseModel], cut_off: bool) -> None:
    whole = json.dumps(example_of(form))
    # An answer that its model ended may lack its last brace.
    halves = [whole[:size] for size in range(len(whole) - (not cut_off))]
    assert [half for half in halves if read_answer(half, form, cut_off=cut_off).answer is not None] == []


async def test_another_persons_name_is_refused_in_any_wrapping() -> None:
    lines = [{"speaker": "Ann Ivy", "say": "Good day."}, {"speaker": "Bo Lundy", "say": "And to you."}]
    prompt = await _talk()
    for text in _wrapped({"lines": lines}):
        verdict = validate_reply(_reply(text), prompt, "")
        assert verdict.answer is None
        assert "it has to be Bo Lund's" in verdict.complaint


async def test_a_number_of_evidence_that_was_not_shown_is_refused() -> None:
    prompt = await _talk()
    for number in ("3", 0, 99):
        lines = [{"speaker": "Ann Ivy", "say": "Good day.", "rests_on": [number]}]
        lines.append({"speaker": "Bo Lund", "say": "And to you."})
        complaint = validate_reply(_reply(json.dumps({"lines": lines})), prompt, "").complaint
        assert "none of Ann Ivy's own memories" in complaint


@pytest.mark.parametrize("said", ["the second", "all", None, [], "1 or 2", {"a": "b"}])
def test_evidence_without_a_number_is_refused(said: Any) -> None:
    assert read_answer(json.dumps({"insights": [{"text": "Ann is kind.", "because": said}]}), Insights).answer is None


@pytest.mark.parametrize("said", ["the castle", "mil", "", "2", "null"])
def test_a_place_that_is_not_shown_is_none(said: str) -> None:
    assert find_label(said, PLACES) is None
    planned = schedule(Scene().thought(), [Chunk(start="7:00 am", activity="resting", place=said)], PLACES)
    assert [item.place for item in planned] == [None]


@pytest.mark.parametrize(
    ("said", "form"),
    [
        ({"choice": "sing"}, Reaction),
        ({"choice": ["act", "wait"]}, Reaction),
        ({"choice": "x" * 3000}, Choice),
        ({"ratings": ["very"]}, Ratings),
        ({"line": {"speech": "Good day."}}, Line),
    ],
)
def test_another_choice_or_another_form_is_no_answer(said: Any, form: type[BaseModel]) -> None:
    for text in _wrapped(said):
        assert read_answer(text, form).answer is None


async def _talk() -> Prompt[JointDialogue]:
    """A prompt for a whole talk, which shows memories 1 and 2 of Ann Ivy and 3 and 4 of Bo Lund."""
    scene = Scene(world=peopled(World.empty(), Ann_Ivy=(2, 2), Bo_Lund=(4, 2)))
    sides = (
        DialogueBlock(scene.thought(), [], [], range(1, 3)),
        DialogueBlock(await scene.thought_of("Bo Lund"), [], [], range(3, 5)),
    )
    return Prompt("joint_dialogue", "Talk", {}, JointDialogue, check=partial(dialogue_defect, sides=sides))


def _wrapped(said: Any) -> list[str]:
    """The same JSON in the wrappings that are read: bare, in a fence, in a list, under a key, among words."""
    text = json.dumps(said)
    return [text, f"```json\n{text}\n```", f"[{text}]", json.dumps({"answer": said}), f"Sure: {text} Anything else?"]


def _reply(text: str) -> Reply:
    return Reply(text, "m", 9, 9)
