"""People are recognised by the names that a prompt gives, from anywhere in the world."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.offline.reader.people import People, persons, plain
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
