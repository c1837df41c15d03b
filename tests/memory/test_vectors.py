import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from townlet.memory.vectors import grid_of, inverse_lengths, quantise

any_vectors = arrays.arrays(
    np.float32, st.tuples(st.integers(1, 5), st.integers(1, 40)), elements=st.floats(-1, 1, width=32)
)


@pytest.mark.parametrize(("dimensions", "grid"), [(2, 127), (512, 127), (1536, 104), (3072, 73)])
def test_the_grid_keeps_products_within_float32s_whole_numbers(dimensions, grid):
    assert grid_of(dimensions) == grid
    assert dimensions * grid**2 <= 2**24


@given(any_vectors)
def test_coordinates_are_whole_and_within_the_grid(vectors):
    on_grid = quantise(vectors)
    assert on_grid.dtype == np.int8
    assert np.abs(on_grid.astype(int)).max() <= grid_of(vectors.shape[1])


@given(any_vectors)
def test_what_is_on_the_grid_stays_as_it_is(vectors):
    assert np.array_equal(quantise(quantise(vectors)), quantise(vectors))


@given(any_vectors)
def test_rows_are_quantised_independently(vectors):
    assert np.array_equal(quantise(vectors), np.stack([quantise(row) for row in vectors]))


def test_cosines_hardly_change():
    vectors = np.random.default_rng(3).normal(size=(40, 384))
    on_grid = quantise(vectors).astype(np.float32)
    exact = vectors @ vectors.T / np.outer(*[np.linalg.norm(vectors, axis=1)] * 2)
    rounded = on_grid @ on_grid.T * np.outer(*[inverse_lengths(on_grid)] * 2)
    assert np.abs(exact - rounded).max() < 0.004


@pytest.mark.parametrize("dimensions", [512, 1024, 3072])
def test_products_are_exact_whatever_the_batch(dimensions):
    vectors = quantise(np.random.default_rng(4).choice([-1.0, 1.0], size=(33, dimensions))).astype(np.float32)
    whole = vectors.astype(np.int64) @ vectors.astype(np.int64).T
    assert np.array_equal(vectors @ vectors.T, whole)
    assert np.array_equal(vectors @ vectors[7], whole[7])


def test_a_row_of_zeros_stays_one_and_has_no_length():
    assert quantise([[0.0, 0.0]]).tolist() == [[0, 0]]
    assert inverse_lengths(quantise([[0.0, 0.0], [3.0, 4.0]])).tolist() == [0, 1 / math.hypot(95, 127)]


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_coordinates_that_are_not_finite_are_refused(value):
    with pytest.raises(ValueError, match="coordinate that is not finite"):
        quantise([1.0, value])
