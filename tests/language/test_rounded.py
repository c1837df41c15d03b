import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from townlet.language.hashed import HashedEmbedder, RoundedHashedEmbedder, hashed_embedder
from townlet.language.rounded import rounded

any_vectors = arrays.arrays(
    np.float32, st.tuples(st.integers(1, 5), st.integers(1, 40)), elements=st.floats(-1, 1, width=32)
)


@pytest.mark.parametrize(("dimensions", "limit"), [(2, 127), (512, 127), (1536, 104), (3072, 73)])
def test_products_of_rounded_vectors_are_exact_in_float32(dimensions, limit):
    vectors = rounded(np.random.default_rng(4).choice([-1, 1], size=(33, dimensions)).astype(np.float32))
    assert np.abs(vectors).max() == limit
    assert np.array_equal(vectors @ vectors.T, vectors.astype(np.int64) @ vectors.astype(np.int64).T)


@given(any_vectors)
def test_rounded_vectors_stay_as_they_are_and_fit_into_a_byte(vectors):
    once = rounded(vectors)
    assert np.array_equal(rounded(once), once)
    assert np.array_equal(once.astype(np.int8), once)


@given(any_vectors)
def test_rows_are_rounded_independently(vectors):
    assert np.array_equal(rounded(vectors), np.concatenate([rounded(row[np.newaxis]) for row in vectors]))


def test_a_row_of_zeros_stays_one():
    assert rounded(np.zeros((1, 2), np.float32)).tolist() == [[0, 0]]


def test_the_older_hashed_embedder_gives_the_vectors_of_the_newer_one_rounded():
    texts = ["Ada Lo bakes bread", "..."]
    assert np.array_equal(RoundedHashedEmbedder().embed(texts), rounded(HashedEmbedder().embed(texts)))


@pytest.mark.parametrize("name", ["hashed-512", "hashed2-512"])
def test_a_hashed_embedder_is_found_by_its_name(name):
    found = hashed_embedder(name)
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize("name", ["hashed", "hashed-64", "minilm", ""])
def test_other_names_are_not_those_of_hashed_embedders(name):
    assert hashed_embedder(name) is None
