"""Which pairs are asked about each other, and which know of each other."""

from townlet.measures.emergence.relationships import draw_pairs, find_mutual_pairs

PEOPLE = ("Ann van Ry", "Ann Low", "Bo Lund", "D'Ar Sey")


def test_all_pairs_are_asked_and_of_too_many_a_draw_that_the_seed_fixes() -> None:
    assert len(draw_pairs(PEOPLE, 1)) == 6
    many = [f"P{number} Q" for number in range(100)]
    some = draw_pairs(many, 1, most=50)
    assert len(set(some)) == 50
    assert some == draw_pairs(many, 1, most=50) != draw_pairs(many, 2, most=50)
    assert all(many.index(one) < many.index(other) for one, other in some)


def test_nobody_is_a_pair_with_themselves() -> None:
    known = {("Ann Low", "Bo Lund"), ("Bo Lund", "Ann Low"), ("Ann Low", "Ann Low"), ("Bo Lund", "D'Ar Sey")}
    assert find_mutual_pairs(known) == {("Ann Low", "Bo Lund")}
