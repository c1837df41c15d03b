"""When two lines are one and the same."""

from townlet.cognition.repetition import blank_names

NAMES = frozenset(("Ann", "Bo", "Cy", "Du"))


def alike(one: str, other: str) -> bool:
    return blank_names(one, NAMES) == blank_names(other, NAMES)


def test_two_lines_that_differ_in_a_name_are_alike() -> None:
    assert alike("Bye, Ann. Mind yourself.", "Bye, Cy. Mind yourself.")
    assert alike("Ann! How good to see you.", "Cy Du! How good to see you.")
    assert alike("Bye, Eve. I'm off.", "Bye, Fox Day. I'm off.")


def test_two_lines_that_differ_in_a_number_or_a_stop_are_alike() -> None:
    assert alike("See you at 5 pm.", "See you at 7 pm!")
    assert alike("I’m late", "I'm late.")


def test_two_lines_that_differ_in_a_word_are_not() -> None:
    assert not alike("Bye. I'm off.", "Bye. We're off.")
    assert not alike("Bye, Ann.", "So long, Ann.")
    assert not alike("Yes.", "No.")
