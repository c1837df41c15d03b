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
        state_hash="6debae9bb5e1f9e8254ef664ad3e26a529d0d6df95158b65bf89dec9802eb32e",
        calls_hash="ec886ee22b37bad2d27b6a193a6b2074021651b4975df1d202fab8994ab1a88b",
    ),
    GoldenRun(
        "ternholm",
        seed=5,
        days=2,
        settings=RunConfig(profile="economical+joint_dialogue"),
        state_hash="7ade5d4398cdf714f9bdee4896421f9300e9dcf9da7f6d23e3460bb641024985",
        calls_hash="ac16ce12aaf4ad1d6a9830dd5b4d7f2941d64ccb1eceb407699c409a25a37698",
    ),
    GoldenRun(
        "applegarth",
        seed=7,
        days=0.75,
        settings=RunConfig(profile="paper"),
        state_hash="89482b5ed5578246cf058214cee6ce71995afda9597cfad3cf0385a0460bb605",
        calls_hash="1f6c920da418555d5668bca20e72ecbe47ad693d9d7c2bf239e042d74409ef30",
    ),
    GoldenRun(
        "applegarth",
        seed=11,
        days=1.5,
        settings=RunConfig(without="reflection"),
        state_hash="a36e6d64155054f2557ff951fbd72cfff8455c906f0c682e670c7d316b0f576d",
        calls_hash="88ef8021c11fdfb6641903b163174c453b9370561b66adfacab411162e243328",
    ),
    # A run of the older, rounded embedder: it recalls what it recalled when vectors were rounded for all.
    GoldenRun(
        "applegarth",
        seed=11,
        days=1.5,
        settings=RunConfig(without="reflection", embedder="hashed-512"),
        state_hash="24a4027fbe1b2acd55566082d3a8ab86b5d1447d2a9db303825ac2297e535522",
        calls_hash="fa07617bf1f5446945607a98282b37caeb72a88b30ad044b626f99da7791535a",
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
