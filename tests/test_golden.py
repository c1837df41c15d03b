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
        state_hash="2a954969d67387210373f1a31fce697095cdd7176b9b73dbf1ac689eaf7579ca",
        calls_hash="c6baa65f7d62352bfc824281a91ab6e84d6d2f8401cb445feda18917925ef1c8",
    ),
    GoldenRun(
        "ternholm",
        seed=5,
        days=2,
        settings=RunConfig(profile="economical+joint_dialogue"),
        state_hash="4825f375537a6503cc8bbc6d6e95a61e5a38b1bf6214ff649c37fb6b77f238ef",
        calls_hash="c5e0647d0d0d7cfe0c98fca6886198271877469b1019f75d924ecfebdbb47e66",
    ),
    GoldenRun(
        "applegarth",
        seed=7,
        days=0.75,
        settings=RunConfig(profile="paper"),
        state_hash="1aa678ffc7e0154811685eaf22d1b99a77c7f6166b70862f6cde0dd67509dbff",
        calls_hash="6faba2eff23f964f428bfbf15f03133b9ca97f2f56d19a2f0c8da65e3042f89e",
    ),
    GoldenRun(
        "applegarth",
        seed=11,
        days=1.5,
        settings=RunConfig(without="reflection"),
        state_hash="0df64c241fb4cadf8baee76fb3f575fd968694ad995bd5d330bf7f8e94b3f00a",
        calls_hash="246c5ae9f959eaebf95eb7f7c0e52d9766cdab58409ecf918b118f35600a97d8",
    ),
    # A run of the older, rounded embedder: it recalls what it recalled when vectors were rounded for all.
    GoldenRun(
        "applegarth",
        seed=11,
        days=1.5,
        settings=RunConfig(without="reflection", embedder="hashed-512"),
        state_hash="2b78bc35422a7669c7937461419b4be5b621ffe5e380c69f667535d07224a2a0",
        calls_hash="e335ff2facb60d3e54704bc7e86d2da12b6f28551c62282110d70f659a2b0002",
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
