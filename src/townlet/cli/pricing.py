"""Prices and budgets of a command: from the price list, from `townlet.toml` and from options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from townlet.cli.config_file import MODEL_KEYS, ConfigTables
from townlet.cli.errors import BadInput
from townlet.cli.output import format_count, format_percent
from townlet.engine.calls.budget import BadBudget, Budget, budget_of
from townlet.engine.calls.usage import UsageTotals
from townlet.language.pricing import NO_COST, ModelTariff, PriceList, TokenRates
from townlet.language.providers.spec import OFFLINE, BadSpec, spec_of
from townlet.runfile import CallTotals
from townlet.runfile.config import RunConfig

NEW_PRICE = "From here on, calls of {} count at the price in townlet.toml, not at the one that the run file kept."
NO_PRICE = "The price of {} is not known, so its calls count as if they cost nothing"


def parse_budget(text: str | None) -> Budget | None:
    """Return the budget given with --budget, or None. Raises BadInput."""
    try:
        return None if text is None else budget_of(text)
    except BadBudget as error:
        raise BadInput(f"--budget: {error}") from None


def normalise_names(config: ConfigTables) -> ConfigTables:
    """Return settings whose prices and options name models in their normal form. Raises BadInput."""
    prices = {_price_key(model): price for model, price in config.prices.items()}
    options = {_option_key(name): knobs for name, knobs in config.options.items()}
    return config.model_copy(update={"prices": prices, "options": options})


def resolve_prices(config: ConfigTables) -> PriceList:
    """Return the price list, overridden by the prices of the configuration file. Raises BadInput."""
    own = normalise_names(config).prices
    return PriceList({model: TokenRates(**price.model_dump()) for model, price in own.items()})


def make_tariff(settings: RunConfig, prices: PriceList) -> ModelTariff:
    """Return the tariff of a run's calls. Models without a known price count as free."""
    by_job = {job: prices.price_of(model) or NO_COST for job, model in settings.by_job.items()}
    return ModelTariff(
        prices.price_of(settings.model) or NO_COST, by_job, prices.price_of(settings.embedder) or NO_COST
    )


def find_unpriced_models(settings: RunConfig, prices: PriceList) -> tuple[str, ...]:
    """Return the names of a run's models, and of its embedder, that have no known price."""
    return tuple(model for model in list_models(settings) if prices.price_of(model) is None)


def list_models(settings: RunConfig) -> tuple[str, ...]:
    """Return the names of a run's models and of its embedder, without repetition."""
    return tuple(dict.fromkeys((settings.model, *settings.by_job.values(), settings.embedder)))


def require_prices(budget: Budget | None, unpriced: tuple[str, ...]) -> None:
    """Raise BadInput if the budget is in money and some price is unknown."""
    if budget is not None and budget.usd is not None and unpriced:
        raise BadInput(
            f"A budget in US dollars needs prices, and the price of {' and '.join(unpriced)} is not known. "
            "Set it under [prices] in townlet.toml, or give the budget in tokens, such as 5Mtok; see docs/cost.md."
        )


def format_dollars(usd: float) -> str:
    """Return an amount such as '$0.0123' or '$12.34': four decimals below one dollar, two above."""
    return f"${usd:,.2f}" if usd >= 1 or usd == 0 else f"${usd:.4f}"


def format_spending(usage: UsageTotals) -> str:
    """Return usage such as '1,204 calls, 1,034,211 tokens, $0.43', without the amount if it is zero."""
    tokens = f"{format_count(usage.calls, 'call')}, {format_count(usage.tokens, 'token')}"
    return f"{tokens}, {format_dollars(usage.usd)}" if usage.usd else tokens


def describe_estimates(calls: CallTotals) -> Iterator[str]:
    """Yield a line about the calls that count at their ceiling, if there are any."""
    if calls.estimated:
        money = f", {format_dollars(calls.estimated_cost)}" if calls.estimated_cost else ""
        yield (
            f"For {calls.estimated:,} of these calls the endpoint reported no usable token counts. They count as "
            f"the most that they can have taken: {calls.estimated_tokens:,} tokens{money} (an estimate)."
        )


def format_shares(usage_by_name: Mapping[str, UsageTotals], number: int) -> str:
    """Return the `number` largest shares of the cost, such as 'converse 31 %, react 22 %'."""
    shares = sorted(compute_shares(usage_by_name).items(), key=lambda pair: (-pair[1], pair[0]))
    return ", ".join(f"{name} {format_percent(share)}" for name, share in shares[:number])


def compute_shares(usage_by_name: Mapping[str, UsageTotals]) -> dict[str, float]:
    """Return each entry's share of the total cost, or of the tokens if nothing costs money."""
    weights = {name: usage.usd for name, usage in usage_by_name.items()}
    if not any(weights.values()):
        weights = {name: float(usage.tokens) for name, usage in usage_by_name.items()}
    total = sum(weights.values()) or 1.0
    return {name: weight / total for name, weight in weights.items()}


def _price_key(model: str) -> str:
    return _model_key(model, "prices", "")


def _option_key(name: str) -> str:
    return name if name in MODEL_KEYS else _model_key(name, "options", f"; or name a job: {', '.join(MODEL_KEYS)}")


def _model_key(model: str, table: str, otherwise: str) -> str:
    """Return a model's name in a table of the configuration file in its normal form. Raises BadInput."""
    try:
        return model if model == OFFLINE else str(spec_of(model))
    except BadSpec as error:
        raise BadInput(f"[{table}] in townlet.toml: {str(error).rstrip('.')}{otherwise}.") from None
