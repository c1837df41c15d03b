"""Prices of providers' models: from the list that comes with Townlet, and from what a person has set."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from importlib.metadata import version
from importlib.resources import files
from ipaddress import ip_address
from typing import TYPE_CHECKING

from townlet.language.hashed import HashedEmbedder
from townlet.language.providers.spec import COMPATIBLE, OFFLINE, Spec, spec_of
from townlet.language.rates import NOTHING, Price, Rates

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
class Prices:
    """The prices that a run's calls are paid at: a person's own before those of the list."""

    own: Mapping[str, Rates] = field(default_factory=dict)
    """By a model as it is named in settings."""
    moment: datetime = field(default_factory=lambda: datetime.now(UTC))
    """When they hold."""

    def of(self, model: str) -> Price | None:
        """The price of a model or an embedder by its name in settings; None if nobody knows it."""
        if model in self.own:
            return Price(self.own[model])
        if model in _BUILT_IN:
            return NOTHING
        spec = spec_of(model)
        return NOTHING if _is_own(spec) else listed(spec, self.moment)


def listed(spec: Spec, moment: datetime) -> Price | None:
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
    found = [price for prices in hours if (price := _price(prices)) is not None]
    return max(found, key=lambda price: price.usual.most(1, 1), default=None)


def source_of_prices() -> str:
    """Where the list comes from, with its date."""
    known = tomllib.loads((files("townlet.language") / "prices.toml").read_text(encoding="utf-8"))
    installed = version(known["package"])
    date = f"{known['date']:%Y-%m-%d}"
    return f"{known['package']} {installed} ({date if installed == known['version'] else f'not that of {date}'})"


def _is_own(spec: Spec) -> bool:
    """Whether a model runs on a machine of one's own: here, in one's own network, or under a name without dots."""
    if spec.provider == "ollama":
        return True
    if spec.provider != COMPATIBLE:
        return False
    try:
        return ip_address(spec.host).is_private
    except ValueError:
        return "." not in spec.host or spec.host.endswith((".local", ".lan", ".internal"))


def _price(prices: ModelPrice) -> Price | None:
    of_kinds: dict[str, _Listed] = {kind: getattr(prices, key) for kind, key in _KEYS.items()}
    if of_kinds["input"] is None:
        return None
    a_call = prices.requests_kcount
    call = float(a_call) / 1000 if isinstance(a_call, Decimal) else 0.0
    starts = sorted({tier.start for price in of_kinds.values() for tier in _tiers(price)})
    longer = tuple((start, _rates(of_kinds, start, call)) for start in starts)
    return Price(_rates(of_kinds, None, call), longer)


def _rates(of_kinds: Mapping[str, _Listed], start: int | None, call: float) -> Rates:
    """The rates of prompts longer than `start` tokens; the usual ones for None."""
    found = {kind: _rate(price, start) for kind, price in of_kinds.items()}
    apart = {kind: rate for kind, rate in found.items() if rate is not None}
    return Rates(**{"call": call, "input": 0.0, "output": 0.0} | apart)


def _rate(price: _Listed, start: int | None) -> float | None:
    if price is None:
        return None
    if isinstance(price, Decimal):
        return float(price)
    reached = [tier.price for tier in price.tiers if start is not None and tier.start <= start]
    return float(reached[-1] if reached else price.base)


def _tiers(price: _Listed) -> list[Tier]:
    return [] if price is None or isinstance(price, Decimal) else price.tiers
