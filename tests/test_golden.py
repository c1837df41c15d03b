"""Golden runs: the built-in towns live the same hours, with the same prompts, as they did when the hashes were written.

A hash below changes only on purpose, and the commit that changes it says why. To print the hashes of the code as it
is, run `python tests/test_golden.py`.
"""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from townlet.engine.commands import Arrive, Command, SetState, Tell, Whisper
from townlet.engine.simulation import Simulation
from townlet.runfile import open_reader
from townlet.runfile.config import RunConfig
from townlet.town import load_town


@dataclass(frozen=True)
class GoldenRun:
    """A short offline run, with the hash of all that happened in it and the hash of all that it asked and was told."""

    town: str
    seed: int
    days: float
    settings: RunConfig
    state_hash: str
    calls_hash: str


GOLDEN_RUNS = (
    GoldenRun(
        "smallville",
        seed=3,
        days=0.75,
        settings=RunConfig(),
        state_hash="8a213fb924ad4d0fc40e53a4ea852e60db95b7031baa5ef92a9d8128c9437a0e",
        calls_hash="3635761d60786fb825bca3535797d6258bb76b221a578493e2c4bef041d673b4",
    ),
    GoldenRun(
        "ternholm",
        seed=5,
        days=2,
        settings=RunConfig(profile="economical+joint_dialogue"),
        state_hash="18b4e253612ff71dc51afb0396fc7c2a67333e01253e569cfab99eeb1cbdeaa2",
        calls_hash="1cddf8bb6e9cae48b7083bc9cf9416ee09c24f33cf921a447fce48297475de9d",
    ),
    GoldenRun(
        "applegarth",
        seed=7,
        days=0.75,
        settings=RunConfig(profile="paper"),
        state_hash="6e0b7b42a2fb56159d593a2f0cebe6b0217e97fc56bcb13c56913340a182fa6c",
        calls_hash="5ff86714a380630d80f78f618e3d8aecc6cd32f7fa728948db07a1ff6bf3c75f",
    ),
    GoldenRun(
        "applegarth",
        seed=11,
        days=1.5,
        settings=RunConfig(without="reflection"),
        state_hash="26456635ed70bd73fe8e169efac5562b0b9f240f3f1264591312f364dea2582e",
        calls_hash="ce2d1b40d34c5e1e14be70216daecae991ede90282b726ef03a5d97f8bad3b8d",
    ),
    # A run of the older, rounded embedder: it recalls what it recalled when vectors were rounded for all.
    GoldenRun(
        "applegarth",
        seed=11,
        days=1.5,
        settings=RunConfig(without="reflection", embedder="hashed-512"),
        state_hash="9ddb8d7b113c9cb9f8d82b50944563ce80b8ea8a993fa5275d5c558a8d112764",
        calls_hash="ff927537d3a474d8f7edcb45d557b12ef57429f291e21e860c1b25bff1bef0f8",
    ),
)


@pytest.mark.parametrize("golden", GOLDEN_RUNS, ids=lambda run: f"{run.town}-{run.seed}-{run.settings.embedder}")
def test_a_golden_run_is_the_same_as_ever(golden: GoldenRun, tmp_path: Path) -> None:
    assert hashes_of(golden, tmp_path / "golden.townlet") == (golden.state_hash, golden.calls_hash)


def hashes_of(golden: GoldenRun, path: Path) -> tuple[str, str]:
    """Live the run; return its state hash and the hash of its calls."""
    state_hash = asyncio.run(_live(golden, path))
    digest = hashlib.sha256()
    with open_reader(path) as reader:
        for call in reader.calls():
            key = (call.agent, call.step, call.path, call.attempt, call.name, call.status)
            digest.update(repr((*key, call.prompt_sha, call.reply)).encode())
    return state_hash, digest.hexdigest()


async def _live(golden: GoldenRun, path: Path) -> str:
    """Live the run; a third into it, its people are whispered to, told, visited, and something of theirs breaks."""
    with Simulation.start(load_town(golden.town), path, seed=golden.seed, config=golden.settings) as simulation:
        async for _ in simulation.run(golden.days / 3):
            pass
        for command in _commands(golden.town):
            simulation.order(command)
        async for _ in simulation.run(golden.days):
            pass
        return simulation.finish()


def _commands(town_name: str) -> tuple[Command, ...]:
    """Commands of four kinds, to people and things that the town's own data name."""
    town = load_town(town_name)
    first, second, *_ = (person.name for person in town.people)
    thing = next(iter(town.setting.objects))
    return (
        Whisper(first, "You want to learn to bake bread."),
        Tell(second, "a reporter", "The bridge by the mill is closed until Friday."),
        SetState(thing, "burning"),
        Arrive("Wanda Okafor", next(iter(town.setting.places))),
    )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for number, golden_run in enumerate(GOLDEN_RUNS):
            print(golden_run.town, golden_run.seed, *hashes_of(golden_run, Path(folder) / f"{number}.townlet"))
