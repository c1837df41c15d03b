"""People are recognised by the names that a prompt gives, from anywhere in the world."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.offline.reader.people import People, persons, plain
from townlet.offline.words import using
from townlet.offline.words.added import words_with
from townlet.town.words import places_in_words
from townlet.world.address import Address
from townlet.world.register import first_name

NAMES = (
    "Ann Bo", "María José Ibáñez", "Þóra", "Orla O'Malley-Brückner", "Nguyễn Thị Hạnh", "Xi", "Сергей Ковалёв",
    "Jean-Luc van den Broek", "Zeynep Yıldız", "Kwame Asante-Hall", "山田 花子", "Ludwig von der Tann", "Will Aster",
    "Anne", "أمل حداد",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_name_from_anywhere_is_found_in_a_sentence_and_given_back(name: str) -> None:
    masked = People({name: "she", "Cy Du": "he"}).masked(f"Cy Du met {name} at the well, and {name}'s dog barked.")
    assert persons(masked) == ("Cy Du", name)
    assert plain(masked) == f"Cy Du met {name} at the well, and {name}'s dog barked."


@pytest.mark.parametrize("name", NAMES)
def test_a_first_name_means_its_only_bearer(name: str) -> None:
    assert People({name: "she", "Cy Du": "he"}).named(first_name(name)) == name


def test_a_first_name_that_two_bear_means_nobody() -> None:
    assert People({"Ann Bo": "she", "Ann Day": "she"}).named("Ann") == ""


def test_a_name_within_another_word_or_name_is_not_found() -> None:
    people = People({"Ann": "she", "Ann Bo": "she", "Xi": "she"})
    assert persons(people.masked("Anna and Xian ate Ann-Marie's cake.")) == ()
    assert persons(people.masked("Ann Bo ate it.")) == ("Ann Bo",)


def test_a_name_that_is_also_a_verb_is_a_verb_before_a_pronoun() -> None:
    people = People({"Will Aster": "he"})
    assert persons(people.masked("Will you come?")) == ()
    assert persons(people.masked("Will mends nets.")) == ("Will Aster",)


def test_whoever_the_prompt_does_not_name_is_nobody() -> None:
    assert persons(People({"Ann Bo": "she"}).masked("Bertram Cole met Eve.")) == ()


@given(st.text(max_size=80))
def test_masking_loses_no_letter_of_any_text(text: str) -> None:
    people = People(dict.fromkeys(NAMES, "they"))
    unslotted = text.replace("⟦", "").replace("⟧", "")
    restored = plain(people.masked(unslotted))
    for name in NAMES:
        restored, unslotted = (each.replace(name, first_name(name)) for each in (restored, unslotted))
    assert restored == unslotted


def test_a_month_is_nobody() -> None:
    people = People({"May Li": "she", "April Day": "she"})
    assert persons(people.masked("The fair is on Wednesday May 7, and again on April 12.")) == ()
    assert persons(people.masked("May met April on May 7.")) == ("May Li", "April Day")


def test_a_weekday_is_nobody_where_it_is_a_day() -> None:
    people = People({"Tuesday Oh": "she", "Friday": "he"})
    assert persons(people.masked("The fair is on Tuesday May 6, and on Friday there is soup.")) == ()
    assert persons(people.masked("Tuesday likes Friday.")) == ("Tuesday Oh", "Friday")


@pytest.mark.parametrize("name", ["Pine", "Mill", "Harbour", "Pine Aster"])
def test_a_name_within_the_name_of_a_place_is_nobody(name: str) -> None:
    people = People({name: "he", "Cy Du": "he"})
    places = [Address(("T", place)) for place in ("Pine cottage", "Mill Harbour", f"{name}'s hut")]
    with using(words_with(places_in_words(places))):
        told = "⟦Cy Du⟧ met {} at Pine cottage and on the Mill Harbour."
        assert people.masked(told.format(name)) == told.format(f"⟦{name}⟧")
        assert persons(people.masked(f"{name}'s hut is green.")) == (name,)


@pytest.mark.parametrize("name", ["Ann Harris", "Moses", "Silas Obi"])
def test_a_name_in_s_owns_without_a_further_s(name: str) -> None:
    people = People({name: "she", "Cy Du": "he"})
    called = name if name != "Silas Obi" else "Silas"
    for apostrophe in "'’":
        assert people.masked(f"{called}{apostrophe} father sings.") == f"⟦{name}⟧'s father sings."
        assert people.masked(f"{called}{apostrophe}s father sings.") == f"⟦{name}⟧{apostrophe}s father sings."
    assert people.masked("Cy Du' sings") == "⟦Cy Du⟧' sings"
