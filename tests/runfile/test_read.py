"""What a reader of a run file sees."""

from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.memory.record import MemoryId
from townlet.runfile import (
    CallFilter,
    ForkedFrom,
    OutsideRun,
    RecallRow,
    RunHeader,
    Snapshot,
    VectorRow,
    create_run,
    open_reader,
)
from townlet.runfile.files import open_writer

from .made import FILES, HEADER, PEOPLE, PROMPT, call, commit, event, memory, written


def test_all_that_was_written_is_read_back(tmp_path: Path) -> None:
    with open_reader(written(tmp_path / "a.townlet", steps=2)) as run:
        assert run.header == HEADER
        assert run.town_files() == FILES
        assert run.last_step() == 1
        assert list(run.events()) == [event(step, agent) for step in range(2) for agent in PEOPLE]
        assert list(run.memories()) == [
            made
            for agent in PEOPLE
            for step in range(2)
            for made in (memory(step, agent), memory(step, agent, 1, (MemoryId(agent, step, 0),)))
        ]
        assert list(run.recalls()) == [RecallRow(1, agent, (MemoryId(agent, 0, 0),)) for agent in PEOPLE]
        assert list(run.calls()) == [call(0), call(1)]
        assert run.prompt(PROMPT.sha) == PROMPT
        assert list(run.vectors("hashed"))[1] == VectorRow("hashed", f"{1:064x}", "int8", bytes([1, 0, 255]))
        assert Counter(event.kind for event in run.events()) == {"acted": 4}
        assert Counter(memory.kind for memory in run.memories()) == {"observation": 4, "reflection": 4}


def test_a_reader_asks_for_a_part(tmp_path: Path) -> None:
    with open_reader(written(tmp_path / "a.townlet")) as run:
        assert [row.step for row in run.events(1, 2, "Una Vesk")] == [1, 2]
        assert {made.id.agent for made in run.memories("Una Vesk", 2)} == {"Una Vesk"}
        assert max(made.id.step for made in run.memories(until_step=2)) == 2
        assert [row.step for row in run.recalls(2, "Pell Orrin")] == [1, 2]
        assert [row.step for row in run.calls(CallFilter(from_step=1, to_step=3))] == [1, 2, 3]
        assert not list(run.calls(CallFilter(agent="Pell Orrin")))
        assert not list(run.calls(CallFilter(name="react")))
        assert not list(run.calls(CallFilter(status="failed")))
        assert run.snapshot(3) == Snapshot(3, b'{"version":0,"step":3}')


def test_memories_come_in_the_order_in_which_they_were_made_with_what_they_rest_on(tmp_path: Path) -> None:
    with open_reader(written(tmp_path / "a.townlet", steps=3)) as run:
        found = list(run.memories_by_step(until_step=1))
        assert found == sorted(
            run.memories(until_step=1), key=lambda each: (each.id.step, each.id.agent, each.id.ordinal)
        )
        assert {len(each.evidence) for each in found} == {0, 1}
        assert max(each.id.step for each in found) == 1


def test_events_of_some_kinds_are_asked_for(tmp_path: Path) -> None:
    with open_reader(written(tmp_path / "a.townlet", steps=2)) as run:
        [kind] = {each.kind for each in run.events()}
        assert list(run.events(kinds=(kind, "other"))) == list(run.events())
        assert list(run.events(kinds=("other",))) == []
        assert list(run.events(1, 1, PEOPLE[0], kinds=(kind,))) == [event(1, PEOPLE[0])]


def test_calls_are_added_up(tmp_path: Path) -> None:
    path = tmp_path / "a.townlet"
    with create_run(path, HEADER, FILES) as run:
        rows = [
            call(0, cached_tokens=5, cache_written_tokens=3, cost=0.25),
            call(0, 1, name="react", reasoning_tokens=2, cost=0.5),
            call(0, 2, fallback=True, prompt_tokens=0, answer_tokens=0),
            call(0, 4, from_cache=True, prompt_tokens=0, answer_tokens=0),
            call(0, 3, status="failed", ceiling=0.25, ceiling_tokens=8, prompt_tokens=0, answer_tokens=0),
            call(1, status="sent", ceiling=1.5, ceiling_tokens=90, prompt_tokens=0, answer_tokens=0),
        ]
        run.record_calls(rows, [PROMPT])
    with open_reader(path) as reader:
        assert reader.totals() == ("all", 2, 18, 8, 5, 3, 2, 0.75, 1, 1, 1, 1, 1.75, 98, 0, 0.0, 0)
        assert [row[:2] for row in reader.call_totals("name")] == [("day_plan", 1), ("react", 1)]
        assert [row[:2] for row in reader.call_totals("agent")] == [("Una Vesk", 2)]


def test_a_prompt_that_was_never_sent_is_not_found(tmp_path: Path) -> None:
    with open_reader(written(tmp_path / "a.townlet")) as run, pytest.raises(KeyError, match="beef"):
        run.prompt("beef")


def test_a_reader_follows_a_writer(tmp_path: Path) -> None:
    path = tmp_path / "a.townlet"
    with create_run(path, HEADER, FILES) as writer, open_reader(path) as reader:
        commit(writer, 0)
        commit(writer, 1)
        events = reader.events()
        first = next(events)
        commit(writer, 2)

        assert [first.step, *(row.step for row in events)] == [0, 0, 1, 1]
        assert reader.last_step() == 2
        assert reader.state_hash() == writer.state_hash()


def test_a_reader_does_not_keep_the_owner_from_ending(tmp_path: Path) -> None:
    path = tmp_path / "a.townlet"
    writer = create_run(path, HEADER, FILES)
    commit(writer, 0)
    with open_reader(path) as reader:
        writer.close()
        assert reader.last_step() == 0
    with open_writer(path):
        pass
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.townlet"]


def test_times_become_steps_inside_the_run(tmp_path: Path) -> None:
    with open_reader(written(tmp_path / "a.townlet")) as run:
        assert run.step_at(HEADER.start) == 0
        assert run.step_at(HEADER.start + timedelta(seconds=49)) == 4


@pytest.mark.parametrize("seconds", [-1, 50, 10**8])
def test_a_time_outside_the_run_is_refused_with_its_bounds(tmp_path: Path, seconds: int) -> None:
    with (
        open_reader(written(tmp_path / "a.townlet")) as run,
        pytest.raises(OutsideRun, match="goes from 2031-05-06 00:00 to 2031-05-06 00:00"),
    ):
        run.step_at(HEADER.start + timedelta(seconds=seconds))


def test_a_run_without_steps_has_no_time(tmp_path: Path) -> None:
    with create_run(tmp_path / "a.townlet", HEADER, FILES) as run, pytest.raises(OutsideRun):
        run.step_at(HEADER.start)


def test_equal_beginnings_have_equal_names() -> None:
    assert HEADER.id == replace(HEADER).id
    others = [
        replace(HEADER, seed=8),
        replace(HEADER, settings={}),
        replace(HEADER, start=datetime(2031, 5, 7)),
        replace(HEADER, forked_from=ForkedFrom(HEADER.id, 3)),
    ]
    assert len({HEADER.id, *(other.id for other in others)}) == 5


@given(st.integers(min_value=0, max_value=10**6), st.integers(min_value=1, max_value=3600))
def test_a_step_begins_at_its_time(step: int, step_seconds: int) -> None:
    header: RunHeader = replace(HEADER, step_seconds=step_seconds)
    assert header.step_at(header.time_of(step)) == step
    assert header.step_at(header.time_of(step + 1) - timedelta(seconds=1)) == step


def test_a_large_seed_survives(tmp_path: Path) -> None:
    header = replace(HEADER, seed=2**80, forked_from=ForkedFrom("abc", 4))
    create_run(tmp_path / "a.townlet", header, FILES).close()
    with open_reader(tmp_path / "a.townlet") as run:
        assert run.header == header
