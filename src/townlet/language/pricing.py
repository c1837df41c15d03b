"""What tokens cost, kind by kind."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from importlib.metadata import version
from importlib.resources import files
from ipaddress import ip_address
from itertools import product
from typing import TYPE_CHECKING, NamedTuple, Protocol

from townlet.language.hashed import HashedEmbedder
from townlet.language.model import Reply, Request
from townlet.language.providers.spec import COMPATIBLE, OFFLINE, ModelSpec, spec_of
from townlet.language.routing import JOB_OF_PROMPT

_MILLION = 1_000_000


class TokenUsage(NamedTuple):
    """The tokens of one call. Cached and written ones are among the prompt's, thinking among the answer's."""

    prompt: int
    answer: int
    cached: int = 0
    written: int = 0
    """Put into the provider's cache, where that is charged for."""
    reasoning: int = 0

    @classmethod
    def of(cls, reply: Reply) -> TokenUsage:
        """What a reply took."""
        return cls(
            reply.prompt_tokens,
            reply.answer_tokens,
            reply.cached_tokens,
            reply.cache_written_tokens,
            reply.reasoning_tokens,
        )


@dataclass(frozen=True)
class TokenRates:
    """US dollars for a million tokens of each kind; kinds that are not priced apart cost what their like does."""

    input: float
    output: float
    cached_input: float | None = None
    cache_write: float | None = None
    reasoning: float | None = None
    call: float = 0.0
    """US dollars for each call, whatever its tokens."""

    def usd(self, use: TokenUsage) -> float:
        """What a call costs."""
        cached = self.input if self.cached_input is None else self.cached_input
        written = self.input if self.cache_write is None else self.cache_write
        reasoning = self.output if self.reasoning is None else self.reasoning
        plain = max(0, use.prompt - use.cached - use.written)
        visible = max(0, use.answer - use.reasoning)
        asked = plain * self.input + use.cached * cached + use.written * written
        return (asked + visible * self.output + use.reasoning * reasoning) / _MILLION + self.call

    def ceiling(self, prompt: int, answer: int) -> float:
        """What a call of so many tokens costs at most, whatever their kinds."""
        return max(self.usd(use) for use in _extremes(prompt, answer))


@dataclass(frozen=True)
class Price:
    """A model's rates: those that hold at first, and those for calls whose prompts are longer than so many tokens."""

    usual: TokenRates
    longer: tuple[tuple[int, TokenRates], ...] = ()
    """Ascending; all tokens of a longer call are paid at its rates."""

    def usd(self, use: TokenUsage) -> float:
        """What a call costs."""
        return self._rates(use.prompt)[-1].usd(use)

    def ceiling(self, prompt: int, answer: int) -> float:
        """What a call of at most so many tokens costs at most."""
        return max(rates.ceiling(prompt, answer) for rates in self._rates(prompt))

    def _rates(self, prompt: int) -> list[TokenRates]:
        """The rates of prompts up to a length; the last are those of just that length."""
        return [self.usual, *(rates for start, rates in self.longer if prompt > start)]


NO_COST = Price(TokenRates(0.0, 0.0))
"""The price of what runs on one's own machine."""


def _extremes(prompt: int, answer: int) -> Iterator[TokenUsage]:
    """The purest ways to use tokens: costs are linear, so that no mixture is dearer than the dearest of them."""
    for (cached, written), reasoning in product(((0, 0), (prompt, 0), (0, prompt)), (0, answer)):
        yield TokenUsage(prompt, answer, cached, written, reasoning)


if TYPE_CHECKING:
    from genai_prices.types import ModelPrice, Tier, TieredPrices

    _Listed = Decimal | TieredPrices | None

_KEYS = {
    "input": "input_mtok",
    "output": "output_mtok",
    "cached_input": "cache_read_mtok",
    "cache_write": "cache_write_mtok",
    "reasoning": "output_reasoning_mtok",
}

_BUILT_IN = (OFFLINE, HashedEmbedder().name, "minilm")
"""Models and embedders that run in this very process."""


@dataclass(frozen=True)
class PriceList:
    """The prices that a run's calls are paid at: a person's own before those of the list."""

    own: Mapping[str, TokenRates] = field(default_factory=dict)
    """By a model as it is named in settings."""
    moment: datetime = field(default_factory=lambda: datetime.now(UTC))
    """When they hold."""

    def of(self, model: str) -> Price | None:
        """The price of a model or an embedder by its name in settings; None if nobody knows it."""
        if model in self.own:
            return Price(self.own[model])
        if model in _BUILT_IN:
            return NO_COST
        spec = spec_of(model)
        return NO_COST if _is_own(spec) else listed_price(spec, self.moment)


def listed_price(spec: ModelSpec, moment: datetime) -> Price | None:
    """The price that the list has for a model; None if it has none."""
    from genai_prices.data_snapshot import get_snapshot

    by_name = spec.provider != COMPATIBLE
    where = (spec.provider, None) if by_name else (None, spec.base_url)
    try:
        _, model = get_snapshot().find_provider_model(spec.model, None, *where)
    except LookupError:
        return None
    # Where prices change with the hour, the dearest hour counts: a run may last through it.
    hours = [model.get_prices(moment.replace(hour=hour)) for hour in range(24)]
    found = [price for prices in hours if (price := _listed_price_of(prices)) is not None]
    return max(found, key=lambda price: price.usual.ceiling(1, 1), default=None)


def source_of_prices() -> str:
    """Where the list comes from, with its date."""
    known = tomllib.loads((files("townlet.language") / "prices.toml").read_text(encoding="utf-8"))
    installed = version(known["package"])
    date = f"{known['date']:%Y-%m-%d}"
    return f"{known['package']} {installed} ({date if installed == known['version'] else f'not that of {date}'})"


def _is_own(spec: ModelSpec) -> bool:
    """Whether a model runs on a machine of one's own: here, in one's own network, or under a name without dots."""
    if spec.provider == "ollama":
        return True
    if spec.provider != COMPATIBLE:
        return False
    try:
        return ip_address(spec.host).is_private
    except ValueError:
        return "." not in spec.host or spec.host.endswith((".local", ".lan", ".internal"))


def _listed_price_of(prices: ModelPrice) -> Price | None:
    of_kinds: dict[str, _Listed] = {kind: getattr(prices, key) for kind, key in _KEYS.items()}
    if of_kinds["input"] is None:
        return None
    a_call = prices.requests_kcount
    call = float(a_call) / 1000 if isinstance(a_call, Decimal) else 0.0
    starts = sorted({tier.start for price in of_kinds.values() for tier in _tiers(price)})
    longer = tuple((start, _listed_rates(of_kinds, start, call)) for start in starts)
    return Price(_listed_rates(of_kinds, None, call), longer)


def _listed_rates(of_kinds: Mapping[str, _Listed], start: int | None, call: float) -> TokenRates:
    """The rates of prompts longer than `start` tokens; the usual ones for None."""
    found = {kind: _listed_rate(price, start) for kind, price in of_kinds.items()}
    apart = {kind: rate for kind, rate in found.items() if rate is not None}
    return TokenRates(**{"call": call, "input": 0.0, "output": 0.0} | apart)


def _listed_rate(price: _Listed, start: int | None) -> float | None:
    if price is None:
        return None
    if isinstance(price, Decimal):
        return float(price)
    reached = [tier.price for tier in price.tiers if start is not None and tier.start <= start]
    return float(reached[-1] if reached else price.base)


def _tiers(price: _Listed) -> list[Tier]:
    return [] if price is None or isinstance(price, Decimal) else price.tiers


EMBEDDING = "embedding"
"""The name under which texts that are sent to an embedder are priced and written down, beside those of prompts."""

_WRAPPING_TOKENS = 1_000
"""More than any provider wraps a prompt in: its template, and its own words on the form of the answer."""

_MARKS = 8
"""More tokens than any embedder puts around a text, or a line of one."""


class Spend(NamedTuple):
    """An amount of both things that a budget can be given in."""

    tokens: int = 0
    usd: float = 0.0

    def plus(self, other: Spend) -> Spend:
        return Spend(self.tokens + other.tokens, self.usd + other.usd)

    def minus(self, other: Spend) -> Spend:
        return Spend(self.tokens - other.tokens, self.usd - other.usd)


class Tariff(Protocol):
    """The prices that a run's calls are paid at."""

    def ceiling(self, request: Request) -> Spend:
        """What a call can take at most: never less than `cost` says afterwards."""

    def cost(self, request: Request, reply: Reply) -> Spend:
        """What a call took; nothing for a reply that was paid for before."""


@dataclass(frozen=True)
class ModelTariff:
    """The tariff of a run whose prompts may go to several models. Implements `Tariff`."""

    default: Price = NO_COST
    by_job: Mapping[str, Price] = field(default_factory=dict)
    embedding: Price = NO_COST
    _schemas: dict[str, tuple[Mapping[str, object], int]] = field(default_factory=dict, repr=False, compare=False)
    """By prompt, its answer's schema as it was last and how long that is: it is written out once, not at each call."""

    def ceiling(self, request: Request) -> Spend:
        prompt, answer = self._most_prompt_tokens(request), request.max_tokens
        return Spend(prompt + answer, self._price(request).ceiling(prompt, answer))

    def cost(self, request: Request, reply: Reply) -> Spend:
        if reply.from_cache:
            return Spend()
        use = TokenUsage.of(reply)
        return Spend(use.prompt + use.answer, self._price(request).usd(use))

    def _price(self, request: Request) -> Price:
        if request.name == EMBEDDING:
            return self.embedding
        return self.by_job.get(JOB_OF_PROMPT.get(request.name, ""), self.default)

    def _most_prompt_tokens(self, request: Request) -> int:
        """The most tokens that a provider can count for what is asked.

        No tokenizer makes more tokens than there are bytes. The schema may be sent twice over, once in words.
        """
        told = len(request.text.encode()) + len(request.complaint.encode())
        if request.name == EMBEDDING:
            return told + _MARKS * (1 + request.text.count("\n"))
        return told + 2 * self._length_of_schema(request) + _WRAPPING_TOKENS

    def _length_of_schema(self, request: Request) -> int:
        known = self._schemas.get(request.name)
        if known is None or known[0] is not request.schema:
            known = self._schemas[request.name] = request.schema, len(json.dumps(request.schema))
        return known[1]


FREE_TARIFF = ModelTariff()
"""The tariff of models that cost no money: tokens alone count."""
