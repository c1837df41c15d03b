from hypothesis import given
from hypothesis import strategies as st

from townlet.town.flood_fill import beside, distances, largest_part

TILES = st.frozensets(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1)


@given(TILES)
def test_neighbours_are_one_step_apart_at_most(walkable):
    found = distances([min(walkable)], walkable)
    for tile, steps in found.items():
        assert all(abs(found[other] - steps) <= 1 for other in beside(tile) if other in walkable)


@given(TILES)
def test_every_tile_but_the_start_has_one_that_is_a_step_nearer(walkable):
    found = distances([min(walkable)], walkable)
    for tile, steps in found.items():
        assert steps == 0 or any(found.get(other) == steps - 1 for other in beside(tile))


@given(TILES)
def test_no_connected_part_is_larger_than_the_largest(walkable):
    largest = largest_part(sorted(walkable), walkable)
    assert all(len(distances([tile], walkable)) <= len(largest) for tile in walkable)
