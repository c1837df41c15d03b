from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.language.pricing import NO_COST, Price, TokenRates, TokenUsage

DOLLARS = st.floats(0, 100)
RATES = st.builds(
    TokenRates,
    DOLLARS,
    DOLLARS,
    cached_input=st.none() | DOLLARS,
    cache_write=st.none() | DOLLARS,
    reasoning=st.none() | DOLLARS,
    call=st.floats(0, 1),
)
PRICES = st.builds(
    lambda usual, steps: Price(usual, tuple(sorted(steps, key=lambda step: step[0]))),
    RATES,
    st.lists(st.tuples(st.integers(0, 5000), RATES), max_size=3, unique_by=lambda step: step[0]),
)


@st.composite
def uses(draw: st.DrawFn) -> TokenUsage:
    prompt, answer = draw(st.integers(0, 10_000)), draw(st.integers(0, 10_000))
    cached = draw(st.integers(0, prompt))
    return TokenUsage(prompt, answer, cached, draw(st.integers(0, prompt - cached)), draw(st.integers(0, answer)))


def test_each_kind_of_tokens_has_its_own_rate() -> None:
    rates = TokenRates(input=1, output=10, cached_input=0.1, cache_write=1.25, reasoning=20, call=0.5)
    use = TokenUsage(prompt=1_000_000, answer=500_000, cached=600_000, written=200_000, reasoning=100_000)
    assert rates.usd(use) == pytest.approx(0.2 * 1 + 0.6 * 0.1 + 0.2 * 1.25 + 0.4 * 10 + 0.1 * 20 + 0.5)


def test_kinds_that_are_not_priced_apart_cost_what_their_like_does() -> None:
    use = TokenUsage(prompt=1_000_000, answer=1_000_000, cached=400_000, written=100_000, reasoning=300_000)
    assert TokenRates(2, 8).usd(use) == pytest.approx(10)


def test_a_long_prompt_is_paid_at_the_rates_of_long_prompts_as_a_whole() -> None:
    price = Price(TokenRates(1, 1), ((1000, TokenRates(3, 3)),))
    assert price.usd(TokenUsage(1000, 0)) == pytest.approx(0.001)
    assert price.usd(TokenUsage(1001, 1000)) == pytest.approx(0.003 * 1001 / 1000 + 0.003)


def test_nothing_costs_nothing() -> None:
    assert NO_COST.usd(TokenUsage(10**6, 10**6, 5, 5, 5)) == NO_COST.ceiling(10**6, 10**6) == 0


@given(PRICES, uses(), st.integers(0, 5000), st.integers(0, 5000))
def test_the_most_that_tokens_can_cost_is_never_less_than_what_they_cost(
    price: Price, use: TokenUsage, fewer: int, shorter: int
) -> None:
    most = price.ceiling(use.prompt + fewer, use.answer + shorter)
    assert price.usd(use) <= most + 1e-12
