"""Cost estimates: the calls counted in a short offline run, scaled to a longer one and priced for given models."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib import resources

from townlet.language.model import Request
from townlet.language.pricing import NO_COST, Price, PriceList, TokenUsage, source_of_prices
from townlet.language.routing import JOB_OF_PROMPT
from townlet.runfile import Json
from townlet.runfile.config import RunConfig

ANSWER_LENGTH_FACTOR = 1.5
"""How many times longer answers of language models are than those of the rules, which write short sentences."""


@dataclass(frozen=True)
class ForecastScale:
    """Factors from the usage counted in the offline sample to the usage expected of a language model."""

    calls: float
    """Calls, relative to those of the sample."""
    prompt_tokens: float
    """Tokens per prompt, relative to those counted in the sample."""
    answer_tokens: float
    """Tokens per answer, relative to those counted in the sample."""


LOW_SCALE = ForecastScale(calls=0.7, prompt_tokens=0.85, answer_tokens=1.0)
LIKELY_SCALE = ForecastScale(calls=1.0, prompt_tokens=1.0, answer_tokens=ANSWER_LENGTH_FACTOR)
HIGH_SCALE = ForecastScale(calls=1.4, prompt_tokens=1.2, answer_tokens=2.5)


@dataclass
class PromptUsage:
    """The calls and tokens of one kind of prompt in the sample. Tokens are counted as UTF-8 bytes / 4."""

    calls: int = 0
    prompt_tokens: int = 0
    answer_tokens: int = 0
    largest: list[Request] = field(default_factory=list, repr=False, compare=False)
    """The calls with the longest prompts, the longest first."""
    ordinary: list[Request] = field(default_factory=list, repr=False, compare=False)
    """Calls whose prompts are about as long as those of their kind are on average."""


@dataclass
class CallSample:
    """The usage counted while a town ran offline for some game days."""

    people: int
    days: float
    by_prompt: dict[str, PromptUsage] = field(default_factory=dict)
    embedded_tokens: int = 0
    order: list[tuple[str, int]] = field(default_factory=list, repr=False, compare=False)
    """The kinds of prompts and the lengths of their texts, in the order of the calls."""
    texts: dict[str, None] = field(default_factory=dict, repr=False, compare=False)
    """The texts that were embedded."""


@dataclass(frozen=True)
class ReferenceSample:
    """A sample that comes with Townlet: two days of the built-in town, so that prices can be told at once."""

    town: str
    counted: CallSample


@cache
def reference_sample() -> ReferenceSample:
    """Return the sample that comes with Townlet."""
    kept = tomllib.loads((resources.files(__package__) / "reference.toml").read_text(encoding="utf-8"))
    usage = {name: PromptUsage(**counts) for name, counts in kept["prompts"].items()}
    return ReferenceSample(kept["town"], CallSample(kept["people"], kept["days"], usage, kept["embedded_tokens"]))


@dataclass(frozen=True)
class UsageAmount:
    """An expected amount of calls, tokens and US dollars. `usd` is None if a price is not known."""

    calls: float
    input_tokens: float
    output_tokens: float
    usd: float | None

    def times(self, factor: float) -> UsageAmount:
        """Return the amount multiplied by a factor."""
        usd = None if self.usd is None else self.usd * factor
        return UsageAmount(self.calls * factor, self.input_tokens * factor, self.output_tokens * factor, usd)

    def plus(self, other: UsageAmount) -> UsageAmount:
        """Return the sum of both amounts, without a price if either has none."""
        usd = None if self.usd is None or other.usd is None else self.usd + other.usd
        tokens = (self.input_tokens + other.input_tokens, self.output_tokens + other.output_tokens)
        return UsageAmount(self.calls + other.calls, *tokens, usd)


NOTHING_TAKEN = UsageAmount(0, 0, 0, 0.0)


def forecast_usage(
    sample: CallSample, days: float, scale: ForecastScale, price_of: Callable[[str], Price | None], thinking: int = 0
) -> dict[str, UsageAmount]:
    """Return the expected usage of a number of game days by kind of prompt.

    `thinking` is the number of reasoning tokens before each answer.
    """
    factor = days / sample.days
    return {
        name: _expected_usage(counted, scale, price_of(name), thinking).times(factor)
        for name, counted in sorted(sample.by_prompt.items())
    }


def sum_amounts(amounts: Sequence[UsageAmount]) -> UsageAmount:
    """Return the sum of the amounts."""
    total = NOTHING_TAKEN
    for amount in amounts:
        total = total.plus(amount)
    return total


def _expected_usage(counted: PromptUsage, scale: ForecastScale, price: Price | None, thinking: int) -> UsageAmount:
    """Return the expected usage of one kind of prompt over the sample, pricing each call at the mean length."""
    if not counted.calls:
        return NOTHING_TAKEN
    prompt = round(counted.prompt_tokens / counted.calls * scale.prompt_tokens)
    answer = round(counted.answer_tokens / counted.calls * scale.answer_tokens) + thinking
    usd = None if price is None else price.usd(TokenUsage(prompt, answer, reasoning=thinking))
    return UsageAmount(1, prompt, answer, usd).times(counted.calls * scale.calls)


EMBEDDING = "embedding"
"""The name of the embedding cost among the kinds of prompt, if a provider embeds the texts."""
EXTRA_THINKING = 100
"""The number of reasoning tokens per call whose extra cost is reported."""


@dataclass(frozen=True)
class CostEstimate:
    """The cost of a town for some game days, forecast from a sample and priced for given models."""

    town: str
    config: RunConfig
    sample: CallSample
    days: float
    prices: PriceList
    thinking: int
    """The number of reasoning tokens before each answer."""

    @cached_property
    def by_prompt(self) -> dict[str, UsageAmount]:
        """The likely usage by kind of prompt."""
        return self._forecast(LIKELY_SCALE)

    @cached_property
    def total(self) -> UsageAmount:
        """The likely usage in total."""
        return sum_amounts(list(self.by_prompt.values()))

    @cached_property
    def low(self) -> UsageAmount:
        """The low end of the forecast."""
        return sum_amounts(list(self._forecast(LOW_SCALE).values()))

    @cached_property
    def high(self) -> UsageAmount:
        """The high end of the forecast."""
        return sum_amounts(list(self._forecast(HIGH_SCALE).values()))

    @property
    def models(self) -> tuple[str, ...]:
        """The models that the town would use."""
        return tuple(dict.fromkeys((self.config.model, *self.config.by_job.values())))

    @property
    def unpriced(self) -> tuple[str, ...]:
        """The models, and the embedder, whose price is not known."""
        return tuple(name for name in (*self.models, self.config.embedder) if self._price(name) is None)

    @property
    def person_days(self) -> float:
        """The number of game days times the number of people."""
        return self.sample.people * self.days

    @property
    def extra_thinking_usd(self) -> float | None:
        """The US dollars that `EXTRA_THINKING` more reasoning tokens per call would add; None if a price is unknown."""
        more = replace(self, thinking=self.thinking + EXTRA_THINKING).total.usd
        return None if more is None or self.total.usd is None else more - self.total.usd

    def as_json(self) -> dict[str, Json]:
        """Return all figures as JSON data. Money is in US dollars, or null if a price is not known."""
        return {
            "town": self.town,
            "models": list(self.models),
            "embedder": self.config.embedder,
            "profile": self.config.profile,
            "prices": source_of_prices(),
            "people": self.sample.people,
            "days": self.days,
            "sample_days": self.sample.days,
            "thinking_tokens_per_call": self.thinking,
            **_amount_json(self.total),
            "low": _amount_json(self.low),
            "high": _amount_json(self.high),
            "per_day": _amount_json(self.total.times(1 / self.days)),
            "per_person_day": _amount_json(self.total.times(1 / self.person_days)),
            "by_prompt": {name: _amount_json(amount) for name, amount in self.by_prompt.items()},
            "unpriced": list(self.unpriced),
        }

    def _forecast(self, scale: ForecastScale) -> dict[str, UsageAmount]:
        amounts = forecast_usage(self.sample, self.days, scale, self._price_of_prompt, self.thinking)
        price = self._price(self.config.embedder)
        if price is NO_COST:
            return amounts
        tokens = self.sample.embedded_tokens * scale.calls * scale.prompt_tokens
        embedded = UsageAmount(0, tokens, 0, None if price is None else price.usd(TokenUsage(round(tokens), 0)))
        return amounts | {EMBEDDING: embedded.times(self.days / self.sample.days)}

    def _price_of_prompt(self, prompt: str) -> Price | None:
        return self._price(self.config.by_job.get(JOB_OF_PROMPT.get(prompt, ""), self.config.model))

    def _price(self, name: str) -> Price | None:
        return self.prices.price_of(name)


def _amount_json(amount: UsageAmount) -> dict[str, Json]:
    return {
        "calls": round(amount.calls, 3),
        "input_tokens": round(amount.input_tokens, 1),
        "output_tokens": round(amount.output_tokens, 1),
        "usd": None if amount.usd is None else round(amount.usd, 6),
    }
