"""The world and the minds of a run as they were at any moment of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from measures.made import ADA, BED, BRAM, GREEN, HOUR, KITCHEN, MadeRun
from townlet.memory.record import MemoryId
from townlet.runfile import RunLocked, RunReader
from townlet.runfile.history import RecordedMinds, WorldHistory, read_world_rows
from townlet.runfile.view import RunView
from townlet.state.events import MindChanged
from townlet.world.events import Said

UNTIL = 4 * HOUR


def lived(path: Path) -> tuple[Path, WorldHistory]:
    """Ada is in bed, goes to the kitchen at one and to the green at three, and tells Bram so; she plans twice."""
    made = MadeRun(ADA, BRAM)
    made.does(0, ADA, "sleeping", BED, asleep=True)
    made.does(HOUR, ADA, "baking", KITCHEN)
    made.plans(HOUR, ADA)
    made.remembers(HOUR, ADA, "The stove is hot.")
    made.plans(2 * HOUR, ADA, 1, "the stove is hot")
    made.remembers(2 * HOUR, ADA, "I bake.", "done")
    made.recalls(2 * HOUR, ADA, made.remembers(0, ADA, "I was born here.", "seed"))
    made.says(3 * HOUR, ADA, BRAM, "I am off to the green.")
    made.does(3 * HOUR + 5, ADA, "strolling", GREEN)
    run = made.write(path / "made.townlet", UNTIL - 1)
    return run, RunView(run).history


def test_the_world_stands_as_it_did_when_a_step_began(tmp_path: Path) -> None:
    _, past = lived(tmp_path)
    doing = {step: past.at(step).world.bodies[ADA].activity.doing for step in (1, HOUR, HOUR + 1, 3 * HOUR + 6, UNTIL)}
    assert doing == {1: "sleeping", HOUR: "sleeping", HOUR + 1: "baking", 3 * HOUR + 6: "strolling", UNTIL: "strolling"}
    assert list(past.at(3 * HOUR + 1).world.talks) == [f"{3 * HOUR}-{ADA}"]
    assert past.at(3 * HOUR).world.talks == {}
    with pytest.raises(ValueError, match="expected 0 to"):
        past.at(UNTIL + 1)


def test_every_moment_is_that_which_living_through_the_run_comes_to(tmp_path: Path) -> None:
    _, past = lived(tmp_path)
    for step, world in past.worlds():
        if step % 60 == 0:
            assert past.at(step).world == world


def test_events_are_found_between_two_steps(tmp_path: Path) -> None:
    _, past = lived(tmp_path)
    assert {happened.step for happened in past.between(HOUR, 3 * HOUR)} >= {HOUR}
    assert all(HOUR <= happened.step < 3 * HOUR for happened in past.between(HOUR, 3 * HOUR))
    assert [type(each.event).__name__ for each in past.between(3 * HOUR, 3 * HOUR + 1)] == ["Said"]
    assert [each.event.text for each in past.spoken() if isinstance(each.event, Said)] == ["I am off to the green."]


def test_a_mind_is_as_it_was_when_a_step_began(tmp_path: Path) -> None:
    minds = RecordedMinds(*lived(tmp_path))
    assert [minds.agent(ADA, step).plan.revision for step in (2 * HOUR, 2 * HOUR + 1, UNTIL)] == [0, 1, 1]
    assert [minds.agent(ADA, step).plan.made for step in (HOUR, HOUR + 1)] == [0, HOUR]
    assert [memory.text for memory in minds.memories(ADA, 2 * HOUR)] == ["I was born here.", "The stove is hot."]
    with pytest.raises(KeyError):
        minds.agent("Nobody", HOUR)


def test_what_was_recalled_is_accessed_from_the_next_step_on(tmp_path: Path) -> None:
    minds = RecordedMinds(*lived(tmp_path))
    before, after = (minds.stream(ADA, step) for step in (2 * HOUR, 2 * HOUR + 1))
    born = minds.memories(ADA, HOUR)[0]
    assert [each.id for each in (before[0], after[0])] == [born.id, born.id]
    assert before.recency[0] == min(before.recency), "nobody has thought of it since"
    assert after.recency[0] == max(after.recency)


def test_a_night_that_is_read_at_once_can_be_looked_at_hour_by_hour(tmp_path: Path) -> None:
    """Whoever follows a run that another process writes may find many hours of it at once, with a midnight in them."""
    made = MadeRun(ADA, BRAM)
    made.does(20 * HOUR, ADA, "sleeping", BED, asleep=True)
    made.does(29 * HOUR, ADA, "baking", KITCHEN)
    view = RunView(made.write(tmp_path / "made.townlet", 30 * HOUR - 1))
    past = WorldHistory(view.path, view.town, view.clock)
    with view.reader() as reader:
        past.read(reader, 21 * HOUR)
        for row in read_world_rows(reader, 21 * HOUR, view.until):
            past.add(row)
    past.reach(view.until)
    for step in range(0, view.until, HOUR // 2):
        assert past.at(step) == view.history.at(step)


@pytest.mark.parametrize("fails", ["memories", "recalls"])
def test_a_mind_that_could_not_be_read_is_read_whole_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    """The process that writes a run may lock its file between two queries."""
    path, past = lived(tmp_path)
    minds, expected = RecordedMinds(path, past), RecordedMinds(path, past).of(ADA)
    works = getattr(RunReader, fails)

    def is_locked(*asked: Any, **more: Any) -> Iterator[Any]:
        yield from list(works(*asked, **more))[:1]
        raise RunLocked("in use")

    with monkeypatch.context() as patched:
        patched.setattr(RunReader, fails, is_locked)
        with pytest.raises(RunLocked):
            minds.of(ADA)
    assert minds.of(ADA) == expected


def test_what_an_experiment_took_away_is_remembered_up_to_that_moment_and_not_after_it(tmp_path: Path) -> None:
    made = MadeRun(ADA, BRAM)
    taken, kept = (made.remembers(HOUR, ADA, text) for text in ("The stove is hot.", "The bread is done."))
    made.log(2 * HOUR).commands.append(MindChanged(ADA, forgotten=(taken,)))
    minds = RunView(made.write(tmp_path / "made.townlet", UNTIL - 1)).minds
    assert [memory.id for memory in minds.memories(ADA, 2 * HOUR)] == [taken, kept]
    assert [memory.id for memory in minds.memories(ADA, 2 * HOUR + 1)] == [kept]
    assert [memory.id for memory in minds.stream(ADA, UNTIL)] == [kept]


@pytest.mark.parametrize("missing", [MemoryId(ADA, HOUR, 7), MemoryId(ADA, UNTIL, 0), MemoryId("Nobody", 0, 0)])
def test_a_memory_is_found_by_its_id_and_one_that_nobody_has_is_not(tmp_path: Path, missing: MemoryId) -> None:
    minds = RecordedMinds(*lived(tmp_path))
    assert minds.memory(MemoryId(ADA, 2 * HOUR, 0)).text == "I bake."
    with pytest.raises(KeyError):
        minds.memory(missing)
