from datetime import datetime
from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.memory.recency import anchor_of, factors, moment_of, seconds_of

YEAR = 365 * 24 * 3600


def factor(seconds_after_anchor: int) -> float:
    return float(factors(np.array([seconds_after_anchor]), 0)[0])


@given(st.integers(-11 * YEAR, 11 * YEAR))
def test_factors_are_the_power_of_the_decay_to_the_last_digits(seconds):
    with localcontext(prec=40):
        exact = float(Decimal("0.995") ** (-Decimal(seconds) / 3600))
    assert factor(seconds) == pytest.approx(exact, rel=1e-15)


def test_an_hour_fades_by_half_a_percent():
    assert factor(0) == 1.0
    assert factor(-3600) == 0.995


def test_what_is_many_years_back_counts_nothing():
    assert factor(-12 * YEAR) == 0.0


@given(st.integers(-200 * YEAR, 200 * YEAR))
def test_the_newest_factor_is_finite_and_not_nothing(newest):
    (found,) = factors(np.array([newest]), anchor_of(newest))
    assert 1.0 <= found < 1e300


@given(st.datetimes(datetime(1800, 1, 1), datetime(2200, 1, 1)))
def test_moments_survive_to_the_second(moment):
    assert moment_of(seconds_of(moment)) == moment.replace(microsecond=0)
