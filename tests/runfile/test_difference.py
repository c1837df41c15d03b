"""The first row in which two runs differ."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from townlet.memory.record import Memory, MemoryId
from townlet.runfile import EventRow, RecallRow, RunHeader, RunReader, create_run, first_difference

HEADER = RunHeader("0", "Otterby", "d1ge57", 1, datetime(2031, 4, 7), 10)


def event(step: int, data: str = "{}", place: int = 0) -> EventRow:
    return EventRow(step, 1, "", place, "Acted", data)


def memory(agent: str, step: int, text: str) -> Memory:
    return Memory(MemoryId(agent, step, 0), "observation", text, datetime(2031, 4, 7), 3, "seen")


def written(path: Path, *steps: tuple[int, list[EventRow], list[Memory]]) -> RunReader:
    writer = create_run(path, HEADER, {})
    for step, events, memories in steps:
        recalls = [RecallRow(step, each.id.agent, (each.id,)) for each in memories]
        writer.commit_step(step, events, memories, recalls)
    return writer


def test_equal_runs_have_none(tmp_path: Path) -> None:
    steps = [(0, [event(0)], [memory("Ann", 0, "rain")]), (3, [event(3)], [])]
    with written(tmp_path / "a", *steps) as one, written(tmp_path / "b", *steps) as other:
        assert first_difference(one, other, 3) is None


def test_the_earliest_step_counts_whatever_the_table(tmp_path: Path) -> None:
    with (
        written(tmp_path / "a", (0, [], [memory("Bo", 0, "rain")]), (1, [event(1)], [])) as one,
        written(tmp_path / "b", (0, [], [memory("Bo", 0, "snow")]), (1, [event(1, '{"x":1}')], [])) as other,
    ):
        found = first_difference(one, other, 1)
    assert found is not None
    assert (found.step, found.what, found.agent) == (0, "memory", "Bo")
    assert ("rain" in found.recorded, "snow" in found.replayed) == (True, True)


def test_a_row_that_one_run_lacks_is_empty(tmp_path: Path) -> None:
    with (
        written(tmp_path / "a", (0, [event(0)], []), (2, [event(2)], [])) as one,
        written(tmp_path / "b", (0, [event(0), event(0, place=1)], []), (2, [event(2)], [])) as other,
    ):
        found = first_difference(one, other, 2)
    assert found is not None
    assert (found.step, found.what) == (0, "event")


def test_a_run_that_stops_short_differs_where_it_stops(tmp_path: Path) -> None:
    with (
        written(tmp_path / "a", (0, [event(0)], []), (2, [event(2)], [])) as one,
        written(tmp_path / "b", (0, [event(0)], []), (2, [], [])) as other,
    ):
        found = first_difference(one, other, 2)
    assert found is not None
    assert (found.step, found.replayed) == (2, "")


def test_steps_after_the_last_do_not_count(tmp_path: Path) -> None:
    with (
        written(tmp_path / "a", (0, [event(0)], []), (2, [event(2)], [])) as one,
        written(tmp_path / "b", (0, [event(0)], []), (2, [], [])) as other,
    ):
        assert first_difference(one, other, 1) is None
