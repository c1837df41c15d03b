"""Paths in the tree of places."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.world.address import Address

parts = st.lists(
    st.text(st.characters(codec="utf-8", exclude_characters=":<>"), min_size=1, max_size=8).map(str.strip).filter(bool),
    min_size=1,
    max_size=5,
)


@given(parts)
def test_what_is_written_is_read_as_the_same_address(names: list[str]) -> None:
    assert Address.parse(str(Address(tuple(names)))) == Address(tuple(names))


@given(parts, parts)
def test_a_place_contains_itself_and_what_is_below_it_and_nothing_else(names: list[str], more: list[str]) -> None:
    place, other = Address(tuple(names)), Address(tuple(more))
    assert place.contains(place)
    assert place.contains(place / "stove")
    assert place.contains(other) == (place in other.ancestors())


def test_brackets_and_spaces_around_an_address_do_not_matter() -> None:
    assert Address.parse(" <Otterby: Mill :kitchen> ") == Address(("Otterby", "Mill", "kitchen"))


@pytest.mark.parametrize("text", ["", ":", "Otterby::kitchen", "Otterby:"])
def test_an_empty_part_is_refused_with_the_form_that_is_expected(text: str) -> None:
    with pytest.raises(ValueError, match="expected world"):
        Address.parse(text)


def test_ancestors_run_from_the_root_to_the_address_itself() -> None:
    place = Address.parse("Otterby:Mill:kitchen")
    assert [str(each) for each in place.ancestors()] == ["Otterby", "Otterby:Mill", "Otterby:Mill:kitchen"]
    assert place.parent == Address.parse("Otterby:Mill")
    assert Address(("Otterby",)).parent is None
    assert (place.depth, place.name) == (3, "kitchen")
