from __future__ import annotations

import pytest

from townlet.cli.errors import BadInput
from townlet.cli.lookup import find_person

NAMES = ("Ann Bo", "Anselm Ode", "Cy Dee", "Ode Marsh", "Tam")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ann Bo", "Ann Bo"),
        ("ann", "Ann Bo"),
        ("DEE", "Cy Dee"),
        ("anse", "Anselm Ode"),
        ("mar", "Ode Marsh"),
        ("ann  b", "Ann Bo"),
    ],
)
def test_a_person_is_found_by_any_unmistakable_part(text: str, name: str) -> None:
    assert find_person(text, NAMES) == name


def test_a_part_that_two_share_names_both() -> None:
    with pytest.raises(BadInput, match="could be Anselm Ode or Ode Marsh"):
        find_person("ode", NAMES)


def test_a_whole_name_wins_over_a_beginning() -> None:
    assert find_person("tam", ("Tam", "Tamsin Roe")) == "Tam"


def test_a_slip_gets_the_nearest_name() -> None:
    with pytest.raises(BadInput, match="Did you mean Anselm Ode"):
        find_person("Anslem", NAMES)


def test_a_stranger_gets_the_names_there_are() -> None:
    with pytest.raises(BadInput, match=r"There is no person called 'Zebedee'\. The people are Ann Bo, Anselm Ode"):
        find_person("Zebedee", NAMES)


def test_nothing_is_nobody() -> None:
    with pytest.raises(BadInput, match="There is no person"):
        find_person("  ", NAMES)
