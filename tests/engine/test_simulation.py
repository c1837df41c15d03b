"""Runs: equal whatever computes them, gone on with after every kind of stop, extended and forked."""

import asyncio
import os
import subprocess
import sys
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from townlet.engine.commands import SetState, Whisper
from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.language.model import ModelError, Request
from townlet.offline.model import OfflineModel
from townlet.runfile import fork_run, open_reader
from townlet.testing import FunctionModel
from townlet.town import TownError, load_town, town_from_files
from townlet.world.events import StateChanged, Whispered

from .village import hash_of, live, resumed_hash

DAYS = 0.3
SCRIPT = """
import asyncio, sys
from pathlib import Path
from townlet.engine.simulation import Simulation
from townlet.town import load_town

async def main() -> None:
    with Simulation.start(load_town("applegarth"), Path(sys.argv[1])) as simulation:
        async for _ in simulation.run(0.3):
            pass
        print(simulation.finish())

asyncio.run(main())
"""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """An uninterrupted run of the starter town, and its state hash."""
    path = tmp_path_factory.mktemp("whole") / "whole.townlet"
    return path, asyncio.run(hash_of(path, DAYS))


def shuffled(every: int) -> FunctionModel:
    """The offline model with replies that are held up for a varying number of turns of the event loop."""
    offline, number = OfflineModel(1), count()

    async def answer(request: Request) -> str:
        for _ in range(next(number) * 7 % every):
            await asyncio.sleep(0)
        return (await offline(request)).text

    return FunctionModel(answer)


@pytest.mark.parametrize(("concurrency", "every"), [(1, 1), (32, 11), (3, 5)])
async def test_neither_concurrency_nor_the_order_of_replies_changes_what_happens(
    tmp_path: Path, whole: tuple[Path, str], concurrency: int, every: int
) -> None:
    machinery = RunResources(shuffled(every), concurrency=concurrency)
    assert await hash_of(tmp_path / "run.townlet", DAYS, machinery) == whole[1]


async def test_another_seed_is_another_run(tmp_path: Path, whole: tuple[Path, str]) -> None:
    assert await hash_of(tmp_path / "run.townlet", DAYS, seed=2) != whole[1]


def test_the_hash_seed_of_the_interpreter_does_not_matter(tmp_path: Path, whole: tuple[Path, str]) -> None:
    printed = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path / "run.townlet")],
        env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    assert printed.split() == [whole[1]]


async def test_a_run_broken_off_and_gone_on_with_is_the_uninterrupted_one(
    tmp_path: Path, whole: tuple[Path, str]
) -> None:
    path = tmp_path / "run.townlet"
    with Simulation.start(load_town("applegarth"), path) as simulation:
        await live(simulation.run(0.1))
    for days in (0.2, 0.25):
        with await Simulation.resume(path) as simulation:
            await live(simulation.run(days))
    assert await resumed_hash(path, DAYS) == whole[1]


async def test_a_finished_run_can_be_extended(tmp_path: Path, whole: tuple[Path, str]) -> None:
    path = tmp_path / "run.townlet"
    await hash_of(path, 0.25)
    assert await resumed_hash(path, DAYS) == whole[1]


async def test_a_run_can_be_finished_at_a_step_in_which_something_happened(tmp_path: Path) -> None:
    path = tmp_path / "run.townlet"
    with Simulation.start(load_town("applegarth"), path) as simulation:
        await simulation.step()
        assert simulation.finish() == simulation.finish()


async def test_a_run_closed_before_its_first_step_has_its_people_when_it_is_gone_on_with(tmp_path: Path) -> None:
    Simulation.start(load_town("applegarth"), tmp_path / "a.townlet").close()
    assert await resumed_hash(tmp_path / "a.townlet", 0.01) == await hash_of(tmp_path / "b.townlet", 0.01)


@pytest.mark.parametrize("at_step", [0, 1, 1700, 2200])
async def test_a_fork_goes_on_as_its_source_did(tmp_path: Path, whole: tuple[Path, str], at_step: int) -> None:
    path = tmp_path / "fork.townlet"
    fork_run(whole[0], at_step, path)
    assert await resumed_hash(path, DAYS) == whole[1]


async def test_a_fork_with_another_command_equals_its_source_until_then(
    tmp_path: Path, whole: tuple[Path, str]
) -> None:
    path = tmp_path / "fork.townlet"
    fork_run(whole[0], 2200, path)
    with await Simulation.resume(path) as simulation:
        simulation.order(Whisper("Nell Hart", "You will bake a pie for the king."))
        await live(simulation.run(DAYS))
        assert simulation.finish() != whole[1]
    with open_reader(path) as forked, open_reader(whole[0]) as source:
        assert list(forked.events(to_step=2199)) == list(source.events(to_step=2199))
        assert list(forked.memories(until_step=2199)) == list(source.memories(until_step=2199))


def test_a_town_that_was_changed_after_it_was_read_is_refused_before_a_file_exists(tmp_path: Path) -> None:
    town = load_town("applegarth")
    changed = replace(town, people=town.people[1:])
    with pytest.raises(TownError, match="changed after it was read; change its files"):
        Simulation.start(changed, tmp_path / "run.townlet")
    assert not [*tmp_path.iterdir()]


async def test_what_studies_follow_does_not_change_what_happens(tmp_path: Path, whole: tuple[Path, str]) -> None:
    files = {name: data for name, data in load_town("applegarth").files.items() if name != "facts.toml"}
    with Simulation.start(town_from_files(files), tmp_path / "run.townlet") as simulation:
        await live(simulation.run(DAYS))
        assert simulation.finish() == whole[1]


async def test_a_file_holds_all_that_a_run_in_memory_does(whole: tuple[Path, str]) -> None:
    simulation = Simulation.start(load_town("applegarth"))
    await live(simulation.run(DAYS))
    again = await Simulation.resume(whole[0])
    try:
        for part in ("world", "agents", "notices", "embodied", "visitors"):
            assert getattr(again.engine.state, part) == getattr(simulation.engine.state, part)
        for watched in ("_people", "_odd_objects", "walking"):
            assert getattr(again.engine.scheduler, watched) == getattr(simulation.engine.scheduler, watched)
        for name, stream in simulation.engine.state.streams.items():
            other = again.engine.state.streams[name]
            assert list(stream) == list(other)
            assert [stream.last_access(each.id) for each in stream] == [other.last_access(each.id) for each in other]
    finally:
        again.close()


class Failing:
    """The offline model, which fails at some of its calls."""

    name = "failing"

    def __init__(self, *at: int) -> None:
        self.offline, self.at, self.number = OfflineModel(1), at, count()

    async def __call__(self, request: Request):  # type: ignore[no-untyped-def]
        if next(self.number) in self.at:
            raise ModelError("The endpoint is away; try again later.")
        return await self.offline(request)


async def test_after_a_failure_of_the_model_the_same_step_is_thought_again(
    tmp_path: Path, whole: tuple[Path, str]
) -> None:
    failures = 0
    with Simulation.start(
        load_town("applegarth"), tmp_path / "run.townlet", resources=RunResources(Failing(0, 5, 20, 33))
    ) as simulation:
        while simulation.next_step < 2592:
            step = simulation.next_step
            try:
                assert (await simulation.step()).step == step
            except ModelError:
                failures += 1
                assert simulation.next_step == step
        assert simulation.finish() == whole[1]
    assert failures >= 3


async def test_replies_had_before_a_failure_are_not_asked_for_again(tmp_path: Path) -> None:
    path, offline = tmp_path / "run.townlet", OfflineModel(1)
    away = True

    async def answer(request: Request) -> str:
        if away and request.name == "hour_plan":
            raise ModelError("The endpoint is away; try again later.")
        return (await offline(request)).text

    first, again, other = FunctionModel(answer), FunctionModel(answer), FunctionModel(answer)
    with (
        Simulation.start(load_town("applegarth"), path, resources=RunResources(first)) as simulation,
        pytest.raises(ModelError),
    ):
        await live(simulation.run(DAYS))
    away = False
    resumed = await resumed_hash(path, DAYS, RunResources(again))
    assert await hash_of(tmp_path / "whole.townlet", DAYS, RunResources(other)) == resumed
    failed = [request for request in first.requests if request.name == "hour_plan"]
    assert len(first.requests) - len(failed) + len(again.requests) == len(other.requests)


async def test_commands_given_in_idle_steps_are_taken_up_after_a_stop(tmp_path: Path) -> None:
    path = tmp_path / "run.townlet"
    town = load_town("applegarth")
    bed = town.people[0].bed
    with Simulation.start(town, path) as simulation:
        await live(simulation.run(0.05))
        while simulation.next_step % 60 != 30:
            await simulation.step()
        simulation.order(SetState(bed, "on fire"))
        simulation.order(Whisper("Nell Hart", "Wake up."))
        ordered = simulation.next_step
    with await Simulation.resume(path) as simulation:
        assert simulation.next_step == ordered
        log = await simulation.step()
        assert log.commands == [StateChanged(bed, "on fire"), Whispered("Nell Hart", "Wake up.")]
        assert simulation.engine.state.world.objects[bed].state == "on fire"
    with open_reader(path) as run:
        assert [row.step for row in run.events() if row.kind == "StateChanged"] == [ordered]


async def test_a_run_in_memory_has_no_hash() -> None:
    with pytest.raises(ValueError, match="start it with a path"):
        Simulation.start(load_town("applegarth")).finish()
