"""Reactions: what calls for doing something, and what does not; whom one stops for."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from offline.persons import memories
from townlet.cognition.answers import Reaction
from townlet.language.prompt import Field
from townlet.offline.react import CONDITIONS, Scene, react, rows
from townlet.offline.states import classify
from townlet.offline.things import gerund


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
        "pronouns": [{"name": each, "pronoun": "she"} for each in ("Ann Bo", "Cy Du", "Cy Day", "Eve Fox")],
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


DAY: list[Field] = [
    {"start": "9:00 am", "end": "11:00 am", "activity": "strolling about", "place": "Mill Green: lawn"},
    {"start": "11:00 am", "end": "12:00 pm", "activity": "having lunch", "place": "Bo house: kitchen"},
    {"start": "10:00 pm", "end": "10:00 pm", "activity": "going to bed", "place": "Bo house: bedroom"},
]
FRIENDS = "Ann Bo and Cy Du are good friends."
AT_ODDS = "Ann Bo dislikes Cy Du, because Cy Du shouts."


def watching(doing: str, *texts: str, **more: Field) -> list[Reaction]:
    """What Ann Bo, on her way across the green, does about what Cy Du is at, by twelve seeds."""
    fields: dict[str, Field] = {"place": "Mill Green: lawn", "plan": DAY, "doing": "strolling about", **more}
    fields |= {"about": "person", "subject": "Cy Du", "no_talk": "there is no room for a talk now"}
    return [reaction(f"Cy Du is {doing}.", *texts, seed=seed, **fields) for seed in range(12)]  # type: ignore[arg-type]


def acts(found: list[Reaction]) -> set[str]:
    return {each.activity for each in found if each.choice == "act"}


@pytest.mark.parametrize(
    ("doing", "does"),
    [
        ("hanging lanterns in the hall", "lanterns in the hall"),
        ("looking for a lost dog", "helping Cy Du to look for a lost dog"),
        ("playing the fiddle", "listen"),
        ("taking an evening walk", "walking a little way with Cy Du"),
        ("having a drink among friends", "Cy Du"),
    ],
)
def test_a_friend_in_sight_draws_one_in_and_the_reason_is_what_was_seen(doing: str, does: str) -> None:
    found = watching(doing, FRIENDS)
    assert acts(found)
    assert all(does in each for each in acts(found))
    assert {each.reason for each in found if each.choice == "act"} == {f"Cy Du is {doing}"}


def test_a_stranger_at_a_glass_is_left_alone_and_one_in_tears_is_not() -> None:
    assert acts(watching("having a drink among friends")) == set()
    assert all(each.choice == "act" for each in watching("crying"))


def test_who_is_at_work_or_bound_by_a_promise_stays_at_it_unless_somebody_is_in_need() -> None:
    for doing in ("working as a clockmaker", "helping Eve Fox with the tables", "hosting the supper"):
        busy: dict[str, Field] = {"plan": [{**DAY[0], "activity": doing}, *DAY[1:]]}  # type: ignore[dict-item]
        assert acts(watching("playing the fiddle", FRIENDS, **busy)) == set()
        assert acts(watching("limping along the wall", FRIENDS, **busy))


@pytest.mark.parametrize(
    ("promise", "doing", "does"),
    [
        ("help with teaching him the fiddle", "strolling about", "teaching Cy Du the fiddle"),
        ("show him the mill", "leaning on a rail", "showing Cy Du the mill"),
        ("show him the mill", "sleeping", ""),
        ("help with four crates", "leaning on a rail", ""),
    ],
)
def test_what_one_promised_to_do_with_somebody_is_done_when_one_finds_them(promise: str, doing: str, does: str) -> None:
    calling: dict[str, Field] = {"plan": [{**DAY[0], "activity": "looking in on Cy Du"}, *DAY[1:]]}  # type: ignore[dict-item]
    assert acts(watching(doing, f"I promised Cy Du to {promise}.", **calling)) == ({does} if does else set())


def test_nobody_sits_down_with_whom_they_cannot_stand() -> None:
    found = acts(watching("having a drink among friends", AT_ODDS))
    assert found == {"taking a walk to be out of the way of Cy Du"}


def test_the_more_a_day_has_changed_the_less_it_changes_and_never_twice_for_the_same_person() -> None:
    often: list[Field] = ["rain came", "Eve Fox is singing", "the inn is closed", "a cat is in the bread bin"]
    assert acts(watching("playing the fiddle", FRIENDS, changes=often)) == set()
    assert acts(watching("playing the fiddle", FRIENDS, changes=["Cy Du is carrying a ladder"])) == set()
    assert acts(watching("playing the fiddle", FRIENDS, changes=["Eve Fox is singing"]))


@pytest.mark.parametrize("now", ["Tuesday May 6 2025, 9:30 pm", "Tuesday May 6 2025, 11:40 pm"])
def test_nothing_new_is_begun_at_night(now: str) -> None:
    assert acts(watching("playing the fiddle", FRIENDS, now=now)) == set()


def test_what_somebody_does_with_one_needs_no_answer() -> None:
    assert acts(watching("walking a little way with Ann Bo", FRIENDS)) == set()


def test_who_shares_a_table_at_home_brings_the_meal_forward_and_redoes_the_day() -> None:
    home: dict[str, Field] = {"place": "Bo house: kitchen", "household": "they share Bo house"}
    found = watching("eating lunch", now="Tuesday May 6 2025, 10:30 am", **home)
    assert acts(found) == {"having lunch with Cy Du"}
    assert all(each.rest_of_day for each in found if each.choice == "act")
    assert acts(watching("eating lunch", now="Tuesday May 6 2025, 2:30 pm", plan=DAY[2:], **home)) == set()


def thinking(*thoughts: str, texts: tuple[str, ...] = (), **more: Field) -> list[Reaction]:
    """What Ann Bo does about what she has come to think, by twelve seeds."""
    told = " ".join(f"I have come to think that {thought}." for thought in thoughts)
    fields: dict[str, Field] = {"about": "thought", "plan": DAY, **more}
    return [reaction(told, *texts, seed=seed, **fields) for seed in range(12)]  # type: ignore[arg-type]


def test_a_thought_of_somebody_becomes_a_call_on_them() -> None:
    found = [each for each in thinking("I should thank Cy Du properly for the ladder") if each.choice == "act"]
    assert {each.activity for each in found} == {"looking in on Cy Du"}
    assert {each.reason for each in found} == {"Ann Bo should thank Cy Du properly for the ladder"}
    assert all(each.rest_of_day for each in found)


def test_of_several_thoughts_the_first_that_calls_for_something_is_followed() -> None:
    found = thinking("there is more to the town than I knew", "I owe Eve Fox a good turn")
    assert acts(found) == {"looking in on Eve Fox"}


def test_nobody_leaves_an_event_for_a_thought() -> None:
    thought = "I should thank Cy Du properly for the ladder"
    assert acts(thinking(thought, doing="chatting with other guests", plan=DAY)) == {"looking in on Cy Du"}
    supper: list[Field] = [{**DAY[0], "activity": "attending the fish supper"}, *DAY[1:]]  # type: ignore[dict-item]
    assert acts(thinking(thought, doing="chatting with other guests", plan=supper)) == set()


def test_a_need_that_comes_to_mind_is_asked_around_for_but_not_every_day() -> None:
    need = ("Ann Bo needs a long ladder.",)
    thought = "I must not forget to look for a long ladder"
    assert acts(thinking(thought, texts=need)) == {"asking around for a long ladder"}
    asked: list[Field] = [
        *memories(*need, when="Monday May 5 2025, 12:00 am"),
        {"when": "Monday May 5 2025, 3:00 pm", "text": "Ann Bo is asking around for a long ladder."},
    ]
    assert acts(thinking(thought, memories=asked)) == set()


def test_what_one_is_making_is_taken_up_where_a_thought_is_about_it_and_not_just_near_it() -> None:
    making = memories("Ann Bo is writing a letter to a pen friend in Iceland.", when="Tuesday May 6 2025, 12:00 am")
    found = thinking("the hours that I put into my letter to a pen friend in Iceland are the best", memories=making)
    assert acts(found) == {"writing a letter to a pen friend in Iceland"}
    assert acts(thinking("I saw Eve Fox writing a list", memories=making)) == set()


def test_a_thought_that_asks_nothing_of_one_changes_nothing() -> None:
    assert acts(thinking("the market is livelier than it was")) == set()


def test_every_row_names_conditions_and_slots_that_there_are() -> None:
    scene = Scene({"name": "Ann Bo", "now": "Tuesday May 6 2025, 9:40 am"}, 1, "Cy Du is humming.", "Cy Du")
    for row in (row for on in rows().values() for row in on):
        assert {part.lstrip("!") for each in row.when for part in each.split("|")} <= set(CONDITIONS), row.id
        for said in (*row.do, row.why):
            assert set(re.findall(r"\{(\w+)\}", said)) <= set(scene.slots()), row.id
        assert row.choice != "act" or (row.do and row.minutes), row.id
        assert all(each.split()[0].endswith("ing") or each.startswith("{") for each in row.do), row.id
