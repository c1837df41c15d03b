"""Prices and tariffs: what a call costs by its token usage, and its ceiling for the budget reservation."""

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

from townlet.language.hashed import HashedEmbedder, RoundedHashedEmbedder
from townlet.language.model import Reply, Request
from townlet.language.providers.spec import COMPATIBLE, OFFLINE, ModelSpec, spec_of
from townlet.language.routing import JOB_OF_PROMPT

_MILLION = 1_000_000


class TokenUsage(NamedTuple):
    """The tokens of one call. `prompt` includes cached and written tokens, `answer` includes reasoning tokens."""

    prompt: int
    answer: int
    cached: int = 0
    written: int = 0
    """Tokens written to the provider's prompt cache, if it charges for that."""
    reasoning: int = 0

    @classmethod
    def of(cls, reply: Reply) -> TokenUsage:
        """Return the usage of a reply."""
        return cls(
            reply.prompt_tokens,
            reply.answer_tokens,
            reply.cached_tokens,
            reply.cache_written_tokens,
            reply.reasoning_tokens,
        )


@dataclass(frozen=True)
class TokenRates:
    """Rates in US dollars per million tokens. A kind without its own rate costs the same as `input` or `output`."""

    input: float
    output: float
    cached_input: float | None = None
    cache_write: float | None = None
    reasoning: float | None = None
    call: float = 0.0
    """US dollars per call, whatever its number of tokens."""

    def usd(self, use: TokenUsage) -> float:
        """Return the cost of a call in US dollars."""
        cached = self.input if self.cached_input is None else self.cached_input
        written = self.input if self.cache_write is None else self.cache_write
        reasoning = self.output if self.reasoning is None else self.reasoning
        plain = max(0, use.prompt - use.cached - use.written)
        visible = max(0, use.answer - use.reasoning)
        prompt = plain * self.input + use.cached * cached + use.written * written
        return (prompt + visible * self.output + use.reasoning * reasoning) / _MILLION + self.call

    def ceiling(self, prompt: int, answer: int) -> float:
        """Return the highest cost, in US dollars, of a call with this many tokens of whatever kinds."""
        return max(self.usd(use) for use in _extremes(prompt, answer))


@dataclass(frozen=True)
class Price:
    """A model's usual rates, and its rates for calls with longer prompts."""

    usual: TokenRates
    longer: tuple[tuple[int, TokenRates], ...] = ()
    """Pairs of a prompt length in tokens and the rates for longer prompts, ascending. All tokens of a call pay them."""

    def usd(self, use: TokenUsage) -> float:
        """Return the cost of a call in US dollars."""
        return self._rates(use.prompt)[-1].usd(use)

    def ceiling(self, prompt: int, answer: int) -> float:
        """Return the highest cost, in US dollars, of a call with at most this many tokens."""
        return max(rates.ceiling(prompt, answer) for rates in self._rates(prompt))

    def _rates(self, prompt: int) -> list[TokenRates]:
        """Return all rates that apply to prompts up to a length. The last one applies to exactly this length."""
        return [self.usual, *(rates for start, rates in self.longer if prompt > start)]


NO_COST = Price(TokenRates(0.0, 0.0))
"""The price of models on one's own machine."""


def _extremes(prompt: int, answer: int) -> Iterator[TokenUsage]:
    """Yield the extreme mixtures of token kinds. Costs are linear, so one of these costs the most."""
    for (cached, written), reasoning in product(((0, 0), (prompt, 0), (0, prompt)), (0, answer)):
        yield TokenUsage(prompt, answer, cached, written, reasoning)


if TYPE_CHECKING:
    from genai_prices.types import ModelPrice, Tier, TieredPrices

    _Listed = Decimal | TieredPrices | None

_PRICE_FIELDS = {
    "input": "input_mtok",
    "output": "output_mtok",
    "cached_input": "cache_read_mtok",
    "cache_write": "cache_write_mtok",
    "reasoning": "output_reasoning_mtok",
}
"""The fields of genai-prices for our kinds of tokens."""

_BUILT_IN = (OFFLINE, HashedEmbedder().name, RoundedHashedEmbedder().name, "minilm")
"""Models and embedders that run in this process."""


@dataclass(frozen=True)
class PriceList:
    """Prices for a run: the user's own first, then the published list of genai-prices."""

    own: Mapping[str, TokenRates] = field(default_factory=dict)
    """The user's own rates, by the model's name in the settings."""
    moment: datetime = field(default_factory=lambda: datetime.now(UTC))
    """The date for which list prices are read."""

    def price_of(self, model: str) -> Price | None:
        """Return the price of a model or embedder by its name in the settings; None if it is unknown."""
        if model in self.own:
            return Price(self.own[model])
        if model in _BUILT_IN:
            return NO_COST
        spec = spec_of(model)
        return NO_COST if _is_own(spec) else listed_price(spec, self.moment)


def listed_price(spec: ModelSpec, moment: datetime) -> Price | None:
    """Return the list price of a model; None if the list has none."""
    from genai_prices.data_snapshot import get_snapshot

    by_name = spec.provider != COMPATIBLE
    where = (spec.provider, None) if by_name else (None, spec.base_url)
    try:
        _, model = get_snapshot().find_provider_model(spec.model, None, *where)
    except LookupError:
        return None
    # If prices depend on the hour, the most expensive hour counts, because a run may last that long.
    hours = [model.get_prices(moment.replace(hour=hour)) for hour in range(24)]
    found = [price for prices in hours if (price := _listed_price_of(prices)) is not None]
    return max(found, key=lambda price: price.usual.ceiling(1, 1), default=None)


def source_of_prices() -> str:
    """Return the source of the list prices: the package, its version and its date."""
    known = tomllib.loads((files("townlet.language") / "prices.toml").read_text(encoding="utf-8"))
    installed = version(known["package"])
    date = f"{known['date']:%Y-%m-%d}"
    return f"{known['package']} {installed} ({date if installed == known['version'] else f'not that of {date}'})"


def _is_own(spec: ModelSpec) -> bool:
    """Whether a model runs on one's own machine or network: a private address, or a host name without a domain."""
    if spec.provider == "ollama":
        return True
    if spec.provider != COMPATIBLE:
        return False
    try:
        return ip_address(spec.host).is_private
    except ValueError:
        return "." not in spec.host or spec.host.endswith((".local", ".lan", ".internal"))


def _listed_price_of(prices: ModelPrice) -> Price | None:
    of_kinds: dict[str, _Listed] = {kind: getattr(prices, key) for kind, key in _PRICE_FIELDS.items()}
    if of_kinds["input"] is None:
        return None
    a_call = prices.requests_kcount
    call = float(a_call) / 1000 if isinstance(a_call, Decimal) else 0.0
    starts = sorted({tier.start for price in of_kinds.values() for tier in _tiers(price)})
    longer = tuple((start, _listed_rates(of_kinds, start, call)) for start in starts)
    return Price(_listed_rates(of_kinds, None, call), longer)


def _listed_rates(of_kinds: Mapping[str, _Listed], start: int | None, call: float) -> TokenRates:
    """Return the rates for prompts longer than `start` tokens; the usual rates for None."""
    found = {kind: _listed_rate(price, start) for kind, price in of_kinds.items()}
    priced = {kind: rate for kind, rate in found.items() if rate is not None}
    return TokenRates(**{"call": call, "input": 0.0, "output": 0.0} | priced)


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
"""The name of embedding calls in prices and the call log, where other calls have the name of their prompt."""

_WRAPPING_TOKENS = 1_000
"""An upper bound of the tokens that a provider adds to a prompt: its chat template and its instructions on schemas."""

_EMBEDDING_MARKER_TOKENS = 8
"""An upper bound of the tokens that an embedder adds to each text and each line of a text."""


class Spend(NamedTuple):
    """An amount of tokens and US dollars, the two units of a budget."""

    tokens: int = 0
    usd: float = 0.0

    def plus(self, other: Spend) -> Spend:
        return Spend(self.tokens + other.tokens, self.usd + other.usd)

    def minus(self, other: Spend) -> Spend:
        return Spend(self.tokens - other.tokens, self.usd - other.usd)


class Tariff(Protocol):
    """The prices of a run's calls."""

    def ceiling(self, request: Request, prompt_tokens: int | None = None) -> Spend:
        """Return the most that a call can cost. It is never below the `cost` that is known afterwards.

        `prompt_tokens` bounds the tokens of the prompt; None for the bound that holds for every tokenizer.
        """

    def cost(self, request: Request, reply: Reply) -> Spend:
        """Return what a call cost; nothing for a reply from the reply cache."""


@dataclass(frozen=True)
class ModelTariff:
    """Prices by job, for runs whose jobs may have different models. Implements `Tariff`."""

    default: Price = NO_COST
    by_job: Mapping[str, Price] = field(default_factory=dict)
    embedding: Price = NO_COST
    _schemas: dict[str, tuple[Mapping[str, object], int]] = field(default_factory=dict, repr=False, compare=False)
    """The schema of each prompt's answer and the length of its JSON text, kept so that it is encoded only once."""

    def ceiling(self, request: Request, prompt_tokens: int | None = None) -> Spend:
        prompt, answer = self._max_prompt_tokens(request), request.token_limit
        prompt = prompt if prompt_tokens is None else min(prompt, prompt_tokens)
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

    def _max_prompt_tokens(self, request: Request) -> int:
        """Return an upper bound of the prompt tokens that a provider can count.

        No tokenizer makes more tokens than there are bytes. The schema may be sent twice, the second time in words.
        """
        size = len(request.text.encode()) + len(request.complaint.encode())
        if request.name == EMBEDDING:
            return size + _EMBEDDING_MARKER_TOKENS * (1 + request.text.count("\n"))
        return size + 2 * self._length_of_schema(request) + _WRAPPING_TOKENS

    def _length_of_schema(self, request: Request) -> int:
        known = self._schemas.get(request.name)
        if known is None or known[0] is not request.schema:
            known = self._schemas[request.name] = request.schema, len(json.dumps(request.schema))
        return known[1]


@dataclass(frozen=True)
class DiscountedTariff:
    """A tariff of which a part is paid, as for batches. Its ceilings stay, so no budget is exceeded."""

    usual: Tariff
    share: float

    def ceiling(self, request: Request, prompt_tokens: int | None = None) -> Spend:
        return self.usual.ceiling(request, prompt_tokens)

    def cost(self, request: Request, reply: Reply) -> Spend:
        paid = self.usual.cost(request, reply)
        return paid if request.name == EMBEDDING else Spend(paid.tokens, paid.usd * self.share)


FREE_TARIFF = ModelTariff()
"""The tariff of models that cost no money. Their tokens still count towards a budget."""
