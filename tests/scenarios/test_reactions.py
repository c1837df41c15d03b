"""What people do when things around them are no longer as they were."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from townlet.memory.record import Memory
from townlet.runfile.traces import PlanChange
from townlet.runfile.view import RunView
from townlet.world.tree import spoken

from .lives import DAY, HOUR, MINUTE, Life, telling
from .oddities import ODD, Oddity

pytestmark = pytest.mark.xdist_group("oddities")

Day = tuple[Life, Mapping[str, Oddity]]

STATES = [state for state, _ in ODD]
URGENT = ["leaking", "burning", "flooded", "empty"]
NOVEL = [state for state in STATES if state.startswith("painted")]
DONE = {"leaking": "fixed and dry", "burning": "put out and wet", "flooded": "fixed and dry", "empty": "full again"}
WORDS = {
    "leaking": ("shutting off", "mopping", "bucket", "tools", "fixing"),
    "burning": ("putting out", "smothering", "put out"),
    "flooded": ("shutting off", "mopping", "bucket", "tools", "fixing"),
    "empty": ("shop", "buying"),
    "painted": ("closer look", "finding out"),
}
"""By state, what doing something about it sounds like."""


def sightings(day: Day, state: str) -> list[Memory]:
    """Who saw it in that state, and when: the memories of it."""
    life, odd = day
    text = f"{spoken(odd[state].thing)} is {state}."
    return [
        memory
        for memory in life.record.remembered.by_step()
        if memory.source == "seen" and memory.text.lower() == text.lower() and memory.id.step >= odd[state].step
    ]


def changes(day: Day, state: str) -> list[PlanChange]:
    """Plans that were changed because of it."""
    life, odd = day
    named = f"{spoken(odd[state].thing)} is {state}".lower()
    plans = [plan for plan in life.record.plans if plan.step >= odd[state].step]
    return [plan for plan in plans if plan.revision and named in plan.reason.lower()]


@pytest.mark.parametrize("state", STATES)
def test_who_is_awake_and_near_notices_within_two_minutes(odd_day: Day, state: str) -> None:
    _, odd = odd_day
    soon = {each.id.agent for each in sightings(odd_day, state) if each.id.step <= odd[state].step + 2 * MINUTE}
    assert set(odd[state].onlookers) <= soon


@pytest.mark.parametrize("state", STATES)
def test_nobody_notices_what_is_out_of_sight(odd_day: Day, state: str) -> None:
    life, odd = odd_day
    seen = {each.id.step: each.id.agent for each in sightings(odd_day, state)}
    for log, after in RunView(life.path).states(DAY):
        if log.step in seen:
            thing = after.town.setting.objects[odd[state].thing]
            here = after.world.bodies[seen[log.step]].tile(log.step)
            assert any(after.terrain.sight.sees(here, tile) for tile in thing.footprint)


@pytest.mark.parametrize("state", URGENT)
def test_the_plan_changes_from_that_moment_on_and_the_reason_is_kept(odd_day: Day, state: str) -> None:
    life, odd = odd_day
    change = changes(odd_day, state)[0]
    assert change.person in odd[state].onlookers
    assert change.step <= odd[state].step + 2 * MINUTE
    kept = [memory for memory in life.record.remembered.by_step() if memory.id[:2] == (change.person, change.step)]
    assert any(memory.kind == "plan" and change.reason in memory.text for memory in kept)


@pytest.mark.parametrize("state", URGENT)
def test_something_is_done_about_it_that_suits_it(odd_day: Day, state: str) -> None:
    life, _ = odd_day
    change = changes(odd_day, state)[0]
    doing = next(span.doing for span in life.record.spans_of(change.person) if span.end > change.step)
    assert any(word in doing for word in WORDS[state])
    assert not any(word in doing for other, words in WORDS.items() if words != WORDS[state] for word in words)


@pytest.mark.parametrize("state", URGENT)
def test_what_was_done_about_it_leaves_its_mark(odd_day: Day, state: str) -> None:
    life, odd = odd_day
    thing, change = odd[state].thing, changes(odd_day, state)[0]
    after = [each for each in life.record.object_changes if each.event.address == thing and each.step > change.step]
    assert (after[0].event.state, after[0].event.by) == (DONE[state], change.person)
    assert after[0].step < change.step + 2 * HOUR


def test_an_errand_leads_away_from_what_is_empty(odd_day: Day) -> None:
    life, odd = odd_day
    change = changes(odd_day, "empty")[0]
    errand = next(span for span in life.record.spans_of(change.person) if span.end > change.step)
    assert errand.at is not None
    assert not odd["empty"].thing.parent.contains(errand.at)  # type: ignore[union-attr]


def test_a_harmless_novelty_makes_curious_and_no_more(odd_day: Day) -> None:
    life, _ = odd_day
    found = [change for state in NOVEL for change in changes(odd_day, state)]
    doings = [next(each.doing for each in life.record.spans_of(one.person) if each.end > one.step) for one in found]
    assert doings
    assert all(any(word in doing for word in WORDS["painted"]) for doing in doings)


def test_what_is_as_it_should_be_changes_no_plan(odd_day: Day) -> None:
    assert sightings(odd_day, "clean")
    assert changes(odd_day, "clean") == []


def test_it_is_told_to_somebody_later(odd_day: Day) -> None:
    life, odd = odd_day
    told = {
        state
        for state in URGENT
        for line in telling(life.record, {each.id for each in sightings(odd_day, state)}, odd[state].thing.name)
        if line.step > odd[state].step and state.split()[0] in line.text
    }
    assert told
