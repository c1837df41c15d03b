from __future__ import annotations

from pathlib import Path

import pytest

import townlet.cognition
from townlet.language.model import LanguageModel, Reply, Request, close_all, prepare_all
from townlet.language.routing import JOB_OF_PROMPT, JOBS, ModelRouter
from townlet.testing import FunctionModel


class Named(FunctionModel):
    """A model of a name, which notes what is done with it."""

    def __init__(self, name: str) -> None:
        super().__init__(lambda request: "{}")
        self.name, self.done = name, list[str]()

    async def prepare(self) -> None:
        self.done.append("prepared")

    async def aclose(self) -> None:
        self.done.append("closed")


def asked(prompt: str) -> Request:
    return Request(prompt, "?", {}, {})


@pytest.mark.parametrize(("prompt", "by"), [("converse", "talker"), ("day_plan", "default"), ("anything", "default")])
async def test_each_job_goes_to_its_own_model_and_all_else_to_the_default(prompt: str, by: str) -> None:
    models = {name: Named(name) for name in ("default", "talker", "rater")}
    jobs = ModelRouter(models["default"], {"dialogue": models["talker"], "importance": models["rater"]})
    reply: Reply = await jobs(asked(prompt))
    assert reply.text == "{}"
    assert [name for name, model in models.items() if model.requests] == [by]
    assert jobs.model_for(prompt) is models[by]


def test_a_single_model_lends_its_name() -> None:
    offline: LanguageModel = Named("offline")
    assert ModelRouter(offline).name == "offline"
    assert ModelRouter(offline, {"planning": offline}).name == "offline"
    assert ModelRouter(offline, {"planning": Named("far")}).name == "offline + far"


async def test_all_models_are_prepared_and_closed() -> None:
    one, other = Named("one"), Named("other")
    jobs = ModelRouter(one, {"planning": other})
    await prepare_all(jobs)
    await close_all(jobs, None, "no model")
    assert one.done == other.done == ["prepared", "closed"]


def test_every_job_has_prompts_that_there_are() -> None:
    [folder] = townlet.cognition.__path__
    prompts = {path.stem for path in (Path(folder) / "prompts").glob("*.md")}
    assert set(JOB_OF_PROMPT) <= prompts
    assert set(JOBS) == {"dialogue", "planning", "importance"}
