"""Phrases are found as whole words, the longest first, and none within another."""

import re

from hypothesis import given
from hypothesis import strategies as st

from townlet.measures.text.words import PhraseFinder

WORDS = st.sampled_from(["ada", "Ada", "finch", "mill", "Mill", "the", "o'", "s"])
PHRASE = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)


def as_a_pattern(phrases: list[str], text: str) -> str:
    """The same by a pattern that tries every phrase at every place."""
    ordered = sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
    return re.sub(rf"\b(?:{'|'.join(map(re.escape, ordered))})(?!\w)", "<>", text, flags=re.IGNORECASE)


@given(st.lists(PHRASE, min_size=1, max_size=4), st.lists(st.one_of(WORDS, st.sampled_from([",", "-", "'s"]))))
def test_they_are_those_of_a_pattern_of_all_of_them(phrases: list[str], words: list[str]) -> None:
    for gap in (" ", ""):
        text = gap.join(words)
        assert PhraseFinder(phrases, any_case=True).masked(text, "<>") == as_a_pattern(phrases, text)


def test_a_phrase_is_told_as_it_was_given_with_its_place() -> None:
    assert list(PhraseFinder(["the Mill", "Mill"], any_case=True).found("At The mill, millers.")) == [
        (3, 11, "the Mill")
    ]


def test_capitals_count_unless_they_are_not_to() -> None:
    assert not list(PhraseFinder(["Rose"]).found("They rose."))
    assert list(PhraseFinder(["Rose"]).found("Rose's, said Rosemary and Rose"))[-1] == (26, 30, "Rose")


def test_what_begins_with_a_sign_is_found_too_and_what_holds_no_word_is_not() -> None:
    assert PhraseFinder(["'t Huis", "…", ""]).masked("In 't Huis…", "<>") == "In <>…"
