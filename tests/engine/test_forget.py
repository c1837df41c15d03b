"""A memory taken away is gone from the mind and from every reading of it, and stays on record."""

import asyncio
import json
from pathlib import Path

import pytest

from townlet.engine.commands import CommandRefused, Forget
from townlet.engine.simulation import Simulation
from townlet.runfile import fork_run
from townlet.runfile.view import RunView
from townlet.town import load_town

WHO, ABOUT = "Nell Hart", "picnic"
AT, END = 2400, 2700
"""20 minutes to seven in the morning, and half past seven."""


def texts(stream: object) -> list[str]:
    return [memory.text for memory in stream]  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A morning on which Nell Hart forgets the picnic, and its hash."""
    path = tmp_path_factory.mktemp("runs") / "forgotten.townlet"
    with Simulation.start(load_town("applegarth"), path, seed=2) as simulation:
        return path, _forgotten(simulation)


def _forgotten(simulation: Simulation) -> str:
    async def live() -> str:
        while simulation.next_step < END:
            if simulation.next_step == AT:
                simulation.order(Forget(WHO, ABOUT.upper()))
            await simulation.step()
        return simulation.finish()

    return asyncio.run(live())


def test_the_mind_does_not_hold_it_any_more_and_nobody_else_loses_anything(lived: tuple[Path, str]) -> None:
    view = RunView(lived[0])
    before, after = view.state_at(AT), view.state_at(AT + 1)
    assert any(ABOUT in text for text in texts(before.streams[WHO]))
    assert not any(ABOUT in text for text in texts(after.streams[WHO]))
    assert len(after.agents[WHO].forgotten) == sum(ABOUT in text for text in texts(before.streams[WHO]))
    assert texts(before.streams["Owen Hart"]) == texts(after.streams["Owen Hart"])[: len(before.streams["Owen Hart"])]


def test_it_is_on_record_and_shown_to_whoever_looks_at_an_earlier_moment(lived: tuple[Path, str]) -> None:
    view = RunView(lived[0])
    assert any(ABOUT in memory.text for memory in view.memories(WHO))
    assert any(ABOUT in memory.text for memory in view.minds.memories(WHO, AT))
    assert not any(ABOUT in memory.text for memory in view.minds.memories(WHO, AT + 1))
    assert texts(view.minds.stream(WHO, END)) == texts(view.state_at(END).streams[WHO])


def test_no_later_prompt_of_theirs_recalls_it(lived: tuple[Path, str]) -> None:
    with RunView(lived[0]).reader() as reader:
        forgotten = {each for row in reader.recalls(until_step=AT - 1, agent=WHO) for each in row.memories}
        later = {each for row in reader.recalls(agent=WHO, from_step=AT) for each in row.memories}
    gone = set(RunView(lived[0]).state_at(AT + 1).agents[WHO].forgotten)
    assert gone & forgotten
    assert not gone & later


@pytest.mark.parametrize("step", [AT, AT + 1, AT + 100])
async def test_a_fork_of_any_moment_lives_on_to_the_same_end(
    lived: tuple[Path, str], step: int, tmp_path: Path
) -> None:
    fork = tmp_path / "fork.townlet"
    fork_run(lived[0], step, fork)
    with await Simulation.resume(fork) as simulation:
        while simulation.next_step < END:
            if simulation.next_step == AT == step:
                simulation.order(Forget(WHO, ABOUT))
            await simulation.step()
        assert simulation.finish() == lived[1]


async def test_who_remembers_nothing_of_it_loses_nothing(lived: tuple[Path, str], tmp_path: Path) -> None:
    fork = tmp_path / "fork.townlet"
    fork_run(lived[0], AT, fork)
    with await Simulation.resume(fork) as simulation:
        simulation.order(Forget(WHO, "the moons of Jupiter"))
        assert (await simulation.step()).commands == []
        for agent, about, says in (("Nobody", "rain", "Nobody here"), (WHO, "  ", "The text is empty")):
            with pytest.raises(CommandRefused, match=says):
                simulation.order(Forget(agent, about))


def test_the_event_names_the_memories(lived: tuple[Path, str]) -> None:
    with RunView(lived[0]).reader() as reader:
        [row] = [row for row in reader.events(AT, AT, WHO, phase=0) if row.kind == "MindChanged"]
    assert json.loads(row.data)["forgotten"]
