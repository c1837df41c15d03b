"""Whoever thinks ahead changes nothing: the run is the one in which everybody waits for everybody."""

from __future__ import annotations

import asyncio
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from thorough import times
from townlet.cognition.generative import Generative
from townlet.cognition.templates import Templates
from townlet.cognition.thought import Thought
from townlet.engine.ahead.guesses import Guesses
from townlet.engine.ahead.parts import PartEngine
from townlet.engine.ahead.pay_off import PayOff
from townlet.engine.calls.budget import Budget
from townlet.engine.commands import Arrive, SetState, Whisper
from townlet.engine.engine import BegunStep
from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.language.embedder import EmbeddedTexts, EmbedderWrapper
from townlet.language.hashed import HashedEmbedder
from townlet.language.model import BudgetSpent, ModelError, Reply, Request, UnfitAnswer, tokens_of
from townlet.language.pricing import EMBEDDING
from townlet.offline.model import OfflineModel
from townlet.runfile import CallFilter, open_reader
from townlet.town import Town, load_town
from townlet.world.actions import Action, Do
from townlet.world.reach import Reach

MORNING = 0.4
EIGHT = 0.335
"""Soon after eight, when all of a large town are up and many have met."""
ORSOLET = Path(__file__).parents[1] / "towns" / "orsolet"


class Slow:
    """Rules that take their time, which `seed` draws. Of `breaks` calls, the last fails and so do all later ones."""

    name = "slow"

    def __init__(self, seed: int, breaks: int | None = None, slowness: float = 0.002) -> None:
        self._slowness = slowness
        self._rules, self._rng, self._breaks = OfflineModel(1), Random(seed), breaks
        self.asked: list[tuple[int, str, str]] = []
        self.most_at_once = self._now = 0

    async def __call__(self, request: Request) -> Reply:
        self.asked.append((request.priority, request.name, request.text))
        if self._breaks is not None and len(self.asked) >= self._breaks:
            raise UnfitAnswer("it is broken")
        self._now += 1
        self.most_at_once = max(self.most_at_once, self._now)
        await asyncio.sleep(self._rng.random() * self._slowness)
        self._now -= 1
        return await self._rules(request)


async def lived(
    path: Path,
    town: Town,
    model: Slow,
    *,
    days: float = MORNING,
    ahead: bool | None,
    orders: Callable[[Simulation], None] = lambda simulation: None,
    **resources: Any,
) -> Simulation:
    """Run a town, from where its file ends if there is one. Return the simulation, closed."""
    means = RunResources(model=model, ahead=ahead, on_failure="pause", **resources)
    begun = Simulation.start(town, path, resources=means) if not path.exists() else None
    async with begun or await Simulation.resume(path, resources=means) as simulation:
        end = round(days * simulation.engine.state.clock.steps_a_day)
        simulation.end_at(end)
        while simulation.next_step < end:
            orders(simulation)
            await simulation.step()
        simulation.finish()
    return simulation


def rows(path: Path) -> dict[str, Any]:
    """Everything that a run file holds but how long it took."""
    with open_reader(path) as run:
        calls = sorted(
            (row._replace(seconds=0.0) for row in run.calls(CallFilter())),
            key=lambda row: (row.step, row.agent, row.path, row.attempt),
        )
        people = sorted({row.agent for row in calls})
        return {
            "hash": run.stored_hash(),
            "events": [*run.events()],
            "memories": {name: [*run.memories(name)] for name in people},
            "calls": calls,
        }


@pytest.fixture(scope="module")
def in_step(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The rows of a morning in which everybody waits for everybody."""
    path = tmp_path_factory.mktemp("in_step") / "run.townlet"
    asyncio.run(lived(path, load_town("ternholm"), Slow(1), ahead=False))
    return rows(path)


@pytest.mark.parametrize("concurrency", [1, 8, 64])
async def test_a_run_with_people_ahead_is_the_same_to_the_row(
    tmp_path: Path, in_step: dict[str, Any], concurrency: int
) -> None:
    path, model = tmp_path / "run.townlet", Slow(concurrency)
    simulation = await lived(path, load_town("ternholm"), model, ahead=True, concurrency=concurrency)
    assert rows(path) == in_step
    assert simulation.ahead is not None
    assert simulation.ahead.errors == []
    assert model.most_at_once > 1 or concurrency == 1


async def test_guesses_use_free_calls_and_change_nothing(
    tmp_path: Path, in_step: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    made, path = [], tmp_path / "run.townlet"
    make = Guesses.make
    monkeypatch.setattr(Guesses, "make", lambda *given: made.append(given[1]) or make(*given))
    simulation = await lived(path, load_town("ternholm"), Slow(1), ahead=True, guess=True, concurrency=64)
    assert made
    found = rows(path)
    assert all(found[name] == in_step[name] for name in ("hash", "events", "memories"))
    expected, calls = ({call._replace(attempt=0) for call in each["calls"]} for each in (in_step, found))
    assert expected <= calls
    assert len(found["calls"]) <= 1.2 * len(in_step["calls"])
    assert simulation.ahead is not None
    assert simulation.ahead.errors == []


async def test_an_error_of_those_who_live_ahead_does_not_reach_the_run(
    tmp_path: Path, in_step: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    begin, begun = PartEngine.begin, 0

    def broken(engine: PartEngine, *given: Any) -> BegunStep:
        nonlocal begun
        begun += 1
        if begun % 50 == 0:
            raise KeyError("somebody who is not here")
        return begin(engine, *given)

    monkeypatch.setattr(PartEngine, "begin", broken)
    path = tmp_path / "run.townlet"
    await lived(path, load_town("ternholm"), Slow(1), ahead=True, guess=True)
    assert begun > 50
    assert rows(path)["hash"] == in_step["hash"]


class SlowEmbedder(EmbedderWrapper):
    """An embedder that takes its time and counts tokens, as one that costs money does."""

    name, batch_size = "slow", 8

    def __init__(self, seed: int) -> None:
        self.embedder, self._rng, self.asked = HashedEmbedder(), Random(seed), 0

    async def embed_batch(self, texts: Sequence[str]) -> EmbeddedTexts:
        self.asked += 1
        await asyncio.sleep(self._rng.random() / 200)
        return EmbeddedTexts(await self.embedder(texts), sum(map(tokens_of, texts)), self.name)


async def test_every_embedding_that_was_asked_for_ahead_is_kept(tmp_path: Path) -> None:
    found = []
    for ahead in (False, True):
        path, embedder = tmp_path / f"{ahead}.townlet", SlowEmbedder(1)
        await lived(path, load_town("ternholm"), Slow(1), ahead=ahead, embedder=embedder)
        with open_reader(path) as run:
            calls = [row for row in run.calls() if row.name == EMBEDDING]
        assert {row.status for row in calls} == {"answered"}
        assert len(calls) == embedder.asked
        found.append({name: part for name, part in rows(path).items() if name != "calls"})
    assert found[0] == found[1]


@pytest.mark.slow
@pytest.mark.parametrize(("town", "days"), [("smallville", EIGHT), ("applegarth", 1), (str(ORSOLET), MORNING)])
async def test_so_are_other_towns(tmp_path: Path, town: str, days: float) -> None:
    for ahead in (False, True):
        simulation = await lived(tmp_path / f"{ahead}.townlet", load_town(town), Slow(1), days=days, ahead=ahead)
    assert rows(tmp_path / "True.townlet") == rows(tmp_path / "False.townlet")
    assert simulation.ahead is not None
    assert simulation.ahead.errors == []


@pytest.mark.parametrize(
    "steps",
    [
        lambda start, target, most: most,
        lambda start, target, most: 0,
        lambda start, target, most: hash((start, target)) % 50,
    ],
    ids=["nobody ever meets", "everybody always meets", "nonsense"],
)
async def test_a_wrong_idea_of_who_may_meet_whom_costs_calls_and_changes_nothing(
    tmp_path: Path, in_step: dict[str, Any], steps: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Reach, "steps", lambda self, start, target, most: min(steps(start, target, most), most))
    path, model = tmp_path / "run.townlet", Slow(1)
    await lived(path, load_town("ternholm"), model, ahead=True)
    found = rows(path)
    assert (found["hash"], found["events"], found["memories"]) == tuple(
        in_step[name] for name in ("hash", "events", "memories")
    )
    assert len(model.asked) >= len(in_step["calls"])


def order(simulation: Simulation) -> None:
    """Give the commands of a morning on which things happen, and somebody comes."""
    town = simulation.engine.state.town
    names = sorted(person.name for person in town.people)
    match simulation.next_step:
        case 2400:
            stove = next(address for address in town.setting.objects if "stove" in str(address).lower())
            simulation.order(SetState(stove, "burning"))
        case 2501 | 2502:
            simulation.order(Whisper(names[0], f"You should go and see {names[-1]} at once."))
        case 2900:
            simulation.order(Arrive("Ida Falk", next(iter(town.setting.places))))


@pytest.fixture(scope="module")
def ordered_in_step(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The rows of a morning with commands in which everybody waits for everybody."""
    path = tmp_path_factory.mktemp("ordered_in_step") / "run.townlet"
    asyncio.run(lived(path, load_town("ternholm"), Slow(1), ahead=False, orders=order))
    return rows(path)


@pytest.mark.parametrize("guess", [False, True])
async def test_commands_and_visitors_reach_people_who_are_ahead(
    tmp_path: Path, ordered_in_step: dict[str, Any], guess: bool
) -> None:
    path, town = tmp_path / "run.townlet", load_town("ternholm")
    simulation = await lived(path, town, Slow(1), ahead=True, guess=guess, orders=order)
    found = rows(path)
    assert (found["hash"], found["events"]) == (ordered_in_step["hash"], ordered_in_step["events"])
    assert simulation.ahead is not None
    assert simulation.ahead.errors == []
    assert simulation.ahead.begun > 2


@pytest.mark.parametrize(
    ("breaks", "guess"),
    times([(1, True), (40, False), (97, True)], [(at, guess) for at in (1, 40, 97) for guess in (False, True)]),
)
async def test_an_endpoint_that_fails_pauses_the_run_where_it_would_have_and_nothing_is_asked_twice(
    tmp_path: Path, in_step: dict[str, Any], breaks: int, guess: bool
) -> None:
    path, broken, model = tmp_path / "run.townlet", Slow(1, breaks), Slow(2)
    with pytest.raises(ModelError):
        await lived(path, load_town("ternholm"), broken, ahead=True, guess=guess)
    copy = shutil.copy(path, tmp_path / "copy.townlet")
    await lived(path, load_town("ternholm"), model, ahead=True, guess=guess)
    found = rows(path)
    assert (found["hash"], found["events"]) == (in_step["hash"], in_step["events"])
    answered = broken.asked[: breaks - 1]
    assert not {*answered} & {*model.asked}
    await lived(Path(copy), load_town("ternholm"), Slow(3), ahead=False)
    assert rows(Path(copy))["hash"] == in_step["hash"]


async def test_a_budget_pauses_the_run_and_more_of_it_lets_it_go_on(tmp_path: Path, in_step: dict[str, Any]) -> None:
    path = tmp_path / "run.townlet"
    tokens = sum(row.prompt_tokens + row.answer_tokens for row in in_step["calls"])
    with pytest.raises(BudgetSpent):
        await lived(path, load_town("ternholm"), Slow(1), ahead=True, budget=Budget(tokens=tokens // 2))
    with open_reader(path) as run:
        spent = sum(row.prompt_tokens + row.answer_tokens for row in run.calls(CallFilter()))
    assert tokens // 4 < spent <= tokens // 2
    await lived(path, load_town("ternholm"), Slow(2), ahead=True, budget=Budget(tokens=2 * tokens))
    assert rows(path)["hash"] == in_step["hash"]


async def test_whoever_thinks_with_a_clock_is_found_and_named_and_the_run_goes_on(tmp_path: Path) -> None:
    town, thought = load_town("ternholm"), [0]
    generative = Generative(Templates(town.prompts, town.words))

    async def proceed(thinking: Thought) -> Action | None:
        action = await generative.proceed(thinking)
        thought[0] += 1
        return replace(action, doing=f"counting to {thought[0]}") if isinstance(action, Do) else action

    impure = replace(generative, proceed=proceed)
    simulation = await lived(tmp_path / "run.townlet", town, Slow(1), ahead=True, cognition=impure, days=0.35)
    assert simulation.ahead is not None
    assert any(person.name in simulation.ahead.why_given_up for person in town.people)


@pytest.mark.parametrize("always", [False, True])
async def test_a_run_that_thinking_ahead_holds_up_goes_on_in_lock_step_and_says_so(
    tmp_path: Path, in_step: dict[str, Any], always: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("townlet.engine.ahead.pay_off.LEAST_SECONDS", 0.0)
    monkeypatch.setattr("townlet.engine.ahead.pay_off.LEAST_SHARE", 0.0)
    path, town = tmp_path / "run.townlet", load_town("ternholm")
    model = Slow(1, slowness=0.0)
    simulation = await lived(path, town, model, ahead=True if always else None)
    assert rows(path)["hash"] == in_step["hash"]
    assert simulation.ahead is not None
    assert ("took longer than waiting" in simulation.ahead.why_given_up) is not always


def test_thinking_ahead_pays_if_the_run_waits_less_than_for_the_longest_turn_of_each_step() -> None:
    pay_off = PayOff(2, [0.5, 1.5])
    pay_off.note_turns(7, Counter({"Ann": 3, "Bea": 1}))
    pay_off.note_turns(7, Counter({"Cid": 4}))
    pay_off.note_turns(8, Counter({"Ann": 1}))
    pay_off.note_step(7, 0.5)
    pay_off.note_step(8, 0.5)
    assert (pay_off.in_lock_step, pay_off.for_the_rest) == (5.0, 1.0)
    pay_off.ahead = 2.0
    assert (pay_off.speed_up, pay_off.is_a_loss) == (2.0, False)
    pay_off.ahead, pay_off.computing = 5.5, 1.0
    assert not pay_off.is_a_loss, "they waited more than they computed"
    pay_off.computing = 3.0
    assert pay_off.is_a_loss
