"""Prices and budgets as a command has them: from the list, from `townlet.toml` and from options."""

from __future__ import annotations

from collections.abc import Mapping

from townlet.cli.config_file import ConfigTables
from townlet.cli.errors import BadInput
from townlet.cli.output import format_count
from townlet.engine.calls.budget import BadBudget, Budget, UsageTotals, budget_of
from townlet.language.pricing import NO_COST, ModelTariff, PriceList, TokenRates
from townlet.language.providers.spec import OFFLINE, BadSpec, spec_of
from townlet.runfile.config import RunConfig

NO_PRICE = "The price of {} is not known, so its calls count as if they cost nothing"


def parse_budget(text: str | None) -> Budget | None:
    """A budget as it is written after --budget. Raises BadInput."""
    try:
        return None if text is None else budget_of(text)
    except BadBudget as error:
        raise BadInput(f"--budget: {error}") from None


def resolve_prices(config: ConfigTables) -> PriceList:
    """The list's prices under those of the configuration. Raises BadInput."""
    return PriceList({_named(model): TokenRates(**price.model_dump()) for model, price in config.prices.items()})


def make_tariff(settings: RunConfig, prices: PriceList) -> ModelTariff:
    """What the calls of a run cost; models whose price nobody knows count as if they cost nothing."""
    by_job = {job: prices.price_of(model) or NO_COST for job, model in settings.by_job.items()}
    return ModelTariff(prices.price_of(settings.model) or NO_COST, by_job, prices.price_of(settings.embedder) or NO_COST)


def find_unpriced_models(settings: RunConfig, prices: PriceList) -> tuple[str, ...]:
    """The models and the embedder of a run whose price nobody knows."""
    models = dict.fromkeys((settings.model, *settings.by_job.values(), settings.embedder))
    return tuple(model for model in models if prices.price_of(model) is None)


def require_prices(budget: Budget | None, unknown: tuple[str, ...]) -> None:
    """A budget in money needs all prices. Raises BadInput."""
    if budget is not None and budget.usd is not None and unknown:
        raise BadInput(
            f"A budget in US dollars cannot be kept: the price of {' and '.join(unknown)} is not known. "
            "Set it under [prices] in townlet.toml, or give the budget in tokens, such as 5Mtok; see docs/cost.md."
        )


def format_dollars(usd: float) -> str:
    """'$0.0123', '$12.34': four digits where there are no whole dollars."""
    return f"${usd:,.2f}" if usd >= 1 or usd == 0 else f"${usd:.4f}"


def format_spending(tally: UsageTotals) -> str:
    """'1,204 calls, 1,034,211 tokens, $0.43'; without the money where there is none."""
    told = f"{format_count(tally.calls, 'call')}, {format_count(tally.tokens, 'token')}"
    return f"{told}, {format_dollars(tally.usd)}" if tally.usd else told


def format_shares(tallies: Mapping[str, UsageTotals], number: int) -> str:
    """'converse 31 %, react 22 %': those that cost most, or took most tokens where nothing costs money."""
    shares = sorted(compute_shares(tallies).items(), key=lambda of: (-of[1], of[0]))
    return ", ".join(f"{name} {share:.0%}".replace("%", " %") for name, share in shares[:number])


def compute_shares(tallies: Mapping[str, UsageTotals]) -> dict[str, float]:
    """The part that each has in what all cost, or in the tokens of all where nothing costs money."""
    weights = {name: tally.usd for name, tally in tallies.items()}
    if not any(weights.values()):
        weights = {name: float(tally.tokens) for name, tally in tallies.items()}
    whole = sum(weights.values()) or 1.0
    return {name: weight / whole for name, weight in weights.items()}


def _named(model: str) -> str:
    """A model of the table [prices] in the form that settings have it in."""
    try:
        return model if model == OFFLINE else str(spec_of(model))
    except BadSpec as error:
        raise BadInput(f"[prices] in townlet.toml: {error}") from None
