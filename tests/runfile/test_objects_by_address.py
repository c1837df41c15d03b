from __future__ import annotations

import pytest

from townlet.errors import BadInput
from townlet.runfile.lookup import find_object
from townlet.world.address import Address

STOVE = Address.parse("Weir:Mill House:kitchen:stove")
OTHER_STOVE = Address.parse("Weir:Ann's hut:kitchen:stove")
BED = Address.parse("Weir:Mill House:attic:bed")
KNOWN = (STOVE, OTHER_STOVE, BED)


@pytest.mark.parametrize(
    "text",
    [
        "Weir:Mill House:kitchen:stove",
        "<Mill House: kitchen: stove>",
        "mill house:KITCHEN: stove",
    ],
)
def test_an_object_is_found_with_or_without_the_root(text: str) -> None:
    assert find_object(text, KNOWN) == STOVE


def test_a_curly_apostrophe_is_an_apostrophe() -> None:
    assert find_object("Ann’s hut: kitchen: stove", KNOWN) == OTHER_STOVE


def test_a_single_thing_needs_no_address() -> None:
    assert find_object("bed", KNOWN) == BED


def test_one_of_several_has_to_be_said() -> None:
    with pytest.raises(BadInput, match=r"any of 2 objects \(Ann's hut: kitchen: stove; Mill House: kitchen: stove\)"):
        find_object("stove", KNOWN)


def test_an_unknown_object_gets_its_neighbours() -> None:
    with pytest.raises(
        BadInput, match=r"no object 'Mill House: kitchen: stve'.*Similar objects: .*Mill House: kitchen: stove"
    ):
        find_object("Mill House: kitchen: stve", KNOWN)


def test_a_place_is_not_an_object() -> None:
    with pytest.raises(BadInput, match=r"no object"):
        find_object("Mill House: kitchen", KNOWN)
