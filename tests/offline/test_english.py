from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.offline.english import article, contract, expand, listing, lower_first, sentence
from townlet.offline.forms import inflect


@pytest.mark.parametrize(
    ("noun", "phrase"),
    [
        ("hour", "an hour"),
        ("unicorn", "a unicorn"),
        ("umbrella", "an umbrella"),
        ("map", "a map"),
        ("old map", "an old map"),
    ],
)
def test_the_article_follows_the_sound(noun: str, phrase: str) -> None:
    assert article(noun) == phrase


@pytest.mark.parametrize(
    ("lemma", "tag", "form"),
    [
        ("mend", "VBG", "mending"),
        ("be", "VBZ", "is"),
        ("have", "VBZ", "has"),
        ("find", "VBD", "found"),
        ("plan", "VBG", "planning"),
    ],
)
def test_verbs_inflect(lemma: str, tag: str, form: str) -> None:
    assert inflect(lemma, tag) == form


def test_lists_join_with_one_and() -> None:
    assert listing(["a"]) == "a"
    assert listing(["a", "b"]) == "a and b"
    assert listing(["a", "b", "c"]) == "a, b and c"


def test_contractions_come_and_go() -> None:
    assert contract("I am not sure that you are right") == "I'm not sure that you're right"
    assert expand("I'm not sure that you're right") == "I am not sure that you are right"
    assert expand("the best baker she's ever had, and it's never dull") == (
        "the best baker she has ever had, and it is never dull"
    )


def test_a_name_keeps_its_capital_inside_a_sentence() -> None:
    assert lower_first("The ferry is late") == "the ferry is late"
    assert lower_first("Ann is late") == "Ann is late"


@given(st.text(alphabet="ab .,?!'", max_size=40))
def test_a_sentence_is_stable_once_put_right(text: str) -> None:
    assert sentence(sentence(text)) == sentence(text)
