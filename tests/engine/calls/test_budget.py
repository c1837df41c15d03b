from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.engine.calls.budget import BadBudget, Budget, budget_of


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("20usd", Budget(usd=20)),
        ("$", None),
        ("0.5usd", Budget(usd=0.5)),
        (".5 USD", Budget(usd=0.5)),
        ("5$", Budget(usd=5)),
        ("5Mtok", Budget(tokens=5_000_000)),
        ("1.5mtok", Budget(tokens=1_500_000)),
        ("500ktok", Budget(tokens=500_000)),
        ("750tok", Budget(tokens=750)),
        ("2usd,1Mtok", Budget(2, 1_000_000)),
        ("1Mtok, 2usd", Budget(2, 1_000_000)),
        ("none", Budget()),
    ],
)
def test_a_budget_is_read_as_people_write_it(text: str, budget: Budget | None) -> None:
    if budget is None:
        with pytest.raises(BadBudget):
            budget_of(text)
    else:
        assert budget_of(text) == budget


@pytest.mark.parametrize(
    "text",
    [
        "",
        "20",
        "usd",
        "-1usd",
        "0usd",
        "0tok",
        "20eur",
        "5Gtok",
        "1usd,2usd",
        "1usd,",
        "nanusd",
        "1e3usd",
        f"{'9' * 400}usd",
    ],
)
def test_what_is_no_budget_is_refused_with_what_would_be_one(text: str) -> None:
    with pytest.raises(BadBudget, match="20usd"):
        budget_of(text)


@given(st.builds(Budget, st.none() | st.floats(1e-9, 1e12), st.none() | st.integers(1, 10**15)))
def test_a_budget_is_kept_as_it_is_written(budget: Budget) -> None:
    assert budget_of(str(budget)) == budget


def test_twice_a_budget_is_bounded_where_the_budget_is() -> None:
    assert Budget(1.5, None).doubled() == Budget(3.0, None)
    assert Budget(None, 100).doubled() == Budget(None, 200)


def test_a_budget_is_written_shortly() -> None:
    assert str(Budget(50.0, 2_000_000)) == "50usd,2Mtok"
    assert str(Budget(0.25, 1_500)) == "0.25usd,1500tok"
