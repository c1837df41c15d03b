from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats
from statsmodels.stats.power import TTestPower

from townlet.studies.paired_tests import PairedEstimate, simulate_power, survival_curve

DIFFERENCES = (1.5, 2.0, -0.5, 3.0, 0.75, 1.25, -1.0)


def test_students_interval_is_scipys() -> None:
    found = PairedEstimate(DIFFERENCES)
    expected = stats.ttest_1samp(DIFFERENCES, 0).confidence_interval()
    assert found.student_interval == (pytest.approx(expected.low), pytest.approx(expected.high))
    assert (found.mean, found.deviation) == (pytest.approx(1.0), pytest.approx(np.std(DIFFERENCES, ddof=1)))


def p_of_shift(differences: tuple[float, ...], shift: float) -> float:
    """The two-sided p of a shift, by scipy's permutation test over all flips of signs."""
    found = stats.permutation_test(
        (np.array(differences) - shift,),
        lambda sample, axis: np.mean(sample, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=2**14,
    )
    return float(found.pvalue)


@given(st.lists(st.integers(-8, 8), min_size=6, max_size=9))
@settings(max_examples=25, deadline=None)
def test_an_interval_holds_what_scipys_test_does_not_refute_less_one_flip_at_most(values: list[int]) -> None:
    differences = tuple(value / 4 for value in values)
    found, flip = PairedEstimate(differences), 2 / 2 ** len(values)
    exact = p_of_shift(differences, 0.0)
    assert exact - flip - 1e-9 <= (found.p_sign_flips or 0) <= exact + 1e-9
    if found.interval is None:
        assert not found.has_spread
        return
    low, high = found.interval
    assert min(differences) <= low < high <= max(differences)
    if found.p_sign_flips != pytest.approx(0.05):
        assert (low <= 0 <= high) == ((found.p_sign_flips or 0) > 0.05)
    for end, outwards in ((low, -1e-6), (high, 1e-6)):
        assert p_of_shift(differences, end - outwards) > 0.05
        assert p_of_shift(differences, end + outwards) - flip <= 0.05


@pytest.mark.parametrize("differences", [DIFFERENCES, (1.0, 2.0, 3.0), (0.0, 0.0, 1.0, -2.0), (2.0,) * 6])
def test_a_p_is_the_share_of_all_flips_of_signs_and_straight_between_them(differences: tuple[float, ...]) -> None:
    number = len(differences)
    flipped = [np.array(signs) < 0 for signs in product((1, -1), repeat=number) if min(signs) < 0]
    means = sorted(float(np.mean(np.array(differences)[each])) for each in flipped)
    found = PairedEstimate(differences)

    def share(ends: list[float], value: float) -> float:
        below, above = [end for end in ends if end <= value], [end for end in ends if end > value]
        part = (value - below[-1]) / (above[0] - below[-1]) if below and above else 0
        return (max(1, len(below)) + part) / 2**number

    sides = share(means, 0.0), share([-mean for mean in reversed(means)], 0.0)
    assert found.p_sign_flips == pytest.approx(min(1.0, 2 * min(sides)))
    assert found.p_equivalence(0.3) == pytest.approx(
        max(share(means, -0.3), share([-mean for mean in reversed(means)], -0.3))
    )


STUDIES = 1500
Draw = Callable[[np.random.Generator, tuple[int, int]], NDArray[np.float64]]


@pytest.mark.parametrize("seeds", [6, 8, 12])
@pytest.mark.parametrize(
    ("effect", "draw"),
    [
        (1.0, lambda rng, shape: rng.normal(1, 1, shape)),
        (1.0, lambda rng, shape: rng.exponential(2, shape) - rng.exponential(1, shape)),
        (2.0, lambda rng, shape: rng.poisson(6, shape) - rng.poisson(4, shape)),
    ],
    ids=["normal", "skewed", "counted"],
)
def test_intervals_hold_the_truth_as_often_as_they_say(seeds: int, effect: float, draw: Draw) -> None:
    held = 0
    for row in draw(np.random.default_rng(1), (STUDIES, seeds)):
        low, high = PairedEstimate(tuple(map(float, row))).interval or (-np.inf, np.inf)
        held += low <= effect <= high
    assert held / STUDIES == pytest.approx(0.95, abs=0.03)


def test_equal_differences_have_no_interval_and_too_few_have_none() -> None:
    for differences in ((0.0,) * 5, (0.1 + 0.2, 0.3) * 3, (1.0, 2.0, 3.0, 4.0, 5.0)):
        assert PairedEstimate(differences).interval is None
    assert PairedEstimate((0.0,) * 6).p_sign_flips == 1
    assert PairedEstimate((1.0, 2.0, 3.0, 4.0, 5.0, 6.0)).interval == (pytest.approx(1.3), pytest.approx(5.7))


def test_equivalence_is_two_one_sided_tests() -> None:
    found = PairedEstimate((0.1, -0.2, 0.05, 0.0, -0.1, 0.15))
    assert found.p_equivalence(1.0) == 1 / 64
    assert found.p_equivalence(0.01) == pytest.approx(max(found._p_above(-0.01), found._p_below(0.01)))
    assert (found.p_equivalence(0.01) or 0) > 0.05


def test_one_seed_gives_a_mean_alone() -> None:
    found = PairedEstimate((2.0,))
    assert (found.mean, found.interval, found.p_sign_flips, found.deviation) == (2.0, None, None, None)
    assert found.p_equivalence(1.0) is None


def test_many_seeds_draw_their_flips_and_draw_the_same() -> None:
    many = tuple(np.random.default_rng(5).normal(0.3, 1, 25))
    assert PairedEstimate(many).p_sign_flips == PairedEstimate(many).p_sign_flips
    assert PairedEstimate(many).p_sign_flips == pytest.approx(stats.ttest_1samp(many, 0).pvalue, abs=0.02)


def test_simulated_power_is_near_that_of_a_t_test() -> None:
    pilot = tuple(np.random.default_rng(3).normal(5, 1, 40))
    for seeds, effect in ((8, 0.6), (12, 1.0)):
        expected = TTestPower().power(effect / np.std(pilot, ddof=1), seeds, 0.05)
        assert simulate_power(pilot, seeds, effect) == pytest.approx(expected, abs=0.12)
    assert simulate_power(pilot, 5, 100.0) == 0


def test_a_survival_curve_is_kaplan_meiers() -> None:
    steps = survival_curve([1.0, 2.0, 4.0, 4.0], [False, False, True, True])
    assert [(each.hours, each.share) for each in steps] == [(1.0, 0.75), (2.0, 0.5), (4.0, 0.5)]
    assert all(0 <= each.low <= each.share <= each.high <= 1 for each in steps)
