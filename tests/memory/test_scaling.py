import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from townlet.memory.stream import min_max


@given(st.lists(st.floats(-1e6, 1e6), min_size=1))
def test_values_are_stretched_from_nothing_to_one_and_keep_their_order(values):
    scaled = min_max(np.array(values))
    assert scaled.min() == 0.0
    assert scaled.max() == (1.0 if len(set(values)) > 1 else 0.0)
    order = np.argsort(values, kind="stable")
    assert (np.diff(scaled[order]) >= 0).all()


def test_no_values_stay_none():
    assert min_max(np.empty(0)).tolist() == []
