"""A person in a paragraph: traits first, then what they do and who matters, without secrets, in few words."""

from __future__ import annotations

from offline.persons import memories
from townlet.cognition.answers import Text
from townlet.language.prompt import Field
from townlet.offline.summary import summary

WORK = "Ann Bo is a clockmaker at the mill."
CORE = [
    "Ann Bo is repairing the tower clock.",
    "Ann Bo and Cy Du are married.",
    "Ann Bo dislikes Eve Fay, because Eve Fay shouts.",
]


def told(core: list[str], work: str = WORK, feeling: tuple[str, ...] = (), before: str = "") -> str:
    fields: dict[str, Field] = {
        "before": before,
        "name": "Ann Bo",
        "age": 40,
        "traits": "kind, quiet, dry",
        "now": "Tuesday May 6 2025, 9:00 am",
        "core": memories(*core),
        "occupation": memories(work),
        "feeling": memories(*feeling),
    }
    return Text.model_validate(summary(fields, 1)).text


def test_it_begins_with_age_and_traits() -> None:
    assert told(CORE).startswith("Ann Bo (age: 40) is kind, quiet and dry. ")


def test_it_tells_of_work_projects_and_people() -> None:
    assert all(sentence in told(CORE) for sentence in (WORK, *CORE))


def test_what_is_not_shown_is_not_told() -> None:
    assert "married" not in told(CORE[:1])


def test_a_secret_stays_out() -> None:
    assert "love" not in told([*CORE, "Ann Bo is secretly in love with Gus Hay."])


def test_a_worry_is_the_feeling() -> None:
    assert "worried about losing the shop" in told(CORE, feeling=("Ann Bo is worried about losing the shop.",))


def test_it_stays_short_however_much_is_shown() -> None:
    many = [f"Ann Bo knows Person{n} Day from the choir of the old mill by the river." for n in range(60)]
    assert len(told(many).split()) <= 150


def test_work_and_family_stay_told_when_no_memory_of_them_comes_to_mind() -> None:
    before = f"Ann Bo (age: 40) is kind. {WORK} Ann Bo and Cy Du are married. Ann Bo feels settled."
    later = told(["Ann Bo is winding a clock."], work="Ann Bo is drinking tea.", before=before)
    assert WORK in later
    assert "married" in later
    assert "Ann Bo feels settled." not in told(
        [], before=before, feeling=("I have come to think that I spend more time alone, writing, than is good for me.",)
    )


def test_what_is_done_in_passing_is_no_project() -> None:
    assert "card" not in told(["Ann Bo is writing a card to an old friend."])


def test_a_thought_about_oneself_is_not_put_into_the_third_person() -> None:
    assert "counting on" not in told([], feeling=("I have come to think that Cy Du is counting on me to help.",))
