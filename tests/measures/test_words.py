import pytest
from hypothesis import given
from hypothesis import strategies as st

from measures.made import ADA, BRAM, starter
from townlet.measures.text.words import Vocabulary, split_sentences

VOCABULARY = Vocabulary((ADA, BRAM), starter().setting)


def test_names_places_and_times_are_masked() -> None:
    masked = VOCABULARY.masked("Bram told Ada Finch to be at the Village Green on Tuesday at 4 pm.")
    assert masked == "<name> told <name> to be at the <place> on <time> at <time>."


def test_two_lines_that_differ_in_names_alone_are_the_same_when_masked() -> None:
    assert VOCABULARY.masked("Bye, Bram!") == VOCABULARY.masked("Bye, Ada!")


def test_a_word_that_is_a_name_only_with_a_capital_is_masked_only_so() -> None:
    masked = Vocabulary(("Will Park",), starter().setting).masked("Will, I will go to the park with Mr Park.")
    assert masked == "<name>, i will go to the park with mr <name>."


def test_may_is_masked_as_a_month_only() -> None:
    assert VOCABULARY.masked("You may come on May 6.") == "you may come on <time> <time>."


@pytest.mark.parametrize("called", ["José María", "José", "María", "Ibáñez", "de la Cruz", "Ibáñez de la Cruz"])
def test_every_way_to_call_somebody_by_their_name_is_masked(called: str) -> None:
    vocabulary = Vocabulary(("José María Ibáñez de la Cruz",), starter().setting)
    assert vocabulary.masked(f"La tarde, {called}, and la luna.") == "la tarde, <name>, and la luna."


def test_stems_leave_out_names_and_stop_words() -> None:
    assert VOCABULARY.stems("Ada is baking the plum cakes for Bram") == {"bake", "plum", "cake"}


def test_a_word_counts_whatever_its_ending() -> None:
    assert VOCABULARY.stems("sailing boats") == VOCABULARY.stems("sail boat")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Hi! I'm off. See you?", ["Hi!", "I'm off.", "See you?"]),
        ("No end mark", ["No end mark"]),
        ("", []),
        ("He said 'stop.' Then he left.", ["He said 'stop.", "Then he left."]),
    ],
)
def test_sentences_are_parted_at_their_marks(text: str, parts: list[str]) -> None:
    assert split_sentences(text) == parts


@given(st.text(max_size=60))
def test_masking_twice_changes_nothing_more(text: str) -> None:
    once = VOCABULARY.masked(text)
    assert VOCABULARY.masked(once).replace("<<", "<") == once.replace("<<", "<")


def test_a_town_without_people_has_no_names_to_mask() -> None:
    assert Vocabulary((), starter().setting).masked("Ada is here") == "ada is here"
