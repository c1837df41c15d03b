"""Whether an answer says yes."""

from dataclasses import replace
from functools import partial

import pytest

from townlet.measures.diffusion.facts import TrackedFact
from townlet.measures.emergence.result import SurveyReply, compare_with_memory, find_added_names
from townlet.measures.text.assertions import affirms_knowledge
from townlet.measures.text.words import NameFinder
from townlet.memory.record import Memory, MemoryId

FACT = TrackedFact("sale", "Bo Lund", "Do you know what is sold?", (("lighthouse", "tower"), ("sell", "sold")))


@pytest.mark.parametrize(
    "answer",
    [
        "Yes.",
        "Yes, of course!",
        "The tower is to be sold in June, or so Bo tells me.",
        "So I've been told. Bo says that they will sell the lighthouse.",
        "The lighthouse? They will sell it.",
        "I know Cy Dell, but not well enough to say much.",
        "Yes. Cy Dell asks everyone he meets who keeps the tower.",
        "Yes, I know Cy Dell, but I haven't met him in person.",
        "Oh yes, though I don't know her well.",
        "Yes, doesn't everybody?",
        "I know of him, but we have never met.",
        "Not personally, but I have heard of her.",
        "I’ve heard of her from Bo, though we’ve never met.",
        "Cy Dell... I know him from school; I couldn't tell you more.",
        "No doubt about it: she is my aunt.",
        "My aunt!",
    ],
)
def test_yes(answer: str) -> None:
    assert affirms_knowledge(answer)


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "No.",
        "I don't know anyone called Cy.",
        "Cy Dell? I can't place the name. We haven't met, as far as I know.",
        "I've never heard of him.",
        "That's new to me.",
        "I couldn't tell you; nobody has mentioned it to me.",
        "I ask everyone I meet what is being sold.",
        "Di Marsh wonders what will be sold.",
        "Hmm, no.",
        "Hmm... I don’t think so.",
        "Sorry, no.",
        "I'm afraid not.",
        "Yes and no. Who is that?",
        "Nope.",
        "I know nobody by that name.",
        "I do not recognise that name.",
        "I am not acquainted with Cy Dell.",
        "That name is unknown to me.",
        "Unfortunately, I have no information about Cy Dell.",
        "There is no sale that I know of.",
        "I don’t know anyone called Cy, but I know many who sell towers.",
        "...",
    ],
)
def test_no(answer: str) -> None:
    assert not affirms_knowledge(answer)


def test_a_yes_has_to_give_what_the_question_leaves_open() -> None:
    def says_yes(answer: str, speaker: str = "Ann Ivy") -> bool:
        return affirms_knowledge(answer, partial(fact.answered_by, speaker=speaker))

    fact = replace(FACT, question="Do you know what happens to the lighthouse?", own_words=(("mine",),))
    assert says_yes("They will sell it.")
    assert says_yes("Yes.")
    assert says_yes("Yes, I’ve heard about it from Ann.")
    assert not says_yes("Yes. I know Bo, who keeps the lighthouse.")
    assert not says_yes("I wonder whether they will sell the tower.")
    assert not says_yes("Yes. I ask everyone I meet what is being sold.")
    assert not says_yes("So I've been told. Di Marsh wonders what will be sold.")
    assert says_yes("Bo wants it to be mine.", "Bo Lund")
    assert not says_yes("Bo wants it to be mine.")


def test_what_is_taken_for_granted_in_a_question_is_said() -> None:
    fact = replace(FACT, question="Do you know of a sale of the tower, to sell it?")
    assert affirms_knowledge(
        "Di should ask Bo how things stand with the tower.", partial(fact.answered_by, speaker="Di Marsh")
    )
    assert not affirms_knowledge(
        "I feel settled and take the days as they come.", partial(fact.answered_by, speaker="Di Marsh")
    )


def memory(text: str) -> Memory:
    from datetime import datetime

    return Memory(MemoryId("Ann Ivy", 1, 0), "observation", text, datetime(2031, 4, 7), 3, "heard")


def test_kinds_of_disagreement() -> None:
    told, vague = "They have sold the lighthouse.", "Yes, I have heard something."
    assert compare_with_memory(FACT, "Ann Ivy", True, True, told, []) == "agree"
    assert compare_with_memory(FACT, "Ann Ivy", True, False, "No.", [memory(told)]) == "miss"
    assert compare_with_memory(FACT, "Ann Ivy", False, True, vague, [memory("The lighthouse is white.")]) == "fragment"
    assert compare_with_memory(FACT, "Ann Ivy", False, True, told, []) == "invention"
    assert compare_with_memory(FACT, "Ann Ivy", False, True, vague, []) == "world knowledge"


def test_names_from_nowhere_are_embellishments() -> None:
    naming = NameFinder(("Ann Ivy", "Bo Lund", "Cy Dell", "Cy Rand", "Will Ash"))

    def names(question: str, *shown: Memory) -> list[str]:
        answer = "Bo's selling it to Cy Dell, and I am Ann Ivy. Will you buy it?"
        return find_added_names(SurveyReply("Ann Ivy", "sale", question, answer, True, shown), naming)

    assert names("Do you know what Bo Lund sells?") == ["Cy Dell"]
    assert names("What?", memory("Bo Lund met Cy Dell.")) == []
