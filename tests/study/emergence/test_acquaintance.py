"""Who is named in a text, and which pairs are asked."""

from townlet.study.emergence.acquaintance import Naming, drawn

PEOPLE = ("Ann van Ry", "Ann Low", "Bo Lund", "D'Ar Sey")


def test_a_whole_name_counts_and_a_first_one_that_nobody_else_bears() -> None:
    naming = Naming(PEOPLE)
    assert naming.named("Ann van Ry saw Bo's cat.") == {"Ann van Ry", "Bo Lund"}
    assert naming.named("Ann saw the van, and Bob Lund.") == frozenset()
    assert naming.named("Is D'Ar here? Ann Lowther is.") == {"D'Ar Sey"}


def test_all_pairs_are_asked_and_of_too_many_a_draw_that_the_seed_fixes() -> None:
    assert len(drawn(PEOPLE, 1)) == 6
    many = [f"P{number} Q" for number in range(100)]
    some = drawn(many, 1, most=50)
    assert len(set(some)) == 50
    assert some == drawn(many, 1, most=50) != drawn(many, 2, most=50)
    assert all(many.index(one) < many.index(other) for one, other in some)
