from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from townlet.engine.commands import SetState, Whisper
from townlet.engine.simulation import Simulation
from townlet.language.hashed import HashedEmbedder
from townlet.memory.retrieval import retrieve
from townlet.memory.stream import MemoryStream
from townlet.runfile import NoSuchRun
from townlet.runfile.streams import embedded_stream
from townlet.runfile.view import RunView
from townlet.state.run_state import RunState
from townlet.town import load_town

MOMENTS = (1, 2000, 2340, 2600)


def copied(state: RunState) -> RunState:
    """The state as it is now: its parts are values, and only the maps around them change."""
    copy = RunState.__new__(RunState)
    copy.__dict__.update({name: dict(v) if isinstance(v, dict) else v for name, v in vars(state).items()})
    return copy


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[int, RunState]]:
    """A run of the town of four with two commands in it, and its states as they were while it ran."""
    path = tmp_path_factory.mktemp("runs") / "lived.townlet"
    return path, asyncio.run(_live(path))


async def _live(path: Path) -> dict[int, RunState]:
    states: dict[int, RunState] = {}
    with Simulation.start(load_town("applegarth"), path) as simulation:
        while simulation.next_step < MOMENTS[-1]:
            if simulation.next_step == 2100:
                town = simulation.engine.state.town
                simulation.order(Whisper(town.people[0].name, "You are going to learn the flute."))
                simulation.order(SetState(next(iter(town.setting.objects)), "painted blue"))
            await simulation.step()
            if simulation.next_step in MOMENTS:
                states[simulation.next_step] = copied(simulation.engine.state)
        simulation.finish()
    return states


def accesses(stream: MemoryStream) -> list[object]:
    return [(memory, stream.last_access(memory.id)) for memory in stream]


@pytest.mark.parametrize("step", MOMENTS)
def test_a_moment_looks_as_it_was_when_it_was_lived(lived: tuple[Path, dict[int, RunState]], step: int) -> None:
    path, states = lived
    then, seen = states[step], RunView(path).state_at(step)
    assert seen.world == then.world
    assert seen.agents == then.agents
    assert seen.notices == then.notices
    assert seen.embodied == then.embodied
    assert {name: accesses(stream) for name, stream in seen.streams.items()} == {
        name: accesses(stream) for name, stream in then.streams.items()
    }


def test_with_vectors_memories_rank_as_they_did(lived: tuple[Path, dict[int, RunState]]) -> None:
    path, states = lived
    embedder = HashedEmbedder()
    query = embedder.embed(["the picnic on the green"])[0]
    for name, then in states[2600].streams.items():
        stream = asyncio.run(embedded_stream(RunView(path).state_at(2600).streams[name], embedder))
        assert retrieve(stream, query, top=20) == retrieve(then, query, top=20)


def test_nobody_remembers_nothing() -> None:
    assert len(asyncio.run(embedded_stream(MemoryStream(1), HashedEmbedder()))) == 0


def test_a_run_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoSuchRun):
        RunView(tmp_path / "none.townlet").state_at(1)
