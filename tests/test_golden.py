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
        state_hash="5621545b3349323954dd4f1146b24faeb90daa72e43fa74f99b4794343c406de",
        calls_hash="8de065fc0f40f849f9f17d5e975ed87bc09f9928239c2075ce81e31bbc643521",
    ),
    GoldenRun(
        "ternholm",
        seed=5,
        days=2,
        settings=RunConfig(profile="economical+joint_dialogue"),
        state_hash="9782c37276afba390b4c66adabcea3679cd5a0e9574818f9b19d35aec7b5fb16",
        calls_hash="44f19527d8a987f32709a93dda5c15aa8a6ca0d2b145bc6737a06015d6af3413",
    ),
    GoldenRun(
        "applegarth",
        seed=7,
        days=0.75,
        settings=RunConfig(profile="paper"),
        state_hash="3c3737dde037cdd5ba0d98d4345453bb9d65258514488b7ad28389a97438d103",
        calls_hash="f60b8e9074cf0766a5f506114ca2fea8663ef72c16618fd374e08fe65514a80f",
    ),
    GoldenRun(
        "applegarth",
        seed=11,
        days=1.5,
        settings=RunConfig(without="reflection"),
        state_hash="18d3156d4af9812bb6ce5af0d34a920f84dda2516560fee230ff7cc6b46420e3",
        calls_hash="973c210ffd8d16078f552fd2c5dd0e2706d58019b3505bdb6e36d4200076879d",
    ),
    # A run of the older, rounded embedder: it recalls what it recalled when vectors were rounded for all.
    GoldenRun(
        "applegarth",
        seed=11,
        days=1.5,
        settings=RunConfig(without="reflection", embedder="hashed-512"),
        state_hash="187a1d78754d786c717aa6882792a2421bf990af5d05391cf0885ad67ff6a480",
        calls_hash="9017af7036eda3a900ac4dce16e06a0fa62635ed66a555a1123587ea506f675b",
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
