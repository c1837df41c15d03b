"""The offline model: every prompt answered in its schema, whatever the fields hold, and always alike."""

from __future__ import annotations

import asyncio
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from offline.persons import day_fields
from townlet.cognition import answers
from townlet.evaluation.judge.model_judge import AnswerOrder
from townlet.language.model import Request, UnfitAnswer, tokens_of
from townlet.language.prompt import Field
from townlet.offline.model import HANDLERS, OfflineModel

ANSWERS: dict[str, type[BaseModel]] = {
    "after_talk": answers.Takeaway,
    "converse": answers.Line,
    "at_hand": answers.AtHand,
    "day_plan": answers.DayPlan,
    "emoji": answers.Text,
    "farewell": answers.Farewell,
    "heed": answers.Intention,
    "hour_plan": answers.DayPlan,
    "importance": answers.Ratings,
    "insights": answers.Insights,
    "interview": answers.Speech,
    "joint_dialogue": answers.JointDialogue,
    "judge": AnswerOrder,
    "minute_plan": answers.Steps,
    "object_state": answers.Text,
    "place": answers.Choice,
    "questions": answers.Questions,
    "react": answers.Reaction,
    "relationship": answers.Text,
    "replan": answers.DayPlan,
    "summary": answers.Text,
}
THOUGHT = sorted(set(HANDLERS) - {"converse", "after_talk", "farewell"})
ODD = st.text(max_size=60) | st.sampled_from(
    [
        "Ann Bo",
        "Tuesday May 6 2025, 9:40 am",
        "7:30 am",
        "25:99 pm",
        "May 99 2025, 9:00 am",
        "Cy Du said to me: '...'",
        "is is is",
        "I promised X to ",
        "Ann Bo is planning a party at Reed Hall on Monday February 30 from 6 pm to 8 pm.",
        "The stove is .",
        "open from pm to 3",
        "a: b: c",
    ]
)
RECORD = st.fixed_dictionaries(
    {},
    optional=dict.fromkeys(
        ("when", "text", "start", "end", "activity", "place", "name", "rule", "holds", "state", "speaker", "line", "n"),
        ODD,
    ),
)
TEXTS = (
    "name",
    "summary",
    "now",
    "wakes",
    "sleeps",
    "dines",
    "home",
    "workplace",
    "activity",
    "place",
    "start",
    "end",
    "rule",
    "reason",
    "doing",
    "observation",
    "subject",
    "about",
    "voice",
    "question",
    "asker",
    "here",
    "other",
    "object",
    "state",
    "age",
    "traits",
    "scale",
)
LISTS = (
    "yesterday",
    "memories",
    "places",
    "plan",
    "objects",
    "recent",
    "options",
    "core",
    "occupation",
    "feeling",
    "last_talk",
    "lines",
    "noticed",
    "traits",
)
FIELDS = st.fixed_dictionaries(
    {},
    optional={**dict.fromkeys(TEXTS, ODD), **{key: st.lists(RECORD | ODD, max_size=4) | ODD for key in LISTS}},
)


def ask(name: str, fields: dict[str, Field], seed: int = 1) -> str:
    return asyncio.run(OfflineModel(seed)(Request(name, "text", fields, {}))).text


def test_every_prompt_has_a_handler() -> None:
    assert set(HANDLERS) == set(ANSWERS)


@pytest.mark.parametrize("name", THOUGHT)
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(fields=FIELDS, seed=st.integers(0, 3))
def test_any_fields_get_an_answer_in_the_schema(name: str, fields: dict[str, Field], seed: int) -> None:
    ANSWERS[name].model_validate(HANDLERS[name](fields, seed))


@pytest.mark.parametrize("name", sorted(HANDLERS))
def test_no_fields_at_all_get_an_answer(name: str) -> None:
    ANSWERS[name].model_validate_json(ask(name, {}))


def test_an_answer_depends_on_fields_and_seed_alone() -> None:
    fields = day_fields("Ann Bo wants to learn to whittle.")
    assert ask("day_plan", fields, 3) == ask("day_plan", fields, 3)
    assert len({ask("day_plan", fields, seed) for seed in range(6)}) > 1


def test_a_reply_names_the_model_and_counts_tokens() -> None:
    reply = asyncio.run(OfflineModel(1)(Request("emoji", "four words of text", {"activity": "reading"}, {})))
    assert reply.model == "offline"
    assert (reply.prompt_tokens, reply.answer_tokens) == (tokens_of("four words of text"), tokens_of(reply.text))
    assert json.loads(reply.text) == {"text": "📖"}


def test_an_unknown_prompt_is_refused_by_name() -> None:
    with pytest.raises(UnfitAnswer, match="horoscope"):
        ask("horoscope", {})
