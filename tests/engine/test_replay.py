"""Living a run again from what it recorded gives the same run, and tells where it would not."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from forgery import forged
from townlet.cognition.generative import Generative
from townlet.cognition.templates import Templates
from townlet.engine.commands import Arrive, SetState, Use, Whisper
from townlet.engine.replay import replay_run
from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.language.model import ModelUnavailable, Reply, Request
from townlet.language.retry import RetryBounds, RetryPolicy
from townlet.offline.model import OfflineModel
from townlet.runfile import fork_run, open_reader
from townlet.testing import FunctionModel
from townlet.town import load_town
from townlet.world.address import Address

from .village import hash_of, live, resumed_hash

MORNING = 0.27
"""Until half past six: everybody is up and has planned, and somebody has talked."""
STOVE = Address.parse("Applegarth:Hart cottage:kitchen:stove")


class Wordy:
    """Answers by rules, never twice in the same words, late, and unfit at first for every third prompt."""

    name = "wordy"

    def __init__(self, seed: int = 1) -> None:
        self._offline, self.asked = OfflineModel(seed), 0

    async def __call__(self, request: Request) -> Reply:
        self.asked += 1
        await asyncio.sleep(0 if self.asked % 2 else 0.001)
        if len(request.text) % 3 == 0 and request.reask == 0:
            return Reply("no JSON", "wordy-2", 1, 1)
        reply = await self._offline(request)
        return Reply(reply.text + " " * self.asked, "wordy-2", 1, 1)


@pytest.fixture(scope="module")
def morning(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run by rules; not to be changed."""
    path = tmp_path_factory.mktemp("runs") / "morning.townlet"
    asyncio.run(hash_of(path, MORNING))
    return path


@pytest.fixture
def own(morning: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(morning, tmp_path / "own.townlet"))


def stored_hash(run: Path) -> str | None:
    with open_reader(run) as reader:
        return reader.stored_hash()


def edit(run: Path, prompt: str, change: Callable[[str], str]) -> tuple[str, int]:
    """Change the first recorded reply to a prompt; whose it is, and of which step."""
    with forged(run) as connection:
        agent, step, path, attempt, reply = connection.execute(
            "SELECT agent, step, path, attempt, reply FROM call WHERE name = ? ORDER BY step, agent", (prompt,)
        ).fetchone()
        key = (change(reply), agent, step, path, attempt)
        connection.execute("UPDATE call SET reply = ? WHERE (agent, step, path, attempt) = (?2, ?3, ?4, ?5)", key)
    return agent, step


async def test_a_run_is_reproduced_without_asking_anybody(morning: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def asked(self: OfflineModel, request: Request) -> Reply:
        raise AssertionError(f"{request.name} was asked")

    monkeypatch.setattr(OfflineModel, "__call__", asked)
    seen: list[tuple[int, int]] = []
    found = await replay_run(morning, watch=lambda done, steps: seen.append((done, steps)))
    assert (found.equal, found.first_difference) == (True, None)
    assert found.state_hash == found.recorded_hash == stored_hash(morning)
    assert seen[-1] == (found.steps, found.steps)


async def test_the_run_that_is_replayed_stays_as_it_is(morning: Path) -> None:
    before = morning.read_bytes()
    await replay_run(morning)
    assert morning.read_bytes() == before
    assert [each.name for each in morning.parent.iterdir()] == [morning.name]


@pytest.mark.parametrize("concurrency", [1, 9])
async def test_replies_that_no_model_would_give_again_are_reproduced(tmp_path: Path, concurrency: int) -> None:
    run = tmp_path / "run.townlet"
    machinery = RunResources(Wordy(), concurrency=concurrency)
    state_hash = await hash_of(run, MORNING, machinery)
    found = await replay_run(run)
    assert (found.equal, found.state_hash) == (True, state_hash)


async def test_what_people_ordered_happens_again(tmp_path: Path) -> None:
    run = tmp_path / "run.townlet"
    with Simulation.start(load_town("applegarth"), run) as simulation:
        await live(simulation.run(0.26))
        simulation.order(Whisper("Nell Hart", "You will bake a pie for the king."))
        simulation.order(SetState(STOVE, "burning"))
        simulation.order(Arrive("Tam Quill", Address.parse("Applegarth:Hart cottage:kitchen")))
        await live(simulation.run(0.262))
        simulation.order(Use("Tam Quill", STOVE, "putting out the fire"))
        await live(simulation.run(0.27))
        simulation.finish()
    found = await replay_run(run)
    assert found.equal, found.first_difference


async def test_a_run_that_failed_was_broken_off_and_went_on_is_reproduced(tmp_path: Path) -> None:
    run, wordy = tmp_path / "run.townlet", Wordy()

    async def failing(request: Request) -> str:
        if wordy.asked in {20, 30}:
            wordy.asked += 1
            raise ModelUnavailable("away")
        return (await wordy(request)).text

    def impatient() -> RunResources:
        return RunResources(FunctionModel(failing), retry=RetryPolicy(RetryBounds(max_attempts=1)))

    away = pytest.raises(ModelUnavailable)
    with Simulation.start(load_town("applegarth"), run, resources=impatient()) as simulation, away:
        await live(simulation.run(MORNING))
    with await Simulation.resume(run, resources=impatient()) as simulation, away:
        await live(simulation.run(MORNING))
    await resumed_hash(run, MORNING, impatient())
    found = await replay_run(run)
    assert found.equal, found.first_difference


async def test_answers_that_were_stood_in_for_are_stood_in_for_again(tmp_path: Path) -> None:
    run, offline = tmp_path / "run.townlet", OfflineModel(1)

    async def at_a_loss(request: Request) -> str:
        return "no idea" if request.name in {"hour_plan", "react"} else (await offline(request)).text

    machinery = RunResources(FunctionModel(at_a_loss), on_failure="fallback")
    state_hash = await hash_of(run, MORNING, machinery)
    with open_reader(run) as reader:
        assert {row.name for row in reader.calls() if row.fallback} >= {"hour_plan"}
    found = await replay_run(run)
    assert (found.equal, found.state_hash) == (True, state_hash), found.first_difference


async def test_a_fork_is_reproduced_with_the_calls_that_it_inherited(morning: Path, tmp_path: Path) -> None:
    branch = tmp_path / "branch.townlet"
    fork_run(morning, 2200, branch)
    with await Simulation.resume(branch, resources=RunResources(Wordy(5))) as simulation:
        simulation.order(Whisper("Bea Winters", "You will move to the sea."))
        await live(simulation.run(MORNING))
        simulation.finish()
    found = await replay_run(branch)
    assert found.equal, found.first_difference
    assert found.state_hash != stored_hash(morning)


async def test_a_run_that_has_not_come_to_its_end_is_reproduced_as_far_as_it_is(tmp_path: Path) -> None:
    run = tmp_path / "run.townlet"
    with Simulation.start(load_town("applegarth"), run, resources=RunResources(Wordy())) as simulation:
        assert (await replay_run(run)).steps == 0
        await live(simulation.run(0.26))
        found = await replay_run(run)
    assert found.equal
    assert 2000 < found.steps <= simulation.next_step


@pytest.mark.parametrize("prompt", ["importance", "summary", "day_plan", "minute_plan", "converse"])
async def test_a_reply_that_was_changed_is_found_out_at_its_step(own: Path, prompt: str) -> None:
    agent, step = edit(own, prompt, other)
    found = await replay_run(own)
    assert not found.equal
    assert found.first_difference is not None
    assert found.first_difference.step == step
    assert found.first_difference.agent in {agent, ""}
    assert found.first_difference.recorded != found.first_difference.replayed


async def test_a_reply_that_no_longer_fits_is_a_difference(own: Path) -> None:
    agent, step = edit(own, "hour_plan", lambda reply: "no JSON")
    first = (await replay_run(own)).first_difference
    assert first is not None
    assert (first.step, first.agent, first.what) == (step, agent, "an answer to 'hour_plan' that fits")


async def test_an_event_that_was_changed_is_the_first_difference(own: Path) -> None:
    with forged(own) as connection:
        connection.execute("UPDATE event SET data = '{\"agent\":\"X\"}' WHERE kind = 'Acted' AND step > 2100")
    first = (await replay_run(own)).first_difference
    assert first is not None
    assert (first.what, '{\\"agent\\":\\"X\\"}' in first.recorded) == ("event", True)


async def test_a_prompt_that_was_never_asked_is_named_with_person_and_step(morning: Path) -> None:
    changed = Generative(Templates({"day_plan": "Plan {{ name }}'s day."}))
    first = (await replay_run(morning, cognition=changed)).first_difference
    assert first is not None
    assert first.what == "the prompt 'day_plan'"
    assert first.agent
    assert first.replayed.strip() == f"Plan {first.agent}'s day."
    with open_reader(morning) as reader:
        calls = [
            row for row in reader.calls() if (row.agent, row.step, row.name) == (first.agent, first.step, "day_plan")
        ]
        assert first.recorded == reader.prompt(calls[0].prompt_sha).text


def other(reply: str) -> str:
    """A reply that fits as well and says something else."""
    answer = json.loads(reply)
    return json.dumps(_altered(answer))


def _altered(value: object) -> object:
    match value:
        case str():
            return f"{value} zebra"
        case int():
            return value + 1 if value < 10 else value - 1
        case [first, *rest]:
            return [_altered(first), *rest]
        case dict():
            key = next(iter(value))
            return {**value, key: _altered(value[key])}
    return value
