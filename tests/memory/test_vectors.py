import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from townlet.memory.vectors import Vectors, coarse_dots, coarse_error, exact_dots, inverse_lengths, vectors_of

any_numbers = st.one_of(st.floats(-1, 1, width=32), st.floats(allow_nan=False, allow_infinity=False, width=32))
any_pairs = st.tuples(st.integers(1, 5), st.integers(1, 40)).flatmap(
    lambda shape: st.tuples(
        arrays.arrays(np.float32, shape, elements=any_numbers),
        arrays.arrays(np.float32, shape[1], elements=any_numbers),
    )
)


def true_dot(one: Vectors, other: Vectors) -> Fraction:
    return sum((Fraction(x) * Fraction(y) for x, y in zip(one.tolist(), other.tolist(), strict=True)), Fraction())


@given(any_pairs)
def test_a_dot_product_is_the_number_nearest_to_the_true_one(pair):
    rows, query = pair
    assert exact_dots(rows, query).tolist() == [float(true_dot(row, query)) for row in rows]


@given(st.integers(0, 1000), st.sampled_from([1, 7, 384, 3072]))
def test_long_dot_products_with_numbers_of_all_sizes_are_those_of_fsum(seed, dimensions):
    rng = np.random.default_rng(seed)
    rows, query = (
        (rng.normal(size=shape) * 10.0 ** rng.uniform(-20, 15, shape)).astype(np.float32)
        for shape in ((3, dimensions), (dimensions,))
    )
    rows[0, 1::2] = -rows[0, : dimensions // 2 * 2 : 2]
    products = np.multiply(rows, query, dtype=np.float64)
    assert exact_dots(rows, query).tolist() == [math.fsum(each) for each in products.tolist()]


def test_many_rows_are_computed_as_each_alone():
    rng = np.random.default_rng(1)
    rows, query = rng.normal(size=(999, 384)).astype(np.float32), rng.normal(size=384).astype(np.float32)
    assert exact_dots(rows, query).tolist() == [exact_dots(row[np.newaxis], query)[0] for row in rows]


def test_no_rows_have_no_products_and_no_lengths():
    none = np.empty((0, 3), np.float32)
    assert exact_dots(none, none.sum(axis=0)).tolist() == inverse_lengths(none).tolist() == []


@given(any_pairs)
def test_an_inverse_length_is_one_over_the_rounded_root_of_the_rounded_sum(pair):
    rows, _ = pair
    lengths = [math.sqrt(true_dot(row, row)) for row in rows]
    assert inverse_lengths(rows).tolist() == [1 / length if length else 0.0 for length in lengths]


@given(st.integers(0, 1000), st.sampled_from([1, 384, 3072]), st.sampled_from([1e-38, 1e-30, 1.0, 1e15]))
def test_the_float32_product_errs_by_less_than_its_bound(seed, dimensions, size):
    rng = np.random.default_rng(seed)
    rows, query = ((rng.normal(size=shape) * size).astype(np.float32) for shape in ((9, dimensions), (dimensions,)))
    inverse = inverse_lengths(rows)
    off = np.abs(coarse_dots(rows, query) * inverse - exact_dots(rows, query) * inverse)
    assert off.max() <= coarse_error(query, inverse.max())


def test_the_bound_is_small_for_vectors_of_length_one():
    query = np.full(384, 384**-0.5, np.float32)
    assert 384 * 2.0**-24 < coarse_error(query, 1.0) < 384 * 2.0**-24 * 1.01


def test_vectors_stay_as_the_embedder_gave_them():
    given_vectors = np.random.default_rng(2).normal(size=(3, 5)).astype(np.float32)
    assert vectors_of(given_vectors) is given_vectors
    assert vectors_of([[1, 2], [3, 4]]).dtype == np.float32


@pytest.mark.parametrize("value", [math.nan, math.inf, 1e39])
def test_coordinates_that_are_not_finite_are_refused(value):
    with pytest.raises(ValueError, match="coordinate that is not finite"):
        vectors_of([1.0, value])
