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
        state_hash="71f5633c0b4c0626ef1e57d73416d066baf7e2322a41ae907148971f5d527a53",
        calls_hash="81ed522c9696dabad67faa5e5119c68a53d8056f952b916f0319a1e41e49d170",
    ),
    GoldenRun(
        "ternholm",
        seed=5,
        days=2,
        settings=RunConfig(profile="economical+joint_dialogue"),
        state_hash="c35da5b20be11bfa9f93f19aa4361a446a3ac03bcb2efc6f58a26f6e6c20e1ab",
        calls_hash="b540ed30013d1beee99f6937547568aab7c484426449cd61e9bd679417bb7d28",
    ),
    GoldenRun(
        "applegarth",
        seed=7,
        days=0.75,
        settings=RunConfig(profile="paper"),
        state_hash="df6e6bb2d416cee2648148cca4bbdc12a351a174bb072ced59d30ad60eb3711b",
        calls_hash="ad28b0dcb66262da9caa962cce991c9cbc50ea44152a71d7a0e197db8f8039ab",
    ),
    GoldenRun(
        "applegarth",
        seed=11,
        days=1.5,
        settings=RunConfig(without="reflection"),
        state_hash="5a496a62576dac1de6329574189aa20379f68bdc694b5f15e7675af63ed6b879",
        calls_hash="13d8c756ecf5f5de9de208928663541b6be13d28f300f7913063a0f3c1d4846b",
    ),
    # A run of the older, rounded embedder: it recalls what it recalled when vectors were rounded for all.
    GoldenRun(
        "applegarth",
        seed=11,
        days=1.5,
        settings=RunConfig(without="reflection", embedder="hashed-512"),
        state_hash="64f045e8c24cb52bcdd37bd77028be423e9a29d66b13b6795da3110ffbecee54",
        calls_hash="ad7f44163099f88126ac338316086b6a15d3ae7eb2bd006f81f92149e4be6376",
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
