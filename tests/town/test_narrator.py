"""Prose in the second and first person is told of a person by name."""

import pytest

from townlet.town.narrator import Narrator

ADA, SAM = Narrator("Ada Fenn", "she"), Narrator("Sam Roe", "they")
TOLD = {
    "You rise at 5.30 am and you love it.": "Ada Fenn rises at 5.30 am and she loves it.",
    "I'm Ada Fenn, a baker.": "Ada Fenn is a baker.",
    "I'm a nurse, and I've two cats.": "Ada Fenn is a nurse, and she has two cats.",
    "My husband died. I bake bread and sell it; I don't drive.": (
        "Ada Fenn's husband died. Ada Fenn bakes bread and sells it; Ada Fenn does not drive."
    ),
    "You've known Bo Marsh, your neighbor, for a year.": "Ada Fenn has known Bo Marsh, her neighbor, for a year.",
    "Bo Marsh is your baker. Bo helped you.": "Bo Marsh is Ada Fenn's baker. Bo helped Ada Fenn.",
    "You and Bo Marsh are friends and you two often talk": "Ada Fenn and Bo Marsh are friends and they often talk",
    "My sister and I run a shop.": "Ada Fenn's sister and she run a shop.",
    "You know that Tom Roe and your son are colleagues": "Ada Fenn knows that Tom Roe and her son are colleagues",
    "You would rather go, but you haven't asked him.": "Ada Fenn would rather go, but she has not asked him.",
    "You work on it yourself. The idea is yours.": "Ada Fenn works on it herself. The idea is hers.",
    'I say "I never lie" to everybody.': 'Ada Fenn says "I never lie" to everybody.',
    "The press jammed last Friday and I need help.": "The press jammed last Friday and Ada Fenn needs help.",
    "As a child, you lived in Leeds.": "As a child, Ada Fenn lived in Leeds.",
    "In Leeds I bake. I have Type I asthma.": "In Leeds Ada Fenn bakes. Ada Fenn has Type I asthma.",
    "I dig in the old mine. The lamp is mine.": "Ada Fenn digs in the old mine. The lamp is hers.",
}
UNTOUCHED = (
    "Ada Fenn keeps bees. He walked towards the mine.",
    "Ada Fenn keeps bees. If you ask her, they sing.",
    "Ada Fenn keeps bees. Nobody shows you the hive.",
    "She bakes bread that you can smell from the street.",
    "Ada likes whatever you like.",
    "In the village they call her Your Honour.",
    "Ada Fenn nursed in World War I and was born in the days of Carol I.",
    "Catherine I was kind to Ada Fenn. Ada Fenn lives at Court I, Row II.",
    "Ada Fenn is an I.T. nurse with an F.I.A. badge.",
    "Ada Fenn loves the hymn I Vow To Thee.",
    'Ada Fenn says: "I fear you. My son does." She is shy.',
    "Ada Fenn wrote 'Me and My Girl' and 'I don't mind'.",
)


@pytest.mark.parametrize("said", TOLD)
def test_you_and_i_become_the_name_with_verbs_that_agree(said):
    assert ADA.told(said) == TOLD[said]


@pytest.mark.parametrize("told", UNTOUCHED)
def test_what_is_told_of_the_person_already_stays(told):
    assert ADA.told(told) == told


def test_they_take_a_plural_verb_and_a_name_a_singular_one():
    assert SAM.told("You are shy and you have a dog.") == "Sam Roe is shy and they have a dog."
