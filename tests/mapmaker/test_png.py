import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from townlet.mapmaker.png import GAP, extent, read_png, spots_for, with_few_colours, write_png

PIXELS = arrays.arrays(np.uint8, st.tuples(st.integers(1, 9), st.integers(1, 9), st.just(4)))
SIZES = st.dictionaries(st.text("abc", min_size=1), st.tuples(st.integers(1, 90), st.integers(1, 60)), max_size=20)


@given(PIXELS)
def test_a_picture_is_read_as_it_was_written(pixels):
    assert np.array_equal(read_png(write_png(pixels)), pixels)


def test_a_picture_of_many_colours_is_read_as_it_was_written():
    pixels = np.random.default_rng(1).integers(0, 256, (20, 20, 4), np.uint8)
    assert np.array_equal(read_png(write_png(pixels)), pixels)


@given(PIXELS, st.integers(1, 12))
def test_few_colours_are_near_those_of_the_picture_and_none_if_it_is_transparent(pixels, most):
    few = with_few_colours(pixels, most)
    assert len(np.unique(few.reshape(-1, 4), axis=0)) <= most
    clear = np.where(pixels[..., 3:] == 0, 0, pixels)
    if len(np.unique(clear.reshape(-1, 4), axis=0)) <= most:
        assert np.array_equal(few, clear)


def test_few_colours_of_a_shaded_picture_look_like_it():
    across = np.arange(120, dtype=np.uint8)
    shaded = np.stack(np.broadcast_arrays(across[None], across[:, None], np.uint8(90), np.uint8(255)), axis=2)
    shaded = np.ascontiguousarray(shaded)
    few = with_few_colours(shaded)
    assert np.abs(few.astype(int) - shaded).max() <= 8
    assert len(np.unique(few.reshape(-1, 4), axis=0)) <= 256 < len(np.unique(shaded.reshape(-1, 4), axis=0))


def test_a_picture_of_another_form_is_refused():
    content = bytearray(write_png(np.zeros((2, 2, 4), np.uint8)))
    content[25] = 2
    with pytest.raises(ValueError, match="another PNG format"):
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
