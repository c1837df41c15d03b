"""The film shows what happened in the world, and a seek shows the same as watching all along."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from townlet.analysis.history import WorldSnapshot
from townlet.runfile.state import state_at
from townlet.server.event_feed import take_snapshot
from townlet.server.protocol.event_feed import Acts, Arrives, FeedSegment, ObjectChanges, Says, TalkEnds, TimelineMarker
from townlet.server.read_model import RunReadModel


@pytest.fixture(scope="module")
def watching(run: Path) -> RunReadModel:
    return RunReadModel(run)


def test_a_scene_is_how_the_town_stood_when_its_step_began(watching: RunReadModel, run: Path) -> None:
    setting = watching.town.setting
    for step in (1, 2300, 2520, watching.until):
        lived = state_at(run, step)
        expected = take_snapshot(WorldSnapshot(lived.world, frozenset(lived.embodied)), step, setting)
        assert watching.film.reel(step, step).scene == expected


def test_objects_turn_in_the_film_as_they_do_in_the_scenes(watching: RunReadModel) -> None:
    whole = watching.film.reel(0, watching.until)
    states = dict(whole.scene.objects)
    for event in whole.events:
        if isinstance(event, ObjectChanges):
            states[event.object] = event.state
    assert any(states.values())
    last = watching.film.reel(watching.until, watching.until).scene
    assert {name: state for name, state in states.items() if state} == last.objects


def test_lines_walks_and_arrivals_are_in_the_film(watching: RunReadModel) -> None:
    events = watching.film.reel(0, watching.until).events
    said = [event for event in events if isinstance(event, Says)]
    assert said
    assert {event.talk for event in said} == {event.talk for event in events if isinstance(event, TalkEnds)}
    walks = {event.who: event for event in events if isinstance(event, Acts)}
    assert all(event.path[0] for event in walks.values())
    assert any(isinstance(event, Arrives) and event.using for event in events)


def test_reels_of_hours_join_without_a_gap(client: TestClient, watching: RunReadModel) -> None:
    hour, together = watching.hour, []
    for start in range(0, watching.until, hour):
        reel = FeedSegment.model_validate_json(client.get("/api/reel", params={"from_step": start}).text)
        together.extend(reel.events)
        assert reel.to_step == min(start + hour, watching.until)
    assert together == list(watching.film.between(0, watching.until))


def test_marks_tell_of_talks_from_their_first_line_to_their_end(client: TestClient, watching: RunReadModel) -> None:
    marks = [TimelineMarker.model_validate(mark) for mark in client.get("/api/marks").json()]
    talks = [mark for mark in marks if mark.kind == "talk"]
    events = watching.film.between(0, watching.until)
    assert [mark.text for mark in talks] == [each.text for each in events if isinstance(each, Says) and not each.number]
    assert all(mark.s < mark.to for mark in talks)
    assert [mark.s for mark in marks] == sorted(mark.s for mark in marks)
    one = talks[0].who[0]
    only = client.get("/api/marks", params={"who": one}).json()
    assert only == [mark.model_dump() for mark in marks if one in mark.who]


def test_a_replay_opens_shortly_before_people_talk(client: TestClient, watching: RunReadModel) -> None:
    opening = client.get("/api/session").json()["opening"]
    bodies = watching.past.at(opening).world.bodies.values()
    first = next(mark for mark in watching.marks.between(opening, watching.until) if mark.kind == "talk")
    assert first.s - opening <= watching.clock.steps(5)
    assert sum(not body.asleep for body in bodies) >= 1


def test_a_moment_to_come_is_refused_in_one_line(client: TestClient, watching: RunReadModel) -> None:
    answer = client.get("/api/reel", params={"from_step": watching.until + 1})
    assert answer.status_code == 404
    assert "has not happened yet" in answer.json()["detail"]
