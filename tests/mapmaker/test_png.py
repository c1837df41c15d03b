import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from townlet.mapmaker.png import GAP, extent, read_png, spots_for, write_png

PIXELS = arrays.arrays(np.uint8, st.tuples(st.integers(1, 9), st.integers(1, 9), st.just(4)))
SIZES = st.dictionaries(st.text("abc", min_size=1), st.tuples(st.integers(1, 90), st.integers(1, 60)), max_size=20)


@given(PIXELS)
def test_a_picture_is_read_as_it_was_written(pixels):
    assert np.array_equal(read_png(write_png(pixels)), pixels)


def test_a_picture_of_another_form_is_refused():
    content = bytearray(write_png(np.zeros((2, 2, 4), np.uint8)))
    content[25] = 2
    with pytest.raises(ValueError, match="with alpha"):
        read_png(bytes(content))


@given(SIZES)
def test_pictures_on_a_sheet_keep_their_size_and_a_gap(sizes):
    spots = spots_for(sizes, 200)
    assert {name: spot[2:] for name, spot in spots.items()} == sizes
    wide, _ = extent(spots)
    assert wide <= 200
    for one, (x, y, width, height) in spots.items():
        for other, (left, top, across, down) in spots.items():
            apart = (
                x + width + GAP <= left or left + across + GAP <= x or y + height + GAP <= top or top + down + GAP <= y
            )
            assert one == other or apart
