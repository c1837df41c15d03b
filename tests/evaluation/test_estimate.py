from __future__ import annotations

import pytest

from townlet.evaluation.estimate import (
    EMBEDDING,
    HIGH_SCALE,
    LIKELY_SCALE,
    LOW_SCALE,
    CallSample,
    CostEstimate,
    PromptUsage,
    forecast_usage,
    sum_amounts,
)
from townlet.evaluation.sampling import sample_town
from townlet.language.pricing import Price, PriceList, TokenRates
from townlet.runfile.config import RunConfig
from townlet.town import load_town

PRICE = Price(TokenRates(input=1.0, output=10.0))
SAMPLE = CallSample(
    people=4, days=0.5, by_prompt={"converse": PromptUsage(10, 8000, 400), "react": PromptUsage(5, 3000, 100)}
)


def test_a_forecast_is_the_sample_for_as_long_as_is_asked() -> None:
    amounts = forecast_usage(SAMPLE, 2, LIKELY_SCALE, lambda name: PRICE)
    assert amounts["converse"].calls == 40
    assert amounts["converse"].input_tokens == 40 * 800
    assert amounts["converse"].output_tokens == 40 * 60, "a language model's answers are longer than those of rules"
    assert amounts["converse"].usd == pytest.approx((40 * 800 * 1 + 40 * 60 * 10) / 1e6)
    assert sum_amounts(list(amounts.values())).calls == 60


def test_the_range_lies_around_what_is_likely() -> None:
    low, likely, high = (
        sum_amounts(list(forecast_usage(SAMPLE, 1, scale, lambda name: PRICE).values())).usd
        for scale in (LOW_SCALE, LIKELY_SCALE, HIGH_SCALE)
    )
    assert low is not None
    assert likely is not None
    assert high is not None
    assert 0 < low < likely < high


def test_thinking_is_paid_like_an_answer() -> None:
    plain, thoughtful = (
        sum_amounts(list(forecast_usage(SAMPLE, 0.5, LIKELY_SCALE, lambda name: PRICE, thinking).values()))
        for thinking in (0, 100)
    )
    assert thoughtful.output_tokens - plain.output_tokens == 1500
    assert thoughtful.usd == pytest.approx((plain.usd or 0) + 1500 * 10 / 1e6)


def test_a_price_that_is_not_known_leaves_the_tokens() -> None:
    amount = sum_amounts(list(forecast_usage(SAMPLE, 1, LIKELY_SCALE, lambda name: None).values()))
    assert amount.usd is None
    assert amount.input_tokens > 0


async def test_a_sample_counts_what_the_town_really_sends() -> None:
    steps: list[tuple[int, int]] = []
    sample = await sample_town(load_town("applegarth"), RunConfig(), 1, 0.3, lambda done, of: steps.append((done, of)))
    assert (sample.people, sample.days) == (4, 0.3)
    assert sample.by_prompt["day_plan"].calls >= 2
    # A prompt is a page and a schema; neither alone would come to this.
    assert 400 < sample.by_prompt["day_plan"].prompt_tokens / sample.by_prompt["day_plan"].calls < 3000
    assert sample.embedded_tokens > 100
    assert steps[-1] == (2592, 2592)


async def test_a_profile_that_asks_one_thing_at_a_time_is_counted_so() -> None:
    economical, paper = [
        await sample_town(load_town("applegarth"), RunConfig(profile=profile), 1, 0.3)
        for profile in ("economical", "paper")
    ]
    calls = [sum(asked.calls for asked in sample.by_prompt.values()) for sample in (economical, paper)]
    assert calls[0] < calls[1]


def test_each_job_is_priced_for_its_model() -> None:
    prices = PriceList({"openai:a": TokenRates(1, 1), "openai:b": TokenRates(100, 100)})
    settings = RunConfig(model="openai:a", dialogue="openai:b")
    estimate = CostEstimate("T", settings, SAMPLE, 1, prices, 0)
    assert (estimate.by_prompt["converse"].usd or 0) > 50 * (estimate.by_prompt["react"].usd or 1)
    assert EMBEDDING not in estimate.by_prompt, "embedding is done on this machine"


def test_embedding_by_a_provider_is_on_the_estimate() -> None:
    prices = PriceList({"openai:a": TokenRates(1, 1), "openai:e": TokenRates(2, 0)})
    sample = CallSample(4, 1, dict(SAMPLE.by_prompt), embedded_tokens=5000)
    estimate = CostEstimate("T", RunConfig(model="openai:a", embedder="openai:e"), sample, 2, prices, 0)
    assert estimate.by_prompt[EMBEDDING].usd == pytest.approx(2 * 5000 * 2 / 1e6)
    assert estimate.total.usd == pytest.approx(sum(amount.usd or 0 for amount in estimate.by_prompt.values()))
