"""A person in a paragraph: traits first, then what they do and who matters, without secrets, in few words."""

from __future__ import annotations

from offline.persons import memories
from townlet.cognition.answers import Text
from townlet.language.prompt import Field
from townlet.offline.summary import relationship, summary

WORK = "Ann Bo is a clockmaker at the mill."
CORE = [
    "Ann Bo is repairing the tower clock.",
    "Ann Bo and Cy Du are married.",
    "Ann Bo dislikes Eve Fay, because Eve Fay shouts.",
]

FIRST = "Monday May 5 2025, 12:00 am"
PRONOUNS: list[Field] = [
    {"name": "Ann Bo", "pronoun": "she"},
    {"name": "Cy Du", "pronoun": "he"},
    {"name": "Eve Fay", "pronoun": "she"},
    {"name": "María José Ortiz", "pronoun": "she"},
]


def told(core: list[str], work: str = WORK, feeling: tuple[str, ...] = (), before: str = "") -> str:
    fields: dict[str, Field] = {
        "before": before,
        "name": "Ann Bo",
        "age": 40,
        "traits": "kind, quiet, dry",
        "now": "Tuesday May 6 2025, 9:00 am",
        "core": memories(*core, when=FIRST),
        "occupation": memories(work, when=FIRST),
        "feeling": memories(*feeling),
        "pronouns": PRONOUNS,
    }
    return Text.model_validate(summary(fields, 1)).text


def test_it_begins_with_age_and_traits() -> None:
    assert told(CORE).startswith("Ann Bo (age: 40) is kind, quiet and dry. ")


def test_it_tells_of_work_projects_and_people() -> None:
    assert all(sentence in told(CORE) for sentence in (WORK, *CORE))


def test_work_without_the_name_of_a_trade_is_told_by_its_deeds() -> None:
    sews = "Ann Bo sews the sails of the fleet."
    assert sews in told([*CORE, sews], work="")
    assert sews not in told([*CORE, sews])


def test_what_is_not_shown_is_not_told() -> None:
    assert "married" not in told(CORE[:1])


def test_a_secret_stays_out() -> None:
    assert "love" not in told([*CORE, "Ann Bo is secretly in love with Gus Hay."])


def test_a_worry_is_told() -> None:
    assert "worries about losing the shop" in told(["Ann Bo worries about losing the shop."])


def test_the_last_sentence_tells_how_it_goes_with_full_names() -> None:
    kept = "María José Ortiz has helped Ann Bo with the tower clock."
    assert told(CORE, feeling=(kept,)).endswith("the help of María José Ortiz.")
    assert told(CORE).endswith("takes the days as they come.")


def test_an_event_is_told_until_it_is_over() -> None:
    fair = "Ann Bo is holding a lantern fair at Reed Hall on {} from 6 pm to 8 pm."
    assert "lantern fair" in told([fair.format("Wednesday May 7")])
    assert "lantern fair" not in told([fair.format("Monday May 5")])


def test_it_stays_short_however_much_is_shown() -> None:
    many = [f"Ann Bo knows Person{n} Day from the choir of the old mill by the river." for n in range(60)]
    assert len(told(many).split()) <= 150


def test_work_and_family_stay_told_when_no_memory_of_them_comes_to_mind() -> None:
    before = f"Ann Bo (age: 40) is kind. {WORK} Ann Bo and Cy Du are married. Ann Bo feels settled."
    later = told([], work="", before=before, feeling=("Ann Bo is winding a clock.",))
    assert WORK in later
    assert "married" in later
    assert "Ann Bo feels settled." not in later


def test_what_one_was_once_seen_at_does_not_last() -> None:
    assert "card" not in told([], feeling=("Ann Bo is writing a card to an old friend.",))


def test_a_thought_about_oneself_is_not_put_into_the_third_person() -> None:
    assert "counting on" not in told([], feeling=("I have come to think that Cy Du is counting on me to help.",))


def between(*texts: str) -> str:
    fields: dict[str, Field] = {
        "name": "Ann Bo",
        "other": "María José Ortiz",
        "memories": memories(*texts, when=FIRST),
        "pronouns": PRONOUNS,
    }
    return Text.model_validate(relationship(fields, 1)).text


def test_a_relationship_is_the_bond_and_what_passed_of_late() -> None:
    bond = "Ann Bo knows María José Ortiz from the choir."
    found = between(bond, "María José Ortiz has helped Ann Bo with the tower clock.")
    assert found == f"{bond} María José Ortiz has helped Ann Bo with the tower clock."
    assert between("The mill is loud.") == "Ann Bo does not know María José Ortiz."


def test_what_is_told_of_tomorrow_is_no_part_of_what_is_read_the_day_after() -> None:
    assert "a supper at Reed Hall" in told(["Ann Bo is giving a supper at Reed Hall on Wednesday May 7 at 6 pm."])
    assert "tomorrow" not in told(["Ann Bo is giving a supper at Reed Hall tomorrow at 6 pm."])
