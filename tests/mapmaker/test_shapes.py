from hypothesis import given
from hypothesis import strategies as st

from townlet.mapmaker.canvas import parts_of, pieces_of
from townlet.town.drawing import rectangles_of

TILES = st.frozensets(st.tuples(st.integers(0, 7), st.integers(0, 7)))


def tiles_of(rectangle):
    x, y, width, depth = rectangle
    return [(x + i, y + j) for j in range(depth) for i in range(width)]


@given(TILES)
def test_rectangles_cover_each_tile_once_and_nothing_else(tiles):
    covered = [tile for rectangle in rectangles_of(tiles) for tile in tiles_of(rectangle)]
    assert len(covered) == len(set(covered))
    assert set(covered) == tiles


@given(TILES)
def test_parts_share_no_tile_and_do_not_touch(tiles):
    parts = list(parts_of(tiles))
    assert sum(map(len, parts)) == len(tiles)
    assert frozenset().union(*parts) == tiles
    for part in parts:
        near = {(x + i, y + j) for x, y in part for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        assert not (near & tiles) - part


def test_letters_that_touch_are_one_piece_unless_their_size_is_given():
    block = tiles_of((2, 1, 4, 2))
    assert list(pieces_of(block, None)) == [(2, 1, 4, 2)]
    assert list(pieces_of(block, [2, 2])) == [(2, 1, 2, 2), (4, 1, 2, 2)]


def test_a_shape_that_makes_no_pieces_is_shown_by_its_first_tile():
    assert list(pieces_of([(3, 1), (2, 2), (3, 2)], None)) == [(3, 1)]
    assert list(pieces_of(tiles_of((0, 0, 3, 1)), [2, 1])) == [(0, 0)]
