from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.power import TTestPower

from townlet.studies.paired_tests import PairedEstimate, power_of_t_test, survival_curve

DIFFERENCES = (1.5, 2.0, -0.5, 3.0, 0.75, 1.25, -1.0)


def test_an_interval_is_students_t() -> None:
    found = PairedEstimate(DIFFERENCES)
    expected = stats.ttest_1samp(DIFFERENCES, 0).confidence_interval()
    assert found.interval == (pytest.approx(expected.low), pytest.approx(expected.high))
    assert (found.mean, found.deviation) == (pytest.approx(1.0), pytest.approx(np.std(DIFFERENCES, ddof=1)))


@pytest.mark.parametrize("differences", [DIFFERENCES, (1.0, 2.0, 3.0), (0.0, 0.0, 1.0, -2.0), (2.0,) * 6])
def test_a_p_is_the_share_of_all_flips_of_signs(differences: tuple[float, ...]) -> None:
    found = PairedEstimate(differences).p_sign_flips
    means = [np.mean(np.multiply(signs, differences)) for signs in product((1, -1), repeat=len(differences))]
    above = np.mean([mean >= np.mean(differences) - 1e-12 for mean in means])
    below = np.mean([mean <= np.mean(differences) + 1e-12 for mean in means])
    assert found == pytest.approx(min(1.0, 2 * min(above, below)))


def test_no_differences_at_all_are_no_finding() -> None:
    found = PairedEstimate((0.0,) * 5)
    assert (found.interval, found.p_sign_flips, found.detectable, found.seeds_needed) == ((0, 0), 1, None, None)


def test_one_seed_gives_a_mean_alone() -> None:
    found = PairedEstimate((2.0,))
    assert (found.mean, found.interval, found.p_sign_flips, found.deviation) == (2.0, None, None, None)


def test_many_seeds_draw_their_flips_and_draw_the_same() -> None:
    many = tuple(np.random.default_rng(5).normal(0.3, 1, 25))
    assert PairedEstimate(many).p_sign_flips == PairedEstimate(many).p_sign_flips
    assert PairedEstimate(many).p_sign_flips == pytest.approx(stats.ttest_1samp(many, 0).pvalue, abs=0.02)


def test_power_is_that_of_statsmodels() -> None:
    for seeds, effect in product((3, 6, 20), (0.2, 0.6, 1.0)):
        assert power_of_t_test(seeds, effect) == pytest.approx(TTestPower().power(effect, seeds, 0.05), abs=1e-6)
    found = PairedEstimate(DIFFERENCES)
    assert found.deviation is not None
    effect = TTestPower().solve_power(nobs=found.seeds, alpha=0.05, power=0.8)
    assert found.detectable == pytest.approx(float(effect) * found.deviation, rel=1e-4)
    needed = TTestPower().solve_power(effect_size=found.mean / found.deviation, alpha=0.05, power=0.8)
    assert found.seeds_needed == int(np.ceil(needed))


def test_a_survival_curve_is_kaplan_meiers() -> None:
    steps = survival_curve([1.0, 2.0, 4.0, 4.0], [False, False, True, True])
    assert [(each.hours, each.share) for each in steps] == [(1.0, 0.75), (2.0, 0.5), (4.0, 0.5)]
    assert all(0 <= each.low <= each.share <= each.high <= 1 for each in steps)
