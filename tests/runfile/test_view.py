"""A view of a run: everything read from it ends with the same step, and says what was so when."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from measures.made import ADA, BED, BRAM, GREEN, HOUR, KITCHEN, STOVE, MadeRun, starter
from townlet.runfile import NoSuchRun, RunHeader, create_run, open_writer
from townlet.runfile.view import RunView
from townlet.world.address import Address

UNTIL = 4 * HOUR


@pytest.fixture
def view(tmp_path: Path) -> RunView:
    """Ada wakes, cooks, tells Bram so, and goes to the green; she plans twice, and the stove is lit."""
    made = MadeRun(ADA, BRAM)
    made.does(0, ADA, "sleeping", BED, asleep=True)
    made.does(HOUR, ADA, "cooking", KITCHEN)
    made.plans(HOUR, ADA)
    made.plans(HOUR + 5, ADA)
    made.sets(HOUR + 10, STOVE, "lit", ADA)
    felt = made.remembers(HOUR + 20, ADA, "The stove is hot.")
    made.says(2 * HOUR, ADA, BRAM, "The stove is hot.", shown=(felt,))
    made.plans(2 * HOUR, ADA, 1, "the stove is hot")
    made.considers(2 * HOUR, BRAM, '{"choice": "go on"}')
    made.does(3 * HOUR, ADA, "strolling", GREEN)
    made.says(UNTIL - 1, BRAM, ADA, "Hello.")
    return RunView(made.write(tmp_path / "made.townlet", UNTIL - 1))


def test_a_view_of_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoSuchRun):
        RunView(tmp_path / "none.townlet")


def test_a_run_without_a_complete_step_has_no_steps(tmp_path: Path) -> None:
    town = starter()
    header = RunHeader("0.1.0", town.name, town.digest, 1, town.start, 10, {"model": "offline"})
    create_run(tmp_path / "a.townlet", header, town.files).close()
    view = RunView(tmp_path / "a.townlet")
    assert (view.last, view.until) == (-1, 0)
    assert list(view.lines()) == []
    assert view.history.at(0).world.bodies == {}
    assert view.manifest.steps == 0


def test_a_view_says_what_the_run_is(view: RunView) -> None:
    assert (view.last, view.until) == (UNTIL - 1, UNTIL)
    assert view.time(HOUR) == starter().start + timedelta(hours=1)
    assert view.town.name == starter().name
    assert view.residents == (ADA, BRAM)
    assert view.intended_days == starter().days
    assert (view.manifest.steps, view.manifest_before(HOUR).steps) == (UNTIL, HOUR)


def test_what_comes_later_is_no_part_of_a_view(view: RunView) -> None:
    with open_writer(view.path) as writer:
        writer.commit_step(UNTIL)
    assert view.until == UNTIL
    assert RunView(view.path).until == UNTIL + 1


def test_a_view_can_end_earlier_than_the_run(view: RunView) -> None:
    morning = RunView(view.path, before_step=HOUR)
    assert morning.until == HOUR
    assert list(morning.lines()) == []
    assert list(morning.plan_changes()) == []
    assert {stay.end for stays, _, _ in morning.whereabouts() for stay in stays} == {HOUR}
    assert RunView(view.path, before_step=UNTIL + 99).until == UNTIL


def test_lines_come_in_their_order_with_the_memories_in_their_prompts(view: RunView) -> None:
    assert [(line.step, line.speaker, line.text) for line in view.lines()] == [
        (2 * HOUR, ADA, "The stove is hot."),
        (UNTIL - 1, BRAM, "Hello."),
    ]
    [first, second] = view.lines_with_memories()
    assert [memory.step for memory in first.shown] == [HOUR + 20]
    assert second.shown == ()
    assert view.memories_shown_to(ADA) == {first.line.utterance: first.shown}


def test_stays_and_activities_are_yielded_as_they_end_and_the_last_as_cut_off(view: RunView) -> None:
    ended = list(view.whereabouts())
    assert [cut_off for *_, cut_off in ended] == [False] * (len(ended) - 1) + [True]
    doings = [span.doing for _, spans, _ in ended for span in spans if span.person == ADA]
    assert doings == ["sleeping", "cooking", "strolling"]
    stays = [stay for stays, _, _ in ended for stay in stays if stay.person == ADA]
    assert [stay.end for stay in stays[:-1]] == [stay.start for stay in stays[1:]]
    assert (stays[0].start, stays[-1].end, stays[-1].place) == (0, UNTIL, GREEN)


def test_a_plan_that_is_stored_again_is_no_change_of_it(view: RunView) -> None:
    # The plan of HOUR + 5 was made then, so it is another one; the revision keeps its reason.
    changes = [(change.step, change.person, change.revision, change.reason) for change in view.plan_changes()]
    assert changes == [(HOUR, ADA, 0, ""), (HOUR + 5, ADA, 0, ""), (2 * HOUR, ADA, 1, "the stove is hot")]


def test_changes_of_objects_and_calls_are_there(view: RunView) -> None:
    assert [(change.step, change.event.state) for change in view.object_changes()] == [(HOUR + 10, "lit")]
    assert [call.agent for call in view.calls("react")] == [BRAM]
    assert list(view.calls("converse")) == []


def test_the_world_is_as_it_was_at_any_step_the_last_included(view: RunView) -> None:
    doing = [view.history.at(step).world.bodies[ADA].activity.doing for step in (1, HOUR, HOUR + 1, UNTIL)]
    assert doing == ["sleeping", "sleeping", "cooking", "strolling"]
    assert [event.event.text for event in view.history.between(UNTIL - 1, UNTIL)] == ["Hello."]  # type: ignore[union-attr]
    state = view.state_at(UNTIL)
    assert state.world == view.history.at(UNTIL).world
    assert [memory.text for memory in state.streams[ADA]] == ["The stove is hot."]
    assert state.agents[ADA] == view.minds.agent(ADA, UNTIL)


def test_states_are_yielded_for_each_step_in_which_something_happened(view: RunView) -> None:
    steps = [log.step for log, _ in view.states(HOUR + 1)]
    assert steps[0] == 0
    assert steps[-1] == HOUR


def test_a_mind_is_read_again_when_the_history_has_grown(view: RunView) -> None:
    read = view.minds.of(ADA)
    assert view.minds.of(ADA) is read
    assert len(read.memories) == 1
    assert view.minds.of(ADA).until == UNTIL
    assert len(view.minds.turns(ADA).changes) == 3


def test_places_are_known_from_the_start_or_learned(tmp_path: Path) -> None:
    view = RunView(MadeRun(ADA).write(tmp_path / "made.townlet", HOUR))
    assert [(step, person, list(places)) for step, person, places in view.places_learned()] == [(0, ADA, [])]
    assert isinstance(view.town.setting.root, Address)
