"""Reactions: what calls for doing something, and what does not; whom one stops for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from offline.persons import memories
from townlet.cognition.answers import Reaction
from townlet.language.prompt import Field
from townlet.offline.react import gerund, react
from townlet.offline.states import classify


def reaction(
    observation: str, *texts: str, about: str = "object", seed: int = 1, subject: str = "", **more: Field
) -> Reaction:
    fields: dict[str, Field] = {
        "name": "Ann Bo",
        "summary": "Ann Bo (age: 40) is kind. Ann Bo is a clockmaker.",
        "now": "Tuesday May 6 2025, 9:40 am",
        "doing": "walking home",
        "place": "Bo house: kitchen",
        "observation": observation,
        "subject": subject,
        "about": about,
        "memories": memories(*texts),
        "plan": [],
        **more,
    }
    return Reaction.model_validate(react(fields, seed))


@pytest.mark.parametrize(
    ("observation", "sort", "word"),
    [
        ("The stove in the kitchen is burning.", "alarm", "stove"),
        ("The shower is leaking.", "repair", "shower"),
        ("The kitchen sink is flooded.", "repair", "sink"),
        ("The piano is out of tune.", "repair", "piano"),
        ("The refrigerator is empty.", "errand", "refrigerator"),
        ("The counter is covered in marmalade.", "chore", "counter"),
        ("The clock tower is covered in bees.", "alarm", "clock tower"),
    ],
)
def test_what_is_wrong_is_seen_to(observation: str, sort: str, word: str) -> None:
    found = reaction(observation)
    assert classify(observation).of.sort == sort
    assert found.choice == "act"
    assert word in found.activity
    assert word in found.reason
    assert found.minutes > 0


def test_alarm_repair_errand_and_curiosity_are_answered_differently() -> None:
    fire, leak, empty = (
        reaction("The stove is burning."),
        reaction("The shower is leaking."),
        reaction("The refrigerator is empty."),
    )
    blue = next(r for s in range(20) if (r := reaction("The bench is painted blue.", seed=s)).choice == "act")
    assert len({fire.emoji, leak.emoji, empty.emoji, blue.emoji}) == 4
    assert fire.object_state
    assert leak.object_state
    assert empty.elsewhere
    assert not fire.elsewhere
    assert blue.object_state == ""


@pytest.mark.parametrize(
    "state",
    [
        "idle",
        "neatly made",
        "being used",
        "covered in notes",
        "simmering",
        "open",
        "full of dishes",
        "occupied",
        "wiped clean",
        "in pieces",
    ],
)
def test_what_is_normal_is_passed_by(state: str) -> None:
    for seed in range(10):
        assert reaction(f"The table is {state}.", seed=seed).choice == "go on"


def test_a_harmless_novelty_draws_some_and_not_all() -> None:
    choices = {reaction("The bench is painted blue.", seed=seed).choice for seed in range(30)}
    assert choices == {"act", "go on"}


def test_what_was_seen_to_is_not_seen_to_again() -> None:
    assert reaction("The sink is leaking.", "Ann Bo found the sink leaking and fixed the sink.").choice == "go on"


def test_a_room_that_is_taken_is_waited_for() -> None:
    assert reaction("The bathroom of the inn is occupied.", about="event").choice == "wait"


def test_a_closed_door_has_the_plan_made_anew() -> None:
    assert reaction("Reed Hall is closed.", about="event").choice == "go on"


@pytest.mark.parametrize("thing", ["The lamp", "The old kettle", "Ann Bo's boat"])
@given(state=st.from_regex(r"[a-z]{3,9}( [a-z]{2,8}){0,3}", fullmatch=True))
def test_any_predicate_is_spoken_of_in_whole_phrases(thing: str, state: str) -> None:
    found = reaction(f"{thing} is {state}.")
    if found.choice == "act":
        assert found.activity.split()[0].endswith("ing")
        assert "{" not in found.activity + found.reason
        assert f"is {state}" in found.reason


@pytest.mark.parametrize(
    ("infinitive", "doing"),
    [
        ("put out the stove", "putting out the stove"),
        ("fetch a cloth and see to the sink", "fetching a cloth and seeing to the sink"),
        ("shut off the water and mop up", "shutting off the water and mopping up"),
    ],
)
def test_infinitives_become_gerunds_on_both_sides_of_and(infinitive: str, doing: str) -> None:
    assert gerund(infinitive) == doing


def talks(*texts: str, doing: str = "mending a net", **more: Field) -> int:
    """Of 200 seeds, how many stop to talk."""
    seen = (reaction(f"Cy Du is {doing}.", *texts, about="person", subject="Cy Du", seed=s, **more) for s in range(200))
    return sum(r.choice == "talk" for r in seen)


def test_nobody_wakes_a_sleeper_for_a_chat() -> None:
    assert talks("Ann Bo and Cy Du are friends.", doing="sleeping") == 0


def test_friends_stop_more_often_than_strangers_and_those_at_odds_least() -> None:
    friends, strangers = talks("Ann Bo and Cy Du are good friends."), talks()
    at_odds = talks("Ann Bo dislikes Cy Du, because Cy Du shouts.")
    assert friends > strangers > at_odds


def test_one_does_not_stop_again_soon_after_a_talk() -> None:
    said = "Cy Du said to me: 'The mill is loud today.'"
    late: list[Field] = [{"when": "Tuesday May 6 2025, 9:00 am", "text": said}]
    assert talks(last_talk=late) < talks() / 2


def test_a_need_is_what_one_brings_up_to_a_friend_who_can_meet_it() -> None:
    found = [
        reaction(
            "Cy Du is mending a net.",
            "Ann Bo needs a long ladder for the clock.",
            "Ann Bo and Cy Du are friends.",
            "Cy Du has a long ladder.",
            about="person",
            subject="Cy Du",
            seed=s,
        )
        for s in range(30)
    ]
    assert {r.topic for r in found if r.choice == "talk"} == {"Ann Bo needs a long ladder for the clock"}


def test_what_somebody_is_at_already_is_left_to_them() -> None:
    broken = "The piano in the hall of the Heron Inn is broken."
    at_it = memories("Cy Du is trying to set the piano right at the Heron Inn.", when="Tuesday May 6 2025, 9:30 am")
    assert reaction(broken).choice == "act"
    assert reaction(broken, memories=at_it).choice == "go on"


def test_what_belongs_to_others_is_left_to_them_unless_it_does_harm() -> None:
    away: dict[str, Field] = {
        "place": "Heron Inn: hall",
        "plan": [{"start": "10:00 pm", "end": "10:00 pm", "activity": "going to bed", "place": "Bo house: bedroom"}],
    }
    assert reaction("The bench in the hall of Heron Inn is broken.", **away).choice == "go on"
    assert reaction("The stove in the hall of Heron Inn is burning.", **away).choice == "act"


def test_an_empty_larder_is_filled_with_groceries() -> None:
    assert "groceries" in reaction("The refrigerator in the kitchen of Bo house is empty.").activity


@pytest.mark.parametrize("seed", range(6))
def test_who_has_come_to_see_somebody_speaks_to_them(seed: int) -> None:
    found = reaction("Cy Day is reading.", about="person", subject="Cy Day", seed=seed, doing="looking in on Cy Day")
    assert found.choice == "talk"


def test_who_is_on_the_way_to_another_may_pass_by() -> None:
    doing = "looking in on Eve Fox"
    met = [reaction("Cy Day is reading.", about="person", subject="Cy Day", seed=s, doing=doing) for s in range(6)]
    assert "go on" in {each.choice for each in met}
