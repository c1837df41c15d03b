from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
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
def test_an_interval_holds_what_scipys_test_does_not_refute(values: list[int]) -> None:
    differences = tuple(value / 4 for value in values)
    found = PairedEstimate(differences)
    assert found.p_sign_flips == pytest.approx(p_of_shift(differences, 0.0))
    if found.interval is None:
        assert not found.has_spread
        return
    low, high = found.interval
    assert min(differences) <= low < high <= max(differences)
    assert (low <= 0 <= high) == (p_of_shift(differences, 0.0) > 0.05)
    assert p_of_shift(differences, low + 1e-6) > 0.05 >= p_of_shift(differences, low - 1e-6)
    assert p_of_shift(differences, high - 1e-6) > 0.05 >= p_of_shift(differences, high + 1e-6)


@pytest.mark.parametrize("differences", [DIFFERENCES, (1.0, 2.0, 3.0), (0.0, 0.0, 1.0, -2.0), (2.0,) * 6])
def test_a_p_is_the_share_of_all_flips_of_signs(differences: tuple[float, ...]) -> None:
    found = PairedEstimate(differences).p_sign_flips
    means = [np.mean(np.multiply(signs, differences)) for signs in product((1, -1), repeat=len(differences))]
    above = np.mean([mean >= np.mean(differences) - 1e-12 for mean in means])
    below = np.mean([mean <= np.mean(differences) + 1e-12 for mean in means])
    assert found == pytest.approx(min(1.0, 2 * min(above, below)))


def test_equal_differences_have_no_interval_and_too_few_have_none() -> None:
    for differences in ((0.0,) * 5, (0.1 + 0.2, 0.3) * 3, (1.0, 2.0, 3.0, 4.0, 5.0)):
        assert PairedEstimate(differences).interval is None
    assert PairedEstimate((0.0,) * 6).p_sign_flips == 1
    assert PairedEstimate((1.0, 2.0, 3.0, 4.0, 5.0, 6.0)).interval == (1.0, 6.0)


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
