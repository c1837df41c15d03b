"""A forecast in money: what a town would cost with the models that a person has in mind."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.language.hashed import HashedEmbedder
from townlet.language.model import Reply, Request, tokens_of
from townlet.language.pricing import NO_COST, Price, PriceList, TokenUsage, source_of_prices
from townlet.language.routing import JOB_OF_PROMPT
from townlet.offline.model import OfflineModel
from townlet.runfile import Json
from townlet.runfile.config import RunConfig
from townlet.town import Town

ANSWER_LENGTH_FACTOR = 1.5
"""Language models' answers are longer than those of rules, whose sentences are short; the form around them is alike."""


@dataclass(frozen=True)
class ForecastScale:
    """How what a model takes compares with what rules were counted to take."""

    calls: float
    asked: float
    """Tokens of a prompt, against UTF-8 bytes / 4."""
    answered: float
    """Tokens of an answer, against those of rules."""


LOW_SCALE = ForecastScale(calls=0.7, asked=0.85, answered=1.0)
LIKELY_SCALE = ForecastScale(calls=1.0, asked=1.0, answered=ANSWER_LENGTH_FACTOR)
HIGH_SCALE = ForecastScale(calls=1.4, asked=1.2, answered=2.5)


@dataclass
class PromptUsage:
    """What one kind of prompt took in the sample, counted as UTF-8 bytes / 4."""

    calls: int = 0
    prompt_tokens: int = 0
    answer_tokens: int = 0


@dataclass
class CallSample:
    """All that was asked while a town lived for some game days."""

    people: int
    days: float
    by_prompt: dict[str, PromptUsage] = field(default_factory=dict)
    embedded_tokens: int = 0


@dataclass(frozen=True)
class UsageAmount:
    """What calls take. `usd` is None where a price is not known."""

    calls: float
    input_tokens: float
    output_tokens: float
    usd: float | None

    def times(self, factor: float) -> UsageAmount:
        usd = None if self.usd is None else self.usd * factor
        return UsageAmount(self.calls * factor, self.input_tokens * factor, self.output_tokens * factor, usd)

    def plus(self, other: UsageAmount) -> UsageAmount:
        usd = None if self.usd is None or other.usd is None else self.usd + other.usd
        tokens = (self.input_tokens + other.input_tokens, self.output_tokens + other.output_tokens)
        return UsageAmount(self.calls + other.calls, *tokens, usd)


NOTHING_TAKEN = UsageAmount(0, 0, 0, 0.0)


async def sample_town(
    town: Town, settings: RunConfig, seed: int, days: float, watch: Callable[[int, int], None] = lambda done, of: None
) -> CallSample:
    """Let a town live offline, without a file, and count what it asks. `watch` is told how many of how many steps."""
    sample = CallSample(len(town.people), days)
    machinery = RunResources(model=_CountingModel(OfflineModel(seed), sample), embedder=_CountingEmbedder(sample))
    how = RunConfig(profile=settings.profile)
    with Simulation.start(town, seed=seed, settings=how, machinery=machinery) as simulation:
        end = round(days * simulation.engine.state.clock.steps_a_day)
        async for log in simulation.run(days):
            watch(log.step + 1, end)
    return sample


def forecast_usage(
    sample: CallSample, days: float, scale: ForecastScale, price_of: Callable[[str], Price | None], thinking: int = 0
) -> dict[str, UsageAmount]:
    """What so many days take, by kind of prompt. `thinking` is how many tokens a model thinks before each answer."""
    longer = days / sample.days
    return {
        name: _expected(asked, scale, price_of(name), thinking).times(longer)
        for name, asked in sorted(sample.by_prompt.items())
    }


def sum_amounts(amounts: Sequence[UsageAmount]) -> UsageAmount:
    """All of them together."""
    total = NOTHING_TAKEN
    for amount in amounts:
        total = total.plus(amount)
    return total


def _expected(asked: PromptUsage, scale: ForecastScale, price: Price | None, thinking: int) -> UsageAmount:
    """Each call has the mean length of its kind."""
    if not asked.calls:
        return NOTHING_TAKEN
    prompt = round(asked.prompt_tokens / asked.calls * scale.asked)
    answer = round(asked.answer_tokens / asked.calls * scale.answered) + thinking
    usd = None if price is None else price.usd(TokenUsage(prompt, answer, reasoning=thinking))
    return UsageAmount(1, prompt, answer, usd).times(asked.calls * scale.calls)


class _CountingModel:
    """The offline model, counting what it is asked with the schemas that a provider is sent beside the prompts."""

    def __init__(self, model: OfflineModel, sample: CallSample) -> None:
        self.name = model.name
        self._model, self._sample = model, sample

    async def __call__(self, request: Request) -> Reply:
        reply = await self._model(request)
        asked = self._sample.by_prompt.setdefault(request.name, PromptUsage())
        asked.calls += 1
        asked.prompt_tokens += reply.prompt_tokens + tokens_of(json.dumps(request.schema))
        asked.answer_tokens += reply.answer_tokens
        return reply


class _CountingEmbedder:
    """The hashed embedder, counting what it embeds."""

    def __init__(self, sample: CallSample) -> None:
        self._embedder, self._sample = HashedEmbedder(), sample

    @property
    def name(self) -> str:
        return self._embedder.name

    @property
    def dimensions(self) -> int:
        return self._embedder.dimensions

    async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self._sample.embedded_tokens += sum(map(tokens_of, texts))
        return await self._embedder(texts)


EMBEDDING = "embedding"
"""What texts take to be embedded, among the kinds of prompts, where a provider does it."""
THINKING_TOLD = 100
"""For so many tokens of thinking a call it is told what they would add."""


@dataclass(frozen=True)
class CostEstimate:
    """A sample, priced for models."""

    town: str
    settings: RunConfig
    sample: CallSample
    days: float
    prices: PriceList
    thinking: int
    """Tokens that a model thinks before each answer."""

    @cached_property
    def by_prompt(self) -> dict[str, UsageAmount]:
        return self._forecast(LIKELY_SCALE)

    @cached_property
    def total(self) -> UsageAmount:
        return sum_amounts(list(self.by_prompt.values()))

    @cached_property
    def low(self) -> UsageAmount:
        return sum_amounts(list(self._forecast(LOW_SCALE).values()))

    @cached_property
    def high(self) -> UsageAmount:
        return sum_amounts(list(self._forecast(HIGH_SCALE).values()))

    @property
    def models(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.settings.model, *self.settings.by_job.values())))

    @property
    def unpriced(self) -> tuple[str, ...]:
        return tuple(name for name in (*self.models, self.settings.embedder) if self._price(name) is None)

    @property
    def person_days(self) -> float:
        return self.sample.people * self.days

    @property
    def thought(self) -> float | None:
        """US dollars that a little more thinking before each answer would add; None where a price is not known."""
        more = replace(self, thinking=self.thinking + THINKING_TOLD).total.usd
        return None if more is None or self.total.usd is None else more - self.total.usd

    def as_json(self) -> dict[str, Json]:
        """All figures. Amounts of money are US dollars, or null where a price is not known."""
        return {
            "town": self.town,
            "models": list(self.models),
            "embedder": self.settings.embedder,
            "profile": self.settings.profile,
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
        price = self._price(self.settings.embedder)
        if price is NO_COST:
            return amounts
        tokens = self.sample.embedded_tokens * scale.calls * scale.asked
        embedded = UsageAmount(0, tokens, 0, None if price is None else price.usd(TokenUsage(round(tokens), 0)))
        return amounts | {EMBEDDING: embedded.times(self.days / self.sample.days)}

    def _price_of_prompt(self, prompt: str) -> Price | None:
        return self._price(self.settings.by_job.get(JOB_OF_PROMPT.get(prompt, ""), self.settings.model))

    def _price(self, name: str) -> Price | None:
        return self.prices.of(name)


def _amount_json(amount: UsageAmount) -> dict[str, Json]:
    return {
        "calls": round(amount.calls, 3),
        "input_tokens": round(amount.input_tokens, 1),
        "output_tokens": round(amount.output_tokens, 1),
        "usd": None if amount.usd is None else round(amount.usd, 6),
    }
