"""`--on-failure`: a model that gives no fit answer pauses the run, or fallbacks stand in and are told of."""

from __future__ import annotations

from pathlib import Path

import pytest

from townlet.cognition.plan.schedule import AT_HOME
from townlet.language.build import ModelBuilder
from townlet.language.model import Reply, Request, UnfitAnswer
from townlet.offline.model import OfflineModel
from townlet.runfile import open_reader

from .typed import done, refused, typed


class Planless:
    """The offline model, which has no plan of a day for anybody until it is well again."""

    name = "planless"
    well = False
    never = ("day_plan",)

    def __init__(self) -> None:
        self._model = OfflineModel(1)

    async def __call__(self, request: Request) -> Reply:
        if request.name in self.never and not self.well:
            raise UnfitAnswer("It has no plans.")
        return await self._model(request)


@pytest.fixture(autouse=True)
def planless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Planless:
    model = Planless()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(ModelBuilder, "model", lambda self, name: model)
    return model


def test_by_default_a_few_answers_that_never_fit_cost_a_turn_each_and_are_told() -> None:
    told = done("run", "applegarth", "--days", "0.3", "--out", "a.townlet").stdout
    assert "4 answers could not be obtained" in told


def test_by_default_many_answers_that_never_fit_pause_the_run_with_prompt_and_reason(planless: Planless) -> None:
    planless.never = ("day_plan", "minute_plan", "hour_plan", "at_hand", "importance", "react")
    paused = typed("run", "applegarth", "--days", "0.5", "--out", "a.townlet", "--json")
    assert (paused.status, paused.stdout) == (3, "")
    [line] = paused.stderr.splitlines()
    assert "of the latest calls had no fit answer" in line
    assert "'importance': It has no plans." in line
    planless.well = True
    assert done("resume", "a.townlet", "--json").json["fallbacks"] < 11


def test_with_pause_the_run_pauses_and_is_resumed_by_the_command_it_names(planless: Planless) -> None:
    paused = typed("run", "applegarth", "--days", "0.3", "--out", "a.townlet", "--json", "--on-failure", "pause")
    assert (paused.status, paused.stdout) == (3, "")
    [line] = paused.stderr.splitlines()
    assert "It has no plans. Resume with: townlet resume a.townlet --days 0.3" in line
    planless.well = True
    assert done("resume", "a.townlet", "--days", "0.3", "--json").json["fallbacks"] == 0


def test_with_fallbacks_the_run_comes_to_its_end_and_says_how_many_there_were() -> None:
    told = done("run", "applegarth", "--days", "0.3", "--out", "a.townlet", "--on-failure", "fallback").stdout
    with open_reader(Path("a.townlet")) as run:
        stood_in = [call for call in run.calls() if call.fallback]
    assert {call.name for call in stood_in} == {"day_plan"}
    assert f"{len(stood_in)} answers could not be obtained" in told


def test_a_plan_by_habit_is_shown_as_one() -> None:
    done("run", "applegarth", "--days", "0.3", "--out", "a.townlet", "--on-failure", "fallback", "--json")
    with open_reader(Path("a.townlet")) as run:
        name = next(call.agent for call in run.calls() if call.fallback)
    plan = done("show", "a.townlet", name, "--json").json["plan"]
    assert [item["fallback"] for item in plan["chunks"]] == [True] * len(plan["chunks"])
    assert f"{AT_HOME}" in (text := done("show", "a.townlet", name).stdout)
    assert "by habit: a fallback, not planned by a model" in " ".join(text.split())


def test_a_resumed_run_goes_on_as_it_was_told_until_it_is_told_otherwise() -> None:
    done("run", "applegarth", "--days", "0.2", "--out", "a.townlet", "--on-failure", "fallback", "--json")
    assert done("resume", "a.townlet", "--days", "0.28", "--json").json["fallbacks"] > 0
    assert typed("resume", "a.townlet", "--days", "0.9", "--on-failure", "pause").status == 3
    assert typed("resume", "a.townlet", "--days", "0.9").status == 3


def test_another_word_is_refused() -> None:
    assert "choose pause, limited or fallback" in refused("run", "applegarth", "--on-failure", "shrug")
