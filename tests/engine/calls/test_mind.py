"""Asking a language model: what does not fit is asked again, and nothing is asked twice."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from townlet.cognition.answers import Text
from townlet.cognition.generative import Generative
from townlet.cognition.templates import Templates
from townlet.engine.calls.call import MAX_REPLIES
from townlet.engine.calls.gateway import ModelGateway
from townlet.engine.calls.log import NoCallLog
from townlet.engine.calls.mind import GatewayMind, gather_in_order
from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.language.hashed import HashedEmbedder
from townlet.language.model import ModelError, Request, UnfitAnswer
from townlet.language.prompt import Prompt
from townlet.offline.model import OfflineModel
from townlet.runfile import CallFilter, open_reader
from townlet.testing import FunctionModel, ScriptedModel
from townlet.town import load_town


def prompt(text: str = "What now?") -> Prompt[Text]:
    return Prompt("emoji", text, {"activity": text}, Text)


def gateway(answers: Mapping[str, Sequence[Any]]) -> tuple[ScriptedModel, ModelGateway]:
    model = ScriptedModel(answers)
    return model, ModelGateway(model, HashedEmbedder(), NoCallLog(), seed=3)


async def test_an_unfit_answer_is_asked_again_with_the_complaint() -> None:
    model, shared = gateway({"emoji": ["no JSON", {"text": ""}, {"text": "fit"}]})
    assert (await GatewayMind(shared, "Ann", 5).ask(prompt())).text == "fit"
    assert [request.reask for request in model.requests] == [0, 1, 2]
    assert model.requests[0].complaint == ""
    assert "not one whole JSON object" in model.requests[1].complaint
    assert "text: String should have at least 1 character" in model.requests[2].complaint
    assert {request.priority for request in model.requests} == {5}


async def test_an_answer_that_stays_unfit_is_an_error_that_names_model_prompt_and_complaint() -> None:
    model, shared = gateway({"emoji": ["no JSON"] * MAX_REPLIES})
    with pytest.raises(UnfitAnswer, match=r"'scripted' gave no fit answer to 'emoji': .*not one whole JSON object"):
        await GatewayMind(shared, "Ann", 5).ask(prompt())
    assert len(model.requests) == MAX_REPLIES


async def test_answers_come_in_the_order_of_the_prompts_whenever_they_arrive() -> None:
    async def answer(request: Request) -> Mapping[str, str]:
        for _ in range(10 - int(request.text)):
            await asyncio.sleep(0)
        return {"text": request.text}

    mind = GatewayMind(ModelGateway(FunctionModel(answer), HashedEmbedder(), NoCallLog(), 3), "Ann", 5)
    answers = await mind.ask_all([prompt(str(number)) for number in range(8)])
    assert [each.text for each in answers] == [str(number) for number in range(8)]


def test_chance_depends_on_seed_person_and_step_alone() -> None:
    _, shared = gateway({})
    _, other = gateway({})
    other.seed = 4
    draws = [GatewayMind(*key).rng.random() for key in [(shared, "Ann", 5), (shared, "Ann", 5), (shared, "Bo", 5)]]
    assert draws[0] == draws[1]
    assert len({*draws, GatewayMind(shared, "Ann", 6).rng.random(), GatewayMind(other, "Ann", 5).rng.random()}) == 4


async def test_a_text_is_embedded_once() -> None:
    asked: list[str] = []

    class Counting(HashedEmbedder):
        async def __call__(self, texts: Sequence[str]) -> Any:
            asked.extend(texts)
            return await super().__call__(texts)

    shared = ModelGateway(ScriptedModel({}), Counting(), NoCallLog(), 3)
    first = await shared.embed(["rain", "sun", "rain"])
    again = await shared.embed(["sun"])
    assert asked == ["rain", "sun"]
    assert (first[0] == first[2]).all()
    assert (first[1] == again[0]).all()


async def test_after_a_failure_the_others_come_to_their_end_and_the_first_in_order_is_raised() -> None:
    ended: list[str] = []

    async def works() -> None:
        for _ in range(5):
            await asyncio.sleep(0)
        ended.append("works")

    async def fails(why: str, after: int) -> None:
        for _ in range(after):
            await asyncio.sleep(0)
        raise ModelError(why)

    with pytest.raises(ModelError, match="away"):
        await gather_in_order([works(), fails("away", after=3), fails("gone", after=1)])
    assert ended == ["works"]


def moody() -> tuple[FunctionModel, list[str]]:
    """A model that says something else each time, and fails at its 30th call; with it, what it was asked."""
    offline, asked = OfflineModel(1), list[str]()

    async def answer(request: Request) -> str:
        asked.append(request.name)
        if len(asked) == 30:
            raise ModelError("away")
        return (await offline(request)).text + " " * len(asked)

    return FunctionModel(answer), asked


async def test_a_model_that_says_something_else_each_time_can_fail_and_be_asked_on(tmp_path: Path) -> None:
    model, asked = moody()
    path = tmp_path / "run.townlet"
    with Simulation.start(load_town("applegarth"), path, resources=RunResources(model)) as simulation:
        with pytest.raises(ModelError):
            await _until(simulation, 2600)
        await _until(simulation, 2600)
    with open_reader(path) as run:
        replies = [row.reply for row in run.calls()]
    assert len(asked) == len(replies)
    assert replies.count("") == 1, "the sending that failed is kept too"
    assert len(set(replies)) == len(replies)


async def test_a_prompt_that_has_changed_since_is_asked_anew_and_the_old_reply_kept(tmp_path: Path) -> None:
    model, _ = moody()
    path = tmp_path / "run.townlet"
    with (
        Simulation.start(load_town("applegarth"), path, resources=RunResources(model)) as simulation,
        pytest.raises(ModelError),
    ):
        await _until(simulation, 2600)
    changed = RunResources(
        model, cognition=Generative(Templates({"importance": "Rate {{ memories[0] }} for {{ name }}."}))
    )
    with await Simulation.resume(path, resources=changed) as simulation:
        step = simulation.next_step
        await _until(simulation, 2600)
    with open_reader(path) as run:
        asked = [(row.agent, row.path, row.attempt) for row in run.calls(CallFilter(from_step=step, to_step=step))]
    assert len(asked) == len(set(asked))


async def _until(simulation: Simulation, step: int) -> None:
    while simulation.next_step < step:
        await simulation.step()
