"""Prompt templates: what they print is what a model is told, and nothing else."""

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import resources
from typing import Any

import pytest
from jinja2 import UndefinedError
from pydantic import BaseModel

from townlet.cognition.answers import Text
from townlet.cognition.interview import Exchange, interview_person
from townlet.cognition.joint_dialogue import converse_jointly
from townlet.cognition.plan import plan_day
from townlet.cognition.plan.day import at_hand
from townlet.cognition.profile import PAPER
from townlet.cognition.reflect import THRESHOLD
from townlet.cognition.state import Plan
from townlet.cognition.templates import Templates
from townlet.cognition.wording import texts_of
from townlet.language.prompt import Field, Prompt
from townlet.world.events import Said, StateChanged, TalkEnded, Whispered
from townlet.world.evolve import evolve
from townlet.world.state import World
from world.sketch import peopled

from .scene import ANN, DAY, LOOM, Scene, item, memory

NAMES = sorted(
    entry.name.removesuffix(".md") for entry in resources.files("townlet.cognition").joinpath("prompts").iterdir()
)


class Noting(Templates):
    """The built-in templates; notes what each is filled in with, the fullest context last."""

    def __init__(self) -> None:
        super().__init__()
        self.contexts: dict[str, dict[str, Field]] = {}

    def prompt(self, name: str, answer: type[Any], /, **context: Field) -> Prompt[Any]:
        known = self.contexts.get(name, {})
        self.contexts[name] = {key: value or known.get(key, value) for key, value in context.items()}
        return super().prompt(name, answer, **context)


@pytest.fixture(scope="module")
def contexts() -> Mapping[str, Mapping[str, Field]]:
    """What every template is filled in with in the course of a day."""
    return asyncio.run(_contexts())


async def _contexts() -> Mapping[str, Mapping[str, Field]]:
    noting = Noting()
    answers: dict[str, Any] = {
        "relationship": {"text": "Friends."}, "emoji": {"text": "🧶"}, "object_state": {"text": "strung"},
        "insights": {"insights": []}, "react": {"choice": "act", "activity": "mopping", "minutes": 90},
        "at_hand": {"activity": "mopping", "minutes": 30, "place": ""},
        "after_talk": {"memo": "They talked.", "change_plan": True, "reason": "rain"},
    }  # fmt: skip
    world = peopled(World.empty(), Ann_Ivy=(2, 2), Bo_Lund=(4, 2), Cy_Marr=(5, 2))
    world = replace(world, register=world.register.with_person("Bo Lund", "he"))
    scene = await Scene(answers, world, templates=noting).remember(memory("Bo Lund likes Cy Marr.", importance=8))
    scene.agent = replace(scene.agent, importance_sum=THRESHOLD, plan=Plan((item(-9000, -8000, "sowing"),)))
    await plan_day(scene.thought())
    await scene.turn()
    scene.agent = replace(scene.agent, plan=DAY, summary="Ann Ivy is calm.")
    await replace(
        scene, notices=(Whispered("Ann Ivy", "Run!"),), world=evolve(world, [StateChanged(LOOM, "wet")], 0)
    ).turn()
    await replace(scene, profile=PAPER, step=100).turn()
    scene.agent = replace(scene.agent, plan=replace(DAY, steps=(item(0, 90, "weaving", why="it is due"),)))
    await replace(scene, answers={**answers, "react": {"choice": "go on"}}, step=100, profile=PAPER).turn()
    lines = [Said("t", "Bo Lund", "Ann Ivy", "Where is the Kiosk?", number=0)]
    talk = evolve(world, lines, 0)
    await replace(scene, world=talk, step=1).turn()
    ended = TalkEnded("t", ("Bo Lund", "Ann Ivy"))
    after = replace(scene, world=evolve(talk, [ended], 1), step=2, notices=(ended,))
    parting = evolve(talk, [Said("t", "Ann Ivy", "Bo Lund", "Good day.", number=1)], 1)
    parting = evolve(parting, [Said("t", "Bo Lund", "Ann Ivy", "I must go.", leave=True, number=2)], 2)
    known, said = memory("Bo Lund digs.", source="seed"), memory("I said to Cy Marr: 'Rain.'", 1, source="said")
    leaving = await Scene(answers, parting, step=3, templates=noting).remember(known, said)
    leaving.agent = replace(scene.agent, persona=replace(ANN, seeds=("Bo Lund digs.",)))
    await leaving.turn()
    turn = await after.turn()
    await after.remember(*turn.remembered)
    after.go_on(turn, 9000)
    after.agent = replace(after.agent, plan=DAY)
    after.answers["react"] = {"choice": "talk", "topic": "the well"}
    await after.turn()
    await at_hand(after.thought(), "mopping", "the rain")
    await converse_jointly(after.thought(), await after.thought_of("Bo Lund", memory("Cy digs.", of="Bo Lund")), ())
    await interview_person(after.thought(), "Does Bo Lund like the Mill?", earlier=[Exchange("Who are you?", "Ann.")])
    return noting.contexts


def leaves(value: Field) -> Iterator[str]:
    if isinstance(value, Mapping):
        for part in value.values():
            yield from leaves(part)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for part in value:
            yield from leaves(part)
    else:
        yield str(value)


def made(name: str, context: Mapping[str, Field], templates: Templates | None = None) -> Prompt[BaseModel]:
    return (templates or Templates()).prompt(name, BaseModel, **context)


@pytest.mark.parametrize("name", NAMES)
async def test_a_prompt_has_no_field_that_its_text_does_not_print(
    contexts: Mapping[str, Mapping[str, Field]], name: str
) -> None:
    prompt = made(name, {**contexts[name], "hidden": "a secret"})
    assert "hidden" not in prompt.fields
    assert all(leaf in prompt.text for leaf in leaves(prompt.fields))
    assert set(prompt.fields) == {key for key, value in contexts[name].items() if value not in ("", [], None)}


UNNAMED = {"emoji", "object_state", "place"}
"""The prompts that print no memories, lines or plans."""


@pytest.mark.parametrize("name", sorted(set(NAMES) - UNNAMED))
async def test_a_prompt_tells_the_pronouns_of_everybody_whom_it_names(
    contexts: Mapping[str, Mapping[str, Field]], name: str
) -> None:
    context: Any = contexts[name]
    text = made(name, context).text
    for told in context["sides"] if name == "joint_dialogue" else [context]:
        assert told["pronouns"]
        assert all(f"{person['name']}: {person['pronoun']}" in text for person in told["pronouns"])


def test_pronouns_are_told_of_people_named_in_texts_and_not_of_those_whom_only_places_are_named_after() -> None:
    named = texts_of({"memories": [{"text": "Bo Lund digs."}], "places": [{"name": "Cy Marr's room"}], "n": 1})
    assert named == ["Bo Lund digs."]


TOGETHER = {"after_talk", "converse", "farewell", "react"}
"""The prompts about two people."""


@pytest.mark.parametrize("name", sorted(TOGETHER))
async def test_a_prompt_about_two_people_says_whether_they_live_together_and_when_they_last_talked(
    contexts: Mapping[str, Mapping[str, Field]], name: str
) -> None:
    terms = {"household": "Mill", "colleagues": "Dairy", "neighbours": "", "met_today": "9:40 am", "last_met": ""}
    text = made(name, {**contexts[name], **terms}).text
    assert "Ann Ivy and Bo Lund live together: Mill.\n" in text
    assert "Ann Ivy and Bo Lund work in the same place: Dairy.\n" in text
    assert "They have talked today already, last at 9:40 am.\n" in text
    before = {"household": "", "colleagues": "", "neighbours": "", "met_today": "", "last_met": "Monday April 7"}
    assert "They last talked on Monday April 7.\n" in made(name, {**contexts[name], **before}).text


def without_loop(source: str, field: str) -> str:
    """The template without the loops over a field, whatever loops they hold."""
    while found := re.search(r"{% for \w+ in " + field + r"( \| besides\(summary\))? %}", source):
        depth = 0
        for tag in re.finditer(r"{% (for|endfor)\b.*?%}", source[found.start() :]):
            depth += 1 if tag[1] == "for" else -1
            if not depth:
                source = source[: found.start()] + source[found.start() + tag.end() :]
                break
    return source


@pytest.mark.parametrize("name", NAMES)
async def test_what_is_deleted_from_a_template_a_model_is_no_longer_told(
    contexts: Mapping[str, Mapping[str, Field]], name: str
) -> None:
    source, whole = Templates().source(name), made(name, contexts[name])
    for field in whole.fields:
        without = re.sub(r"{{ " + field + r" }}", "", without_loop(source, field))
        assert without != source
        prompt = made(name, contexts[name], Templates({name: without}))
        assert set(prompt.fields) == set(whole.fields) - {field}


@pytest.mark.parametrize("name", NAMES)
async def test_a_field_that_is_not_given_is_an_error(contexts: Mapping[str, Mapping[str, Field]], name: str) -> None:
    for field in contexts[name]:
        with pytest.raises(UndefinedError, match=field):
            made(name, {key: value for key, value in contexts[name].items() if key != field})


def test_a_towns_own_template_is_used_instead_and_the_others_stay() -> None:
    templates = Templates({"emoji": "Draw {{ activity }}."})
    assert made("emoji", {"activity": "weaving"}, templates).text == "Draw weaving.\n"
    assert templates.source("heed") == Templates().source("heed")


def test_numbers_stay_numbers_and_a_record_keeps_only_what_was_printed_of_it() -> None:
    templates = Templates({"emoji": "{% for each in rows %}{{ each.n }}{% endfor %}"})
    prompt = made("emoji", {"rows": [{"n": 1, "text": "a"}, {"n": 2, "text": "b"}]}, templates)
    assert prompt.fields == {"rows": [{"n": 1}, {"n": 2}]}


@pytest.mark.parametrize("summary_is_printed", [True, False])
def test_a_memory_that_the_summary_says_is_told_once(summary_is_printed: bool) -> None:
    shown = "{{ summary }}" if summary_is_printed else ""
    loop = "{% for memory in memories | besides(summary) %}{{ memory.when }}: {{ memory.text }}{% endfor %}"
    memories: list[Field] = [{"when": "noon", "text": "Ann weaves."}, {"when": "one", "text": "Bo sings."}]
    context: dict[str, Field] = {"summary": "Ann is calm. Ann weaves.", "memories": memories}
    prompt = made("emoji", context, Templates({"emoji": shown + loop}))
    assert prompt.fields["memories"] == memories
    assert prompt.text.count("Ann weaves.") == 1
    assert "one: Bo sings." in prompt.text


def test_the_end_of_a_part_of_a_plan_is_told_once() -> None:
    loop = "{% for part in plan %}{{ part.start }}{{ part.end | until(loop.nextitem) }};{% endfor %}"
    plan: list[Field] = [{"start": start, "end": end} for start, end in (("1", "2"), ("2", "3"), ("4", "5"))]
    prompt = made("emoji", {"plan": plan}, Templates({"emoji": loop}))
    assert (prompt.text, prompt.fields) == ("1;2 to 3;4 to 5;\n", {"plan": plan})


def test_what_is_only_tested_is_not_told() -> None:
    templates = Templates({"emoji": "{% if activity %}Something.{% endif %}"})
    assert made("emoji", {"activity": "weaving"}, templates).fields == {}


def test_text_is_printed_as_it_is_but_for_the_signs_of_tags() -> None:
    prompt = Templates().prompt("emoji", Text, activity="a {{ b }} <c> & 'd'")
    assert "a {{ b }} ‹c› & 'd'" in prompt.text
    assert prompt.answer is Text


ASKED_EVERY_DAY = sorted(set(NAMES) - {"emoji", "interview", "object_state", "place", "relationship"})


@pytest.mark.parametrize("name", ASKED_EVERY_DAY)
async def test_what_is_the_same_for_everybody_comes_first(
    contexts: Mapping[str, Mapping[str, Field]], name: str
) -> None:
    def otherwise(value: Field) -> Field:
        if isinstance(value, Mapping):
            return {key: otherwise(part) for key, part in value.items()}
        return [otherwise(part) for part in value] if isinstance(value, list) else f"~{value}"

    fields = {key: value for key, value in contexts[name].items() if key != "scale"}
    texts = [
        made(name, {**contexts[name], **change}).text for change in ({}, {k: otherwise(v) for k, v in fields.items()})
    ]
    first, *_ = texts[0].split("\n\n")
    assert len(first) > 150
    assert texts[1].startswith(first)
