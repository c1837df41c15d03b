"""What a run is computed with, built from the names of its models: the one place that knows all kinds of models."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from townlet.engine.calls.budget import BadBudget, Budget, budget_of, reservations_on_file
from townlet.engine.calls.embedding import EmbeddingPayment, embedder_for
from townlet.engine.calls.gateway import CallPolicy, ModelGateway, OnFailure
from townlet.engine.calls.log import CallLog, NoCallLog
from townlet.engine.calls.outside import mind_at
from townlet.engine.model_options import OWN_MIND, ModelOptions, require_embedder
from townlet.engine.resources import RunResources
from townlet.errors import BadInput
from townlet.language.build import ModelBuilder, open_reply_cache
from townlet.language.embedder import Embedder
from townlet.language.limits import LimitedModel
from townlet.language.model import LanguageModel, close_all, prepare_all
from townlet.language.pricing import NO_COST, ModelTariff, PriceList
from townlet.language.retry import RetryingModel
from townlet.language.routing import JOBS, ModelRouter
from townlet.language.settings import ConfigTables, read_config
from townlet.offline.model import OfflineModel
from townlet.runfile import RunReader
from townlet.runfile.config import BUDGET_INTENT, RunConfig, config_of
from townlet.runfile.kept_settings import find_unpriced_models, list_models, read_kept_settings

if TYPE_CHECKING:
    from townlet.language.providers.chat import NetworkModel


@dataclass(frozen=True)
class BuiltResources(RunResources):
    """The resources of a run, built from the names of its models."""

    model: LanguageModel
    unpriced: tuple[str, ...] = ()
    """Models without a known price, whose calls count as free."""
    repriced: tuple[str, ...] = ()
    """Models whose price in the run file is replaced by that of the configuration file."""


def build_resources(
    config: RunConfig,
    seed: int = 1,
    options: ModelOptions | None = None,
    kept: ConfigTables | None = None,
    batched: Callable[[NetworkModel], LanguageModel] | None = None,
) -> BuiltResources:
    """Return what runs with this configuration are computed with: their models by name, with retry, limits and prices.

    The models themselves are those of `config`; `options` say how they are asked. `kept` are the settings that a run
    file holds; the configuration file replaces those that it names. `batched` puts a batch API before a model. Call
    `prepare` before the first use and `aclose` after the last. Raises BadInput.
    """
    options, kept = options or ModelOptions(), kept or ConfigTables()
    if options.guess and options.ahead is False:
        raise BadInput("--guess lets people think ahead, and --no-ahead forbids it; leave one of them out.")
    tables, budget = read_config(options.config).over(kept), parse_budget(options.budget)
    kept_now = tables.for_run((*list_models(config), *kept.prices))
    unpriced = find_unpriced_models(config, tables.price_list)
    require_prices(budget, unpriced)
    outside = {name: mind for name, mind in options.minds.items() if mind != OWN_MIND}
    builder = model_builder(config, seed, tables)
    builder.batched = batched
    builder.cache = open_reply_cache(options.cache) if options.cache is not None else None
    builder.replicate = seed if options.replicate is None else options.replicate
    return BuiltResources(
        model=_router(builder, config),
        embedder=builder.embedder(config.embedder),
        concurrency=options.concurrency or RunResources.concurrency,
        tariff=_tariff(config, tables.price_list),
        budget=budget,
        settings=None if kept_now == kept else kept_now.model_dump_json(exclude_defaults=True),
        on_failure=_parse_on_failure(options.on_failure),
        ahead=False if options.ahead is None and config.offline and not options.guess else options.ahead,
        guess=options.guess,
        minds={name: mind_at(mind) if isinstance(mind, str) else mind for name, mind in outside.items()},
        own_minds=tuple(name for name, mind in options.minds.items() if mind == OWN_MIND),
        unpriced=unpriced,
        repriced=tuple(name for name, price in kept.prices.items() if kept_now.prices.get(name, price) != price),
    )


def model_builder(config: RunConfig, seed: int, tables: ConfigTables) -> ModelBuilder:
    """Return what builds the models of runs with this configuration, one by one."""
    return ModelBuilder(seed, tables, OfflineModel, config.temperature)


def _router(builder: ModelBuilder, config: RunConfig) -> ModelRouter:
    """Return the models of a run: one for each job that has a model or options of its own."""
    own = {job: config.by_job.get(job, config.model) for job in JOBS}
    apart = {job: name for job, name in own.items() if job in config.by_job or job in builder.config.options}
    by_job = {job: builder.model(name, job) for job, name in apart.items()}
    return ModelRouter(builder.model(config.model), by_job)


def parse_budget(text: str | None) -> Budget | None:
    """Return the budget given with --budget, or None. Raises BadInput."""
    try:
        return None if text is None else budget_of(text)
    except BadBudget as error:
        raise BadInput(f"--budget: {error}") from None


def _parse_on_failure(text: str | None) -> OnFailure | None:
    match text:
        case None | "pause" | "limited" | "fallback":
            return text
        case _:
            raise BadInput(f"--on-failure cannot be {text!r}; choose pause, limited or fallback.")


def require_prices(budget: Budget | None, unpriced: tuple[str, ...]) -> None:
    """Raise BadInput if the budget is in money and some price is unknown."""
    if budget is not None and budget.usd is not None and unpriced:
        raise BadInput(
            f"A budget in US dollars needs prices, and the price of {' and '.join(unpriced)} is not known. "
            "Set it under [prices] in townlet.toml, or give the budget in tokens, such as 5Mtok; see docs/cost.md."
        )


def _tariff(config: RunConfig, prices: PriceList) -> ModelTariff:
    """Return the tariff of a run's calls. Models without a known price count as free."""
    by_job = {job: prices.price_of(model) or NO_COST for job, model in config.by_job.items()}
    return ModelTariff(prices.price_of(config.model) or NO_COST, by_job, prices.price_of(config.embedder) or NO_COST)


@asynccontextmanager
async def open_run_embedder(reader: RunReader, config: Path | None = None) -> AsyncIterator[Embedder]:
    """Open a run's embedder, for questions to its memories; nothing is written.

    It embeds no text whose vector is already in the run file. Raises BadInput, ModelError.
    """
    settings = config_of(reader.header)
    tables = read_config(config).over(read_kept_settings(reader))
    embedder = model_builder(settings, reader.header.seed, tables).embedder(settings.embedder)
    try:
        await prepare_all(embedder)
        yield embedder_for(embedder, reader)
    finally:
        await close_all(embedder)


@asynccontextmanager
async def open_unrecorded_gateway(
    reader: RunReader,
    config: RunConfig,
    options: ModelOptions,
    batched: Callable[[NetworkModel], LanguageModel] | None = None,
) -> AsyncIterator[ModelGateway]:
    """Open a gateway for questions to a run's people, which records no calls. Raises BadInput, ModelError.

    Without a budget in `options`, the questions may use what is left of the run's own budget.
    """
    require_embedder(config, options.embedding)
    own = options.budget is None
    options = replace(options, budget=options.budget or reader.intent(BUDGET_INTENT))
    resources = build_resources(config, reader.header.seed, options, read_kept_settings(reader), batched)
    try:
        await resources.prepare()
        policy = resources.call_policy(None)
        if own:
            policy = replace(policy, reservations=reservations_on_file(reader))
        yield unrecorded_gateway(reader, resources, policy)
    finally:
        await resources.aclose()


def unrecorded_gateway(
    reader: RunReader, resources: RunResources, policy: CallPolicy, run: str = "", log: CallLog | None = None
) -> ModelGateway:
    """Return a gateway for questions to a run's people, whose calls go into a log, if one is given, and not into the
    run file. `run` is part of each call's id.
    """
    seed, log = reader.header.seed, log or NoCallLog()
    embedder = embedder_for(resources.embedder, reader, EmbeddingPayment(policy, log, lambda: 0))
    retried = RetryingModel(resources.model or OfflineModel(seed), policy.retry)
    return ModelGateway(LimitedModel(retried, resources.concurrency), embedder, log, seed, policy, run)
