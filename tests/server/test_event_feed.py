"""The event feed shows what happened in the world, and a seek shows the same as continuous playback."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from townlet.engine.simulation import Simulation
from townlet.runfile import RunLocked, RunReader
from townlet.runfile.history import WorldSnapshot
from townlet.runfile.view import RunView
from townlet.server.event_feed import take_snapshot
from townlet.server.protocol.event_feed import Acts, Arrives, FeedSegment, ObjectChanges, Says, TalkEnds, TimelineMarker
from townlet.server.read_model import RunReadModel


@pytest.fixture(scope="module")
def read_model(run: Path) -> RunReadModel:
    return RunReadModel(run)


def test_a_snapshot_is_the_town_as_its_step_began(read_model: RunReadModel, run: Path) -> None:
    setting = read_model.town.setting
    for step in (1, 2300, 2520, read_model.next_step):
        lived = RunView(run).state_at(step)
        expected = take_snapshot(WorldSnapshot(lived.world, frozenset(lived.embodied)), step, setting)
        assert read_model.feed.segment(step, step).scene == expected


def test_objects_change_in_the_events_as_they_do_in_the_snapshots(read_model: RunReadModel) -> None:
    whole = read_model.feed.segment(0, read_model.next_step)
    states = dict(whole.scene.objects)
    for event in whole.events:
        if isinstance(event, ObjectChanges):
            states[event.object] = event.state
    assert any(states.values())
    last = read_model.feed.segment(read_model.next_step, read_model.next_step).scene
    assert {name: state for name, state in states.items() if state} == last.objects


def test_lines_walks_and_arrivals_are_in_the_feed(read_model: RunReadModel) -> None:
    events = read_model.feed.segment(0, read_model.next_step).events
    said = [event for event in events if isinstance(event, Says)]
    assert said
    assert {event.talk for event in said} == {event.talk for event in events if isinstance(event, TalkEnds)}
    walks = {event.who: event for event in events if isinstance(event, Acts)}
    assert all(event.path[0] for event in walks.values())
    assert any(isinstance(event, Arrives) and event.using for event in events)


def test_segments_of_hours_join_without_a_gap(client: TestClient, read_model: RunReadModel) -> None:
    hour, together = read_model.hour, []
    for start in range(0, read_model.next_step, hour):
        reel = FeedSegment.model_validate_json(client.get("/api/reel", params={"from_step": start}).text)
        together.extend(reel.events)
        assert reel.to_step == min(start + hour, read_model.next_step)
    assert together == list(read_model.feed.between(0, read_model.next_step))


def test_markers_of_talks_extend_from_the_first_line_to_the_end(client: TestClient, read_model: RunReadModel) -> None:
    marks = [TimelineMarker.model_validate(mark) for mark in client.get("/api/marks").json()]
    talks = [mark for mark in marks if mark.kind == "talk"]
    events = read_model.feed.between(0, read_model.next_step)
    assert [mark.text for mark in talks] == [each.text for each in events if isinstance(each, Says) and not each.number]
    assert all(mark.s < mark.to for mark in talks)
    assert [mark.s for mark in marks] == sorted(mark.s for mark in marks)
    one = talks[0].who[0]
    only = client.get("/api/marks", params={"who": one}).json()
    assert only == [mark.model_dump() for mark in marks if one in mark.who]


def test_a_replay_opens_shortly_before_people_talk(client: TestClient, read_model: RunReadModel) -> None:
    opening = client.get("/api/session").json()["opening"]
    bodies = read_model.past.at(opening).world.bodies.values()
    first = next(mark for mark in read_model.markers.between(opening, read_model.next_step) if mark.kind == "talk")
    assert first.s - opening <= read_model.clock.steps(5)
    assert sum(not body.asleep for body in bodies) >= 1


def test_a_future_step_is_refused_in_one_line(client: TestClient, read_model: RunReadModel) -> None:
    answer = client.get("/api/reel", params={"from_step": read_model.next_step + 1})
    assert answer.status_code == 404
    assert "has not happened yet" in answer.json()["detail"]


async def test_steps_that_could_not_be_read_are_read_whole_later(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that writes a run may lock its file between two queries."""
    path = tmp_path / "followed.townlet"
    shutil.copy(run, path)
    followed, begun = RunReadModel(path), RunReadModel(path).next_step
    with await Simulation.resume(path) as simulation:
        async for _ in simulation.run(0.5):
            pass

    def is_locked(*asked: object, **more: object) -> Iterator[Any]:
        yield from ()
        raise RunLocked("in use")

    for query in ("memories", "plan_reasons"):
        with monkeypatch.context() as patched:
            patched.setattr(RunReader, query, is_locked)
            with pytest.raises(RunLocked):
                followed.read_new_steps()
        assert followed.next_step == begun
    steps, whole = followed.read_new_steps(), RunReadModel(path)
    assert steps is not None
    assert (steps.from_step, steps.to_step) == (begun, whole.next_step)
    assert steps.events == list(whole.feed.between(begun, whole.next_step))
    assert followed.markers.between(0, steps.to_step) == whole.markers.between(0, steps.to_step)
    assert followed.reflections == whole.reflections
