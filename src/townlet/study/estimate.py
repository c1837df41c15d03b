"""A forecast in money: what a town would cost with the models that a person has in mind."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from townlet.engine.runfile import Json
from townlet.engine.settings import Settings
from townlet.language.jobs import JOB_OF_PROMPT
from townlet.language.prices import Prices, source_of_prices
from townlet.language.rates import NOTHING, Price, Use
from townlet.study.forecast import HIGH, LIKELY, LOW, Amount, Sample, Scale, forecast, total_of

EMBEDDING = "embedding"
"""What texts take to be embedded, among the kinds of prompts, where a provider does it."""
THINKING_TOLD = 100
"""For so many tokens of thinking a call it is told what they would add."""


@dataclass(frozen=True)
class Estimate:
    """A sample, priced for models."""

    town: str
    settings: Settings
    sample: Sample
    days: float
    prices: Prices
    thinking: int
    """Tokens that a model thinks before each answer."""

    @cached_property
    def by_prompt(self) -> dict[str, Amount]:
        return self._forecast(LIKELY)

    @cached_property
    def total(self) -> Amount:
        return total_of(list(self.by_prompt.values()))

    @cached_property
    def low(self) -> Amount:
        return total_of(list(self._forecast(LOW).values()))

    @cached_property
    def high(self) -> Amount:
        return total_of(list(self._forecast(HIGH).values()))

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
            **_figures(self.total),
            "low": _figures(self.low),
            "high": _figures(self.high),
            "per_day": _figures(self.total.times(1 / self.days)),
            "per_person_day": _figures(self.total.times(1 / self.person_days)),
            "by_prompt": {name: _figures(amount) for name, amount in self.by_prompt.items()},
            "unpriced": list(self.unpriced),
        }

    def _forecast(self, scale: Scale) -> dict[str, Amount]:
        amounts = forecast(self.sample, self.days, scale, self._price_of_prompt, self.thinking)
        price = self._price(self.settings.embedder)
        if price is NOTHING:
            return amounts
        tokens = self.sample.embedded_tokens * scale.calls * scale.asked
        embedded = Amount(0, tokens, 0, None if price is None else price.usd(Use(round(tokens), 0)))
        return amounts | {EMBEDDING: embedded.times(self.days / self.sample.days)}

    def _price_of_prompt(self, prompt: str) -> Price | None:
        return self._price(self.settings.by_job.get(JOB_OF_PROMPT.get(prompt, ""), self.settings.model))

    def _price(self, name: str) -> Price | None:
        return self.prices.of(name)


def _figures(amount: Amount) -> dict[str, Json]:
    return {
        "calls": round(amount.calls, 3),
        "input_tokens": round(amount.input_tokens, 1),
        "output_tokens": round(amount.output_tokens, 1),
        "usd": None if amount.usd is None else round(amount.usd, 6),
    }
