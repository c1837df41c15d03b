"""Who is named in a text."""

import pytest

from townlet.measures.text.words import NameFinder

PEOPLE = (
    "Ann van Ry", "Ann Low", "Bo Lund", "D'Ar Sey", "Will Marsh", "May Tree", "Rose Ivy", "Zoë",
    "Dr. Una Fell", "雷 李", "Una Moon",
)  # fmt: skip
OTHERS = ("Rose and Crown", "Bo Lund's barn", "May Hill", "Will Nobody", "Una")


def test_a_whole_name_counts_and_a_first_one_that_nobody_else_bears() -> None:
    naming = NameFinder(PEOPLE)
    assert naming.named("Ann van Ry saw Bo's cat.") == {"Ann van Ry", "Bo Lund"}
    assert naming.named("Ann saw the van, and Bob Lund.") == frozenset()
    assert naming.named("Is D'Ar here? Ann Lowther is.") == {"D'Ar Sey"}


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Bo Lund said to me: 'Will you come? May I bring Zoë?'", {"Bo Lund", "Zoë"}),
        ("Will Ann Low come in May?", {"Ann Low"}),
        ("It is on May 3.", set()),
        ("Will told me. May, are you there?", {"Will Marsh", "May Tree"}),
        ("I saw Will the other day.", {"Will Marsh"}),
        ("Will Marsh’s dog met D’Ar.", {"Will Marsh", "D'Ar Sey"}),
        ("I rose at six, and may go.", set()),
        ("The Rose and Crown on May Hill is shut.", set()),
        ("Will Nobody met Will.", {"Will Marsh"}),
        ("Rose is in Bo Lund's barn.", {"Rose Ivy", "Bo Lund"}),
        ("Dr. Nobody came for Dr. Una Fell.", {"Dr. Una Fell"}),
        ("雷 李 is here.", {"雷 李"}),
        ("Una was there with Una Moon.", {"Una Moon"}),
    ],
)
def test_what_only_looks_like_a_name_names_nobody(text: str, named: set[str]) -> None:
    assert NameFinder(PEOPLE, OTHERS).named(text) == named
