"""Sentences become phrases with people as slots, and are said to anybody with the right people in them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.offline.reader.people import People, persons, slot
from townlet.offline.reader.phrases import bound, from_speech, gerund, helped_with, spoken
from townlet.world.register import first_name

PEOPLE = People(
    {
        "Ann Bo": "she",
        "Cy Du": "he",
        "Eve Fay": "she",
        "Gus Hay": "he",
        "Þóra": "she",
        "Nguyễn Thị Hạnh": "she",
        "Jean-Luc van den Broek": "he",
        "Xi": "they",
    }
)
EVERYBODY = tuple(PEOPLE.pronouns)
SENTENCES = (
    "{a} needs a long ladder",
    "{a} promised {b} to mend the net",
    "{a} is painting {a}'s boat",
    "{a} worries about {b}",
    "{a} thinks that {b} works too hard",
    "{a} has known {b} since the flood",
    "{b} lent {a} a lamp",
    "{a} wants to ask {b} for {b}'s advice",
    "{a} does not like the noise",
)


def to(me: str, you: str, slotted: str) -> str:
    return spoken(slotted, me, you, PEOPLE, first_name)


@pytest.mark.parametrize(
    ("said", "slotted"),
    [
        ("I need a ladder.", "⟦Ann Bo⟧ needs a ladder."),
        ("I'm painting my boat.", "⟦Ann Bo⟧ is painting ⟦Ann Bo⟧'s boat."),
        ("You promised me your lamp.", "⟦Cy Du⟧ promised ⟦Ann Bo⟧ ⟦Cy Du⟧'s lamp."),
        ("Eve says that you don't sleep.", "⟦Eve Fay⟧ says that ⟦Cy Du⟧ does not sleep."),
        ("My neighbour Gus Hay can't swim.", "⟦Gus Hay⟧ cannot swim."),
        ("I've hurt myself.", "⟦Ann Bo⟧ has hurt ⟦Ann Bo⟧self."),
    ],
)
def test_what_is_said_is_read_as_a_sentence_about_its_people(said: str, slotted: str) -> None:
    assert from_speech(said, "Ann Bo", "Cy Du", PEOPLE) == slotted


@pytest.mark.parametrize(
    ("slotted", "said"),
    [
        (
            "⟦Gus Hay⟧ keeps out of ⟦Eve Fay⟧'s pub till ⟦Eve Fay⟧ says sorry",
            "Gus keeps out of Eve's pub till she says sorry",
        ),
        ("⟦Ann Bo⟧ needs a ladder", "I need a ladder"),
        ("⟦Cy Du⟧ has ⟦Ann Bo⟧'s lamp", "you have my lamp"),
        ("⟦Eve Fay⟧ knows ⟦Ann Bo⟧ and ⟦Cy Du⟧", "Eve knows me and you"),
        ("⟦Eve Fay⟧ is fond of ⟦Eve Fay⟧'s dog", "Eve is fond of her dog"),
        ("⟦Ann Bo⟧ and ⟦Eve Fay⟧ are friends", "Eve and I are friends"),
        ("⟦Gus Hay⟧ thinks that ⟦Cy Du⟧ works too hard", "Gus thinks that you work too hard"),
        ("⟦Gus Hay⟧ mends a boat for a friend ⟦Gus Hay⟧ trusts", "Gus mends a boat for a friend he trusts"),
        ("⟦Gus Hay⟧ has seen half the towns ⟦Gus Hay⟧ sings of", "Gus has seen half the towns he sings of"),
        ("⟦Eve Fay⟧'s aunt believes ⟦Eve Fay⟧ lives in Oslo", "Eve's aunt believes she lives in Oslo"),
        ("⟦Eve Fay⟧'s aunt brings ⟦Eve Fay⟧ plums", "Eve's aunt brings her plums"),
        ("the nurse saw ⟦Ann Bo⟧ tired", "the nurse saw me tired"),
        ("⟦Gus Hay⟧ has a crate of floats ⟦Gus Hay⟧ will never use", "Gus has a crate of floats he'll never use"),
        ("If the tide serves well ⟦Ann Bo⟧ hopes to sail", "If the tide serves well I hope to sail"),
        ("After ⟦Ann Bo⟧'s watch ⟦Ann Bo⟧ plans to sleep", "After my watch I plan to sleep"),
        ("After ⟦Cy Du⟧'s watch ⟦Cy Du⟧ plans to sleep", "After your watch you plan to sleep"),
        ("⟦Gus Hay⟧ reads to ⟦Ann Bo⟧, for ⟦Ann Bo⟧ dreams of ships", "Gus reads to me, for I dream of ships"),
        ("⟦Ann Bo⟧ shuns ⟦Gus Hay⟧, whom ⟦Ann Bo⟧ otherwise trusts", "I shun Gus, whom I otherwise trust"),
        ("⟦Gus Hay⟧ gives ⟦Ann Bo⟧ plans of ships", "Gus gives me plans of ships"),
        ("⟦Ann Bo⟧, who is from Oslo, is carving a whale", "I, who am from Oslo, am carving a whale"),
        ("⟦Cy Du⟧, who has a boat, rows to ⟦Ann Bo⟧'s island", "you, who have a boat, row to my island"),
    ],
)
def test_a_slotted_sentence_is_said_to_the_hearer_with_i_and_you(slotted: str, said: str) -> None:
    assert to("Ann Bo", "Cy Du", slotted) == said


@given(
    sentence=st.sampled_from(SENTENCES),
    people=st.permutations(EVERYBODY).map(lambda names: names[:4]),
    order=st.permutations((0, 1, 2)),
)
def test_what_one_tells_another_who_tells_a_third_keeps_its_people(
    sentence: str, people: list[str], order: list[int]
) -> None:
    a, b, first, second = people
    fact = sentence.format(a=slot(a), b=slot(b))
    teller, hearer, third = ([a, first, second], [first, second, a], [first, a, second])[order[0]]
    told = to(teller, hearer, fact)
    understood = bound_as(from_speech(told, teller, hearer, PEOPLE), a)
    told_on = to(hearer, third, understood)
    again = bound_as(from_speech(told_on, hearer, third, PEOPLE), a)
    assert persons(understood) == persons(fact)
    assert persons(again) == persons(fact)


def bound_as(slotted: str, who: str) -> str:
    """The pronouns of a sentence read as the reader reads them: as those of its subject."""
    subject = persons(slotted)[0] if slotted.startswith("⟦") else who
    return bound(slotted, subject, PEOPLE)


def test_a_pronoun_after_somebody_else_of_the_same_pronoun_is_left_alone() -> None:
    assert bound("⟦Ann Bo⟧ met ⟦Eve Fay⟧ and her dog", "Ann Bo", PEOPLE) == "⟦Ann Bo⟧ met ⟦Eve Fay⟧ and her dog"


@pytest.mark.parametrize(
    ("phrase", "doing"), [("mend the net", "mending the net"), ("lie down", "lying down"), ("sew", "sewing")]
)
def test_a_verb_phrase_becomes_a_gerund(phrase: str, doing: str) -> None:
    assert gerund(phrase) == doing


@pytest.mark.parametrize(
    ("deed", "helped"),
    [
        ("mend the net", "mending the net"),
        ("help ⟦Ann Bo⟧ with ⟦Ann Bo⟧'s Greek", "⟦Ann Bo⟧'s Greek"),
        ("help ⟦Ann Bo⟧ carry the kiln", "carrying the kiln"),
        ("help with the harvest", "the harvest"),
        ("help out at the mill", "helping out at the mill"),
    ],
)
def test_help_is_with_the_deed_and_not_with_the_help(deed: str, helped: str) -> None:
    assert helped_with(deed) == helped


def test_what_begins_with_no_verb_has_no_gerund() -> None:
    assert gerund("zzz the net") == ""


@pytest.mark.parametrize(
    ("told", "slotted"),
    [
        ("help her carry the kiln", "help ⟦Ann Bo⟧ carry the kiln"),
        ("help her brother", "help ⟦Ann Bo⟧'s brother"),
        ("carry her kiln", "carry ⟦Ann Bo⟧'s kiln"),
    ],
)
def test_her_before_a_verb_is_who_does_it(told: str, slotted: str) -> None:
    lead = "⟦Ann Bo⟧ needs somebody to "
    assert bound(lead + told, "Ann Bo", PEOPLE) == lead + slotted


def test_who_is_called_a_relative_is_so_once() -> None:
    told = spoken("⟦Ann Bo⟧'s aunt ⟦Eve Fay⟧ sings", "Ann Bo", "", PEOPLE, lambda _: "my aunt Eve")
    assert told == "my aunt Eve sings"


def test_what_one_has_with_a_relative_is_ours() -> None:
    def said(slotted: str) -> str:
        return spoken(slotted, "Ann Bo", "", PEOPLE, first_name)

    assert (
        said("⟦Ann Bo⟧'s husband Tom is expecting their second child.")
        == "my husband Tom is expecting our second child."
    )
    assert said("⟦Ann Bo⟧'s nephew Tom is lazy, and they had a row.") == "my nephew Tom is lazy, and we had a row."
    neighbours = "⟦Ann Bo⟧'s nephew Tom sells eggs to the neighbours, and they never pay."
    assert said(neighbours) == "my nephew Tom sells eggs to the neighbours, and they never pay."
