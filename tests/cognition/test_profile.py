"""Profiles by name, and single choices."""

from dataclasses import replace

import pytest

from townlet.cognition.profile import ECONOMICAL, ENOUGH_CONTEXT, PAPER, PROFILES, SAVINGS, profile_named, within


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_is_found_by_its_name(name: str) -> None:
    assert profile_named(name) is not None
    assert profile_named(name) == PROFILES[name]


@pytest.mark.parametrize("choice", SAVINGS)
def test_each_choice_can_be_made_the_papers_way(choice: str) -> None:
    profile = profile_named(f"economical-{choice}")
    assert getattr(profile, choice) == getattr(PAPER, choice)
    assert replace(profile, name="economical", **{choice: getattr(ECONOMICAL, choice)}) == ECONOMICAL


def test_several_choices_can_be_made_at_once() -> None:
    profile = profile_named("paper+ratings_kept+shown_once")
    assert (profile.ratings_kept, profile.shown_once, profile.steps_kept) == (True, True, False)


def test_a_plus_turns_a_choice_on_and_makes_a_number_the_economical_one() -> None:
    profile = profile_named("paper+joint_dialogue+minutes_ahead+noticed_together")
    assert profile.joint_dialogue is True
    assert (profile.minutes_ahead, profile.noticed_together) == (ECONOMICAL.minutes_ahead, ECONOMICAL.noticed_together)


def test_talks_are_thought_up_as_a_whole_only_where_that_is_asked_for() -> None:
    assert not any(profile.joint_dialogue for profile in PROFILES.values())
    assert profile_named("economical+joint_dialogue").joint_dialogue


NO_PROFILES = (
    "thrifty", "economical-everything", "", "economical ratings_kept",
    "economical+", "economical+joint_dialogue ", "economical+-shown_once",
)  # fmt: skip


@pytest.mark.parametrize("name", NO_PROFILES)
def test_an_unknown_profile_or_choice_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(ValueError, match=r"expected economical or paper|expected one of .*ratings_kept"):
        profile_named(name)


@pytest.mark.parametrize("context", [1000, 2048, 4096, 6000, 7999])
def test_in_a_small_context_fewer_memories_are_shown_and_some_in_any_case(context: int) -> None:
    small = within(ECONOMICAL, context)
    assert 2 <= small.memories_shown <= ECONOMICAL.memories_shown
    assert small.live_shown >= 2
    assert small.talks_a_day == ECONOMICAL.talks_a_day
    assert within(ECONOMICAL, context - 500).memories_shown <= small.memories_shown


def test_a_context_of_enough_tokens_changes_nothing() -> None:
    assert within(ECONOMICAL, ENOUGH_CONTEXT) == ECONOMICAL
    assert within(PAPER, 10**6) == PAPER
