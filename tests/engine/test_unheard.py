"""A line, a sight or a memory that one person does not take in: that person has nothing of it, and all else stays."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from townlet.cognition.missed import without_missed
from townlet.cognition.wording import doing_sentence, state_sentence
from townlet.engine.commands import Command, CommandRefused, Forget, Unheard, Unseen, command_from_json
from townlet.engine.simulation import Simulation
from townlet.memory.record import MemoryId
from townlet.runfile import fork_run
from townlet.runfile.traces import SpokenLine
from townlet.runfile.view import RunView
from townlet.state.encoding import encode
from townlet.town import load_town
from townlet.world.events import Announced
from townlet.world.view import view_of

END = 2760
"""Twenty to eight in the morning."""


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A morning with two talks."""
    path = tmp_path_factory.mktemp("runs") / "morning.townlet"
    with Simulation.start(load_town("applegarth"), path, seed=2) as simulation:
        asyncio.run(live_on(simulation))
    return path


async def live_on(simulation: Simulation) -> str:
    while simulation.next_step < END:
        await simulation.step()
    return simulation.finish()


async def relived(past: Path, step: int, out: Path, *commands: Command) -> RunView:
    """The same past with other commands at a step."""
    fork_run(past, step, out)
    with await Simulation.resume(out) as simulation:
        for command in commands:
            simulation.order(command)
        await live_on(simulation)
    return RunView(out)


def first_line(view: RunView, number: int = 0) -> SpokenLine:
    return next(line for line in view.lines() if line.number == number)


def heard(view: RunView, person: str, utterance: str) -> list[str]:
    return [each.text for each in view.memories(person) if each.utterance == utterance]


def prompts_of(view: RunView, person: str, since: int) -> str:
    with view.reader() as reader:
        return "\n".join(
            reader.prompt(call.prompt_sha).text for call in view.calls() if call.agent == person and call.step >= since
        )


def rows(view: RunView, until: int) -> Sequence[object]:
    return [row for row in view.events() if row.step < until]


async def test_a_fork_in_which_nothing_is_silenced_is_the_run(lived: Path, tmp_path: Path) -> None:
    view = RunView(lived)
    line = first_line(view)
    again = await relived(lived, line.step + 1, tmp_path / "again.townlet")
    assert again.state_hash() == view.state_hash()


@pytest.mark.parametrize("number", [0, 2, 5])
async def test_who_does_not_hear_a_line_has_nothing_of_it(lived: Path, tmp_path: Path, number: int) -> None:
    view = RunView(lived)
    line = first_line(view, number)
    assert heard(view, line.to, line.utterance)
    other = await relived(lived, line.step + 1, tmp_path / "other.townlet", Unheard(line.to, line.talk, line.number))
    assert not heard(other, line.to, line.utterance)
    assert heard(other, line.speaker, line.utterance) == heard(view, line.speaker, line.utterance)
    assert line.text not in prompts_of(other, line.to, line.step + 1)
    assert rows(other, line.step + 1) == rows(view, line.step + 1)
    assert other.state_hash() != view.state_hash()
    # A later line keeps its own place, and so its own id.
    ids = {each.utterance for each in other.lines()}
    assert {each.utterance for each in other.memories(line.to) if each.utterance} <= ids


async def test_a_run_that_is_stopped_after_it_goes_on_without_the_line(lived: Path, tmp_path: Path) -> None:
    line = first_line(RunView(lived))
    order = Unheard(line.to, line.talk, line.number)
    whole = await relived(lived, line.step + 1, tmp_path / "whole.townlet", order)
    again = await relived(tmp_path / "whole.townlet", line.step + 2, tmp_path / "again.townlet")
    assert again.state_hash() == whole.state_hash()


async def test_what_is_outside_of_the_line_s_reach_stays_as_it_was(lived: Path, tmp_path: Path) -> None:
    """Nell's talk with Owen ends before Bea has seen either of them."""
    view = RunView(lived)
    line = first_line(view)
    away = [name for name in view.residents if name not in (line.speaker, line.to)]
    other = await relived(lived, line.step + 1, tmp_path / "other.townlet", Unheard(line.to, line.talk, line.number))
    until = first_line(view, 5).step
    for name in away:
        before, after = (
            [row for row in each.events() if row.agent == name and row.step < until] for each in (view, other)
        )
        assert before == after


async def test_a_memory_is_forgotten_by_its_id(lived: Path, tmp_path: Path) -> None:
    view = RunView(lived)
    line = first_line(view)
    [memory] = [each for each in view.memories(line.to) if each.utterance == line.utterance]
    step = memory.id.step + 1
    other = await relived(lived, step, tmp_path / "other.townlet", Forget(line.to, memory=memory.id))
    gone = other.state_at(END).agents[line.to].forgotten
    assert gone == (memory.id,)


async def test_a_sight_that_is_not_seen_is_not_remembered(lived: Path, tmp_path: Path) -> None:
    view = RunView(lived)
    seen = next(each for name in view.residents for each in view.memories(name) if is_sight_of_a_person(each, view))
    who, step = seen.id.agent, seen.id.step
    noticed = max(0, step - 60)
    other = await relived(lived, noticed, tmp_path / "other.townlet", Unseen(who, seen.text))
    assert seen.text not in {each.text for each in other.memories(who)}
    assert rows(other, noticed) == rows(view, noticed)


def is_sight_of_a_person(memory: object, view: RunView) -> bool:
    text, source = getattr(memory, "text"), getattr(memory, "source")  # noqa: B009
    return source == "seen" and any(text.startswith(f"{name} is ") for name in view.residents)


def test_a_view_loses_people_things_and_announcements(lived: Path) -> None:
    view = RunView(lived)
    step = first_line(view).step
    state, name = view.state_at(step), first_line(view).to
    seen = view_of(state.terrain, state.world, name, step)
    person, thing = seen.people[0], seen.things[0]
    told = replace(seen, notices=(Announced(thing.address, "The shop closes.", (name,)),))
    missed = {doing_sentence(person.name, person.doing), state_sentence(thing.address, thing.state), "The shop closes."}
    left = without_missed(told, missed)
    assert person not in left.people
    assert thing not in left.things
    assert not left.notices
    assert without_missed(told, ()) is told


async def test_what_cannot_be_missed_is_refused(lived: Path, tmp_path: Path) -> None:
    line = first_line(RunView(lived))
    fork_run(lived, line.step + 1, tmp_path / "fork.townlet")
    with await Simulation.resume(tmp_path / "fork.townlet") as simulation:
        for command, says in (
            (Unheard("Nobody", line.talk, 0), "Nobody here is called"),
            (Unheard(line.to, line.talk, 7), "has been spoken"),
            (Unheard(line.to, "no-talk", 0), "has been spoken"),
            (Unheard(line.speaker, line.talk, 0), f"it was heard by {line.to}"),
            (Unseen(line.to, " "), "The text is empty"),
        ):
            with pytest.raises(CommandRefused, match=says):
                simulation.order(command)


@pytest.mark.parametrize(
    "command",
    [Unheard("Ann", "12-Bo", 3), Unseen("Ann", "Bo is asleep."), Forget("Ann", memory=MemoryId("Ann", 12, 1))],
)
def test_an_intervention_can_be_sent_as_json(command: Command) -> None:
    assert command_from_json({"command": type(command).__name__, **encode(command)}) == command
