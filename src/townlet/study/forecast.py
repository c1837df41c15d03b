"""`townlet estimate`: what a town would take of a language model, from the prompts that it sends to the offline one.

A stretch of the town is lived with rules for answers, and everything that is asked is counted. A language model's
people live other days; how far that may lie off is part of the forecast.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from townlet.engine.settings import Settings
from townlet.engine.simulation import Machinery, Simulation
from townlet.language.hashed import HashedEmbedder
from townlet.language.model import Reply, Request, tokens_of
from townlet.language.offline.model import OfflineModel
from townlet.language.rates import Price, Use
from townlet.town import Town

WORDIER = 1.5
"""Language models' answers are longer than those of rules, whose sentences are short; the form around them is alike."""


@dataclass(frozen=True)
class Scale:
    """How what a model takes compares with what rules were counted to take."""

    calls: float
    asked: float
    """Tokens of a prompt, against UTF-8 bytes / 4."""
    answered: float
    """Tokens of an answer, against those of rules."""


LOW = Scale(calls=0.7, asked=0.85, answered=1.0)
LIKELY = Scale(calls=1.0, asked=1.0, answered=WORDIER)
HIGH = Scale(calls=1.4, asked=1.2, answered=2.5)


@dataclass
class Asked:
    """What one kind of prompt took in the sample, counted as UTF-8 bytes / 4."""

    calls: int = 0
    prompt_tokens: int = 0
    answer_tokens: int = 0


@dataclass
class Sample:
    """All that was asked while a town lived for some game days."""

    people: int
    days: float
    by_prompt: dict[str, Asked] = field(default_factory=dict)
    embedded_tokens: int = 0


@dataclass(frozen=True)
class Amount:
    """What calls take. `usd` is None where a price is not known."""

    calls: float
    input_tokens: float
    output_tokens: float
    usd: float | None

    def times(self, factor: float) -> Amount:
        usd = None if self.usd is None else self.usd * factor
        return Amount(self.calls * factor, self.input_tokens * factor, self.output_tokens * factor, usd)

    def plus(self, other: Amount) -> Amount:
        usd = None if self.usd is None or other.usd is None else self.usd + other.usd
        tokens = (self.input_tokens + other.input_tokens, self.output_tokens + other.output_tokens)
        return Amount(self.calls + other.calls, *tokens, usd)


NOTHING_TAKEN = Amount(0, 0, 0, 0.0)


async def sampled(
    town: Town, settings: Settings, seed: int, days: float, watch: Callable[[int, int], None] = lambda done, of: None
) -> Sample:
    """Let a town live offline, without a file, and count what it asks. `watch` is told how many of how many steps."""
    sample = Sample(len(town.people), days)
    machinery = Machinery(model=_Counting(OfflineModel(seed), sample), embedder=_CountingEmbedder(sample))
    how = Settings(profile=settings.profile)
    with Simulation.start(town, seed=seed, settings=how, machinery=machinery) as simulation:
        end = round(days * simulation.engine.state.clock.steps_a_day)
        async for log in simulation.run(days):
            watch(log.step + 1, end)
    return sample


def forecast(
    sample: Sample, days: float, scale: Scale, price_of: Callable[[str], Price | None], thinking: int = 0
) -> dict[str, Amount]:
    """What so many days take, by kind of prompt. `thinking` is how many tokens a model thinks before each answer."""
    longer = days / sample.days
    return {
        name: _expected(asked, scale, price_of(name), thinking).times(longer)
        for name, asked in sorted(sample.by_prompt.items())
    }


def total_of(amounts: Sequence[Amount]) -> Amount:
    """All of them together."""
    total = NOTHING_TAKEN
    for amount in amounts:
        total = total.plus(amount)
    return total


def _expected(asked: Asked, scale: Scale, price: Price | None, thinking: int) -> Amount:
    """Each call has the mean length of its kind."""
    if not asked.calls:
        return NOTHING_TAKEN
    prompt = round(asked.prompt_tokens / asked.calls * scale.asked)
    answer = round(asked.answer_tokens / asked.calls * scale.answered) + thinking
    usd = None if price is None else price.usd(Use(prompt, answer, reasoning=thinking))
    return Amount(1, prompt, answer, usd).times(asked.calls * scale.calls)


class _Counting:
    """The offline model, counting what it is asked with the schemas that a provider is sent beside the prompts."""

    def __init__(self, model: OfflineModel, sample: Sample) -> None:
        self.name = model.name
        self._model, self._sample = model, sample

    async def __call__(self, request: Request) -> Reply:
        reply = await self._model(request)
        asked = self._sample.by_prompt.setdefault(request.name, Asked())
        asked.calls += 1
        asked.prompt_tokens += reply.prompt_tokens + tokens_of(json.dumps(request.schema))
        asked.answer_tokens += reply.answer_tokens
        return reply


class _CountingEmbedder:
    """The hashed embedder, counting what it embeds."""

    def __init__(self, sample: Sample) -> None:
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
