"""Each habit of a server ends as the table says, and what it did is told and can be replayed."""

from __future__ import annotations

from pathlib import Path

import pytest

from faults.wire import Message, answer
from townlet.engine.replay import replay_run
from townlet.runfile import open_reader

from .endpoint import Behaviour, Call, Life, completion, examined, live
from .habits import HABITS, Habit, for_prompts_within, plain, room


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """Lifts the ban that holds for all other tests."""


@pytest.fixture(scope="module")
def lives() -> dict[str, Life]:
    """The lives with servers without a habit, by their embedder, as far as they have been lived."""
    return {}


@pytest.mark.parametrize("habit", HABITS, ids=[habit.name for habit in HABITS])
async def test_doctor_says_beforehand_how_a_town_lives_by_a_server_with_this_habit(
    habit: Habit, lives: dict[str, Life], tmp_path: Path
) -> None:
    path = tmp_path / "run.townlet"
    said = await examined(habit.behaviour)
    life = await live(path, habit.behaviour)
    problems = " ".join(finding.problem for finding in said.findings)
    assert said.works == (life.paused == ""), problems or life.paused
    if habit.end == "pauses":
        assert habit.told in life.paused
        assert habit.told in problems
        assert len(life.paused) < 900
        return
    assert life.paused == ""
    assert life.fallbacks <= habit.most_fallbacks
    if habit.told:
        assert habit.told in life.mended.by_mend
        assert habit.told in said.findings[0].mended.by_mend
    if habit.end == "lives the same" and habit.vectors is None:
        if "" not in lives:
            lives[""] = await live(tmp_path / "plain.townlet", Behaviour(plain))
        assert life.state_hash == lives[""].state_hash
    assert life.context == ("6000" if habit.pages else "")
    replayed = await replay_run(path)
    assert replayed.equal, replayed.first_difference


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("gives at most 300 tokens", {"max_tokens": 300}),
        ("has a context of 2,500, in vLLM's words", {"context": 2500}),
        ("names its context beforehand", {}),
    ],
)
async def test_what_a_server_names_in_its_errors_is_a_line_for_the_settings(name: str, line: dict[str, int]) -> None:
    habit = next(each for each in HABITS if each.name == name)
    said = await examined(habit.behaviour)
    assert list(said.settings.values()) == ([line] if line else [])


async def test_a_limit_that_is_named_once_is_kept_to_from_then_on() -> None:
    asked: list[int] = []

    def at_most_300(call: Call) -> Message:
        asked.append(room(call.sent))
        error = {"error": {"message": f"max_tokens: {asked[-1]} > 300, which is the maximum of m-4096"}}
        return completion(call.text) if asked[-1] <= 300 else answer(error, 400)

    assert (await examined(Behaviour(at_most_300))).works
    assert len(asked) > 20
    assert [limit for limit in asked if limit > 300] == asked[:1]
    assert set(asked[1:]) == {300}


async def test_a_prompt_that_is_too_long_is_asked_with_fewer_memories(tmp_path: Path) -> None:
    habit = next(each for each in HABITS if each.name.startswith("needs twice the tokens"))
    life = await live(tmp_path / "run.townlet", habit.behaviour)
    assert life.failed
    with open_reader(tmp_path / "run.townlet") as run:
        calls = [*run.calls()]
        for refused in (call for call in calls if call.status == "failed"):
            asked = [each for each in calls if each[:3] == refused[:3] and each.attempt > refused.attempt]
            long, short = (run.prompt(each.prompt_sha).text.splitlines() for each in (refused, asked[-1]))
            assert asked[-1].status == "answered"
            assert len(short) < len(long)
            assert {line for line in short if not line.startswith("-")} <= {*long}


async def test_the_context_is_what_the_server_says_and_not_the_length_of_the_prompt() -> None:
    said = await examined(Behaviour(for_prompts_within(1400, tokens_more=2)))
    assert said.findings[0].context == 1400
