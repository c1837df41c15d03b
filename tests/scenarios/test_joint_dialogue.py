"""A town in which every talk of two residents is thought up as a whole."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from townlet.engine.replay import replay_run
from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.runfile.config import RunConfig
from townlet.runfile.event_log import StepLog
from townlet.runfile.files import open_reader
from townlet.town import load_town
from townlet.world.events import Said

from .lives import Life, lived_on
from .test_secrets import pairs_of_words, reached, secrets

JOINTLY = RunConfig(profile="economical+joint_dialogue")
TOWN, DAYS = "applegarth", 0.5
TO_BE_KILLED = """
import asyncio, sys
from pathlib import Path
from townlet.runfile.config import RunConfig
from townlet.engine.simulation import Simulation
from townlet.town import load_town
from townlet.world.events import Said

async def main(path: Path) -> None:
    settings = RunConfig(profile="economical+joint_dialogue")
    async for log in Simulation.start(load_town("applegarth"), path, config=settings).run(0.5):
        for said in log.actions:
            if isinstance(said, Said) and said.number == 2:
                print("in mid-talk", flush=True)
                await asyncio.sleep(3600)

asyncio.run(main(Path(sys.argv[1])))
"""


def lived_jointly(town: str, path: Path, days: float, machinery: RunResources | None = None) -> Life:
    """A run from its start."""
    return asyncio.run(_lived_jointly(town, path, days, machinery))


async def _lived_jointly(town: str, path: Path, days: float, machinery: RunResources | None) -> Life:
    with Simulation.start(load_town(town), path, config=JOINTLY, resources=machinery) as simulation:
        return await lived_on(simulation, days, path)


@pytest.fixture(scope="module")
def whole(runs: Path) -> Life:
    """Half a day that nothing interrupts."""
    return lived_jointly(TOWN, runs / "jointly.townlet", DAYS, RunResources(concurrency=1))


def test_one_thinker_and_thirty_two_have_the_same_talks(whole: Life, tmp_path: Path) -> None:
    assert lived_jointly(TOWN, tmp_path / "many.townlet", DAYS, RunResources(concurrency=32)).hash == whole.hash


def test_a_talk_is_one_call_and_its_lines_are_said_one_a_step_by_turns(whole: Life) -> None:
    with open_reader(whole.path) as run:
        calls = Counter(call.name for call in run.calls())
    talks: dict[str, list[tuple[str, str, int]]] = {}
    for line in whole.record.lines:
        talks.setdefault(line.talk, []).append((line.speaker, line.to, line.step))
    assert calls["joint_dialogue"] == len(talks) > 1
    assert calls["converse"] == calls["farewell"] == 0
    assert calls["after_talk"] == 2 * len(talks)
    for lines in talks.values():
        assert [step - lines[0][2] for *_, step in lines] == list(range(len(lines)))
        assert all(earlier[:2] == later[1::-1] for earlier, later in pairwise(lines))


def test_every_line_rests_on_memories_of_its_own_speaker_and_on_no_others(whole: Life) -> None:
    said = list(whole.record.view.lines_with_memories())
    assert [line for line, _ in said] == list(whole.record.lines)
    assert all(shown for _, shown in said)
    assert {(each.agent, line.speaker) for line, shown in said for each in shown} == {
        (line.speaker, line.speaker) for line, _ in said
    }


async def test_a_run_of_it_can_be_lived_again_from_its_replies(whole: Life) -> None:
    assert (await replay_run(whole.path)).equal


@pytest.mark.parametrize("line", [0, 1, 3])
async def test_a_run_that_is_left_in_mid_talk_goes_on_with_that_talk(whole: Life, tmp_path: Path, line: int) -> None:
    path = tmp_path / "left.townlet"
    with Simulation.start(load_town(TOWN), path, config=JOINTLY) as simulation:
        async for log in simulation.run(DAYS):
            if says(log, line):
                break
    with await Simulation.resume(path) as simulation:
        assert says(await simulation.step(), line + 1)
        assert (await lived_on(simulation, DAYS, path)).hash == whole.hash


def says(log: StepLog, number: int) -> bool:
    return any(isinstance(event, Said) and event.number == number for event in log.actions)


async def test_a_run_that_is_killed_in_mid_talk_is_the_uninterrupted_one(whole: Life, tmp_path: Path) -> None:
    path = tmp_path / "killed.townlet"
    words = [sys.executable, "-c", TO_BE_KILLED, str(path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "in mid-talk\n"
        process.kill()
    with await Simulation.resume(path) as simulation:
        assert (await lived_on(simulation, DAYS, path)).hash == whole.hash


def test_a_secret_does_not_leak_because_two_minds_share_a_prompt(tmp_path: Path) -> None:
    record = lived_jointly("ternholm", tmp_path / "island.townlet", 0.6).record
    kept = list(secrets(record))
    assert kept
    assert record.lines
    for keeper, subject, words in kept:
        heard = [line.text for line in record.lines if line.speaker == keeper and subject in reached(line)]
        assert [text for text in heard if words & pairs_of_words(text)] == []
