"""Rankings equal the formula written out with `math.fsum`, however the float32 product was computed.

`pytest tests/memory/test_rankings.py -m slow` compares 512 cases, and with TOWNLET_THOROUGH 10,000, in a few minutes.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest

from memory import rankings
from memory.rankings import Case, cases
from thorough import times
from townlet.memory import relevance
from townlet.memory.vectors import Vectors, coarse_error, exact_dots, inverse_lengths

FEW, MANY = 64, times(512, 1000)
"""How many cases are drawn: each 64 hold every kind with each number of dimensions, with and without an outlier."""


@pytest.fixture
def spoiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puts every product almost as far from the true one as its bound allows, in one direction or the other."""
    rng = np.random.default_rng(1)

    def off(vectors: Vectors, query: Vectors) -> np.ndarray:
        inverse = inverse_lengths(vectors)
        lengths = np.divide(1, inverse, out=np.zeros_like(inverse), where=inverse > 0)
        error = 0.999 * coarse_error(query, 0.0) * lengths * rng.choice([-1.0, 1.0], len(vectors))
        return exact_dots(vectors, query) + error

    monkeypatch.setattr(relevance, "coarse_dots", off)


def wrong(chosen: Iterator[Case]) -> list[str]:
    return [case.kind for case in chosen if case.ranking() != case.expected()]


def test_rankings_and_scores_are_those_of_the_formula_written_out() -> None:
    assert wrong(cases(FEW)) == []


@pytest.mark.usefixtures("spoiled")
def test_rankings_do_not_depend_on_errors_of_the_product_within_its_bound() -> None:
    assert wrong(cases(FEW)) == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(times(1, 10)))
def test_many_rankings_are_those_of_the_formula_written_out(request: pytest.FixtureRequest, part: int) -> None:
    expected = [case.expected() for case in cases(MANY, MANY * part)]
    assert [case.ranking() for case in cases(MANY, MANY * part)] == expected
    request.getfixturevalue("spoiled")
    assert [case.ranking() for case in cases(MANY, MANY * part)] == expected


def test_a_product_that_is_worse_than_float32_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def halved(vectors: Vectors, query: Vectors) -> np.ndarray:
        return vectors.astype(np.float16).astype(np.float32) @ query

    monkeypatch.setattr(relevance, "coarse_dots", halved)
    with pytest.raises(ArithmeticError, match="less exactly than float32"):
        next(cases(1)).ranking()


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the names of the kernels are those of x86-64")
def test_rankings_and_scores_are_the_same_for_all_kernels_and_numbers_of_threads() -> None:
    found = {
        (kernel, threads): _digests(kernel, threads)
        for kernel, threads in [("Prescott", 1), ("Nehalem", 2), ("Haswell", 1), ("Haswell", 2)]
    }
    if len({products for _, products in found.values()}) == 1:
        pytest.skip("NumPy's BLAS has no kernels to choose from")
    assert len({ranking for ranking, _ in found.values()}) == 1


def _digests(kernel: str, threads: int) -> tuple[str, ...]:
    environment = {**os.environ, "OPENBLAS_CORETYPE": kernel, "OPENBLAS_NUM_THREADS": str(threads)}
    done = subprocess.run(
        [sys.executable, rankings.__file__], env=environment, capture_output=True, check=True, text=True
    )
    return tuple(done.stdout.split())
