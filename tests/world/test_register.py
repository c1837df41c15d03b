"""Who is in the town, and who is named in a text."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.world.register import Register, first_name, given_name, is_date

NAMES = ["Ann Bo", "Ann Ivy", "Keir O'Dell", "Tindra", "May van der Lund", "Åsa Øst"]


def test_names_in_a_text_are_found_in_order() -> None:
    register = Register({"Tindra": "she", "Ann Bo": "they", "Ann Ivy": "she", "Keir O'Dell": "he"})
    assert register.named_in("Tindra told Keir O'Dell that it rains. Ann stayed in.") == ["Keir O'Dell", "Tindra"]


def test_a_first_name_is_enough_if_only_one_has_it_and_it_is_no_other_word() -> None:
    register = Register(dict.fromkeys(["Ann Bo", "Ann Ivy", "Keir O'Dell", "May Lund", "Will Oh"], "they"))
    assert register.named_in("Will Keir's boat be back in May? Ask Ann.") == ["Keir O'Dell"]


def test_an_article_or_a_title_names_nobody() -> None:
    register = Register(dict.fromkeys(["The Baker", "Old Tom", "Dr. Hale"], "they"))
    assert register.named_in("The dog barks. Old houses creak. Dr. Who came with Old Tom.") == ["Old Tom"]


@pytest.mark.parametrize(
    ("name", "called", "given"),
    [
        ("Ann Bo", "Ann", "Ann"),
        ("Brother Ekow Mensah", "Brother Ekow", "Ekow"),
        ("Teo Hui Min", "Hui Min", "Hui"),
        ("Zhang Yaling", "Yaling", "Yaling"),
        ("Trần Thị Mai", "Mai", "Mai"),
        ("Park Ji-woo", "Ji-woo", "Ji-woo"),
        ("Amy Chan", "Amy", "Amy"),
        ("Tan", "Tan", "Tan"),
    ],
)
def test_people_are_called_by_their_given_name_also_where_the_family_stands_first(
    name: str, called: str, given: str
) -> None:
    assert (first_name(name), given_name(name)) == (called, given)
    assert Register({name: "they", "Bo Ek": "he"}).named_in(f"Ask {called} about it.") == [name]


@given(st.lists(st.sampled_from([*NAMES, "said to", "Ann", "'s", "(", "and"]), max_size=8))
def test_all_that_a_plain_search_for_whole_names_finds_is_found(words: list[str]) -> None:
    text = " ".join(words)
    register = Register(dict.fromkeys(NAMES, "they"))
    assert register.named_in(text) == sorted(name for name in NAMES if name in text)


def test_a_register_with_somebody_more_leaves_the_old_one_as_it_was() -> None:
    before = Register({"Ann Bo": "she"})
    after = before.with_person("Tindra", "they")
    assert (dict(before), dict(after)) == ({"Ann Bo": "she"}, {"Ann Bo": "she", "Tindra": "they"})
    assert after.without("Tindra") == before


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("It opens on Friday.", True),
        ("It opens every Friday.", True),
        ("Friday evening is free.", True),
        ("He met Friday on the beach.", False),
        ("Friday needs a boat.", False),
        ("It is cold until April.", True),
        ("It opens on April 3.", True),
        ("It depends on April.", False),
        ("Bo is no name of a day.", False),
    ],
)
def test_a_name_is_a_day_or_a_month_where_its_words_say_so(text: str, dates: bool) -> None:
    found = re.search("Friday|April|Bo", text)
    assert found is not None
    assert is_date(text, *found.span()) == dates
