"""Models, embedders, the reply cache and the budget of a run. A part is imported only when it is used."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from townlet.cli.config_file import DEFAULT_JOB, ConfigTables, read_config, read_kept_settings, settings_text
from townlet.cli.errors import BadInput
from townlet.cli.pricing import (
    find_unpriced_models,
    list_models,
    make_tariff,
    normalise_names,
    parse_budget,
    require_prices,
    resolve_prices,
)
from townlet.engine.calls.embedding import embedder_for
from townlet.engine.calls.gateway import OnFailure
from townlet.engine.resources import RunResources
from townlet.language.cache import ReplyCache
from townlet.language.embedder import Embedder
from townlet.language.hashed import hashed_embedder
from townlet.language.model import LanguageModel, close_all, prepare_all
from townlet.language.providers.knobs import Knobs
from townlet.language.providers.spec import OFFLINE, BadSpec, NotConfigured
from townlet.language.routing import JOBS, ModelRouter
from townlet.language.telemetry import TracedModel
from townlet.runfile import RunReader
from townlet.runfile.config import RunConfig, config_of

if TYPE_CHECKING:
    from townlet.language.providers.chat import NetworkModel
    from townlet.language.providers.factory import ProviderFactory

HASHED, MINILM = "hashed", "minilm"


@dataclass
class ModelFactory:
    """Creates models and embedders by name."""

    seed: int
    temperature: str
    config: ConfigTables
    wrap_batched: Callable[[NetworkModel], LanguageModel] = lambda model: model
    """Puts the batch API before a provider's model, where nobody waits for its answers."""
    wrap_cached: Callable[[LanguageModel, Knobs], LanguageModel] = lambda model, knobs: model
    """Puts the reply cache before a model, given the model and its options."""

    def router(self, settings: RunConfig) -> ModelRouter:
        """Return the models of a run: one for each job that has a model or options of its own. Raises BadInput."""
        own = {job: settings.by_job.get(job, settings.model) for job in JOBS}
        apart = {job: name for job, name in own.items() if job in settings.by_job or job in self.config.options}
        by_job = {job: self.model(name, job) for job, name in apart.items()}
        return ModelRouter(self.model(settings.model), by_job)

    def model(self, name: str, job: str = DEFAULT_JOB) -> LanguageModel:
        """Return the model with this name for a job, traced and cached. Raises BadInput."""
        if name == OFFLINE:
            from townlet.offline.model import OfflineModel

            return TracedModel(OfflineModel(self.seed), OFFLINE)
        model, knobs = self.network_model(name, job), self._knobs(name, job)
        with report_as_bad_input():
            asked = self.wrap_batched(model)
        return self.wrap_cached(TracedModel(asked, model.spec.provider, knobs.temperature), knobs)

    def network_model(self, name: str, job: str = DEFAULT_JOB) -> NetworkModel:
        """Return the provider's model with this name, neither traced nor cached. Raises BadInput."""
        with report_as_bad_input():
            from townlet.language.providers.chat import Sampling

            return self._provider_factory.model(name, Sampling(self.seed, self._knobs(name, job)))

    def _knobs(self, name: str, job: str) -> Knobs:
        run = Knobs(temperature=float(self.temperature)) if self.temperature else Knobs()
        return self.config.knobs(name, job).over(run)

    def embedder(self, name: str) -> Embedder:
        """Return the embedder with this name. Raises BadInput."""
        if hashed := hashed_embedder(name):
            return hashed
        with report_as_bad_input():
            if name == MINILM:
                from townlet.language.minilm.embedder import MiniLM

                return MiniLM()
            return self._provider_factory.embedder(name)

    @cached_property
    def _provider_factory(self) -> ProviderFactory:
        from townlet.language.providers.connection import DEFAULT_TIMEOUT_SECONDS
        from townlet.language.providers.factory import ProviderFactory

        return ProviderFactory(self.config.models.timeout or DEFAULT_TIMEOUT_SECONDS)


@contextmanager
def report_as_bad_input() -> Iterator[None]:
    """Turn errors about model names and missing settings within this block into BadInput."""
    try:
        yield
    except (BadSpec, NotConfigured) as error:
        raise BadInput(str(error)) from None


DEFAULT_CACHE = "default"
"""The value of --cache that stands for the cache folder of the current user."""


def open_reply_cache(folder: str) -> ReplyCache:
    """Open the reply cache in a folder, and create the folder if necessary. Raises BadInput."""
    path = _default_cache_folder() if folder == DEFAULT_CACHE else Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
        probe = path / ".townlet"
        probe.touch()
        probe.unlink(missing_ok=True)
    except OSError as error:
        raise BadInput(
            f"--cache {path} cannot be used: {error.strerror}. Give a folder that you can write to."
        ) from None
    return ReplyCache(path)


def _default_cache_folder() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("townlet") / "replies"


@asynccontextmanager
async def open_run_embedder(reader: RunReader, config: Path | None = None) -> AsyncIterator[Embedder]:
    """Open a run's embedder, for questions to its memories; nothing is written. Raises BadInput, ModelError.

    It embeds no text whose vector is already in the run file.
    """
    settings = config_of(reader.header)
    tables = read_config(config).over(read_kept_settings(reader))
    embedder = ModelFactory(reader.header.seed, settings.temperature, tables).embedder(settings.embedder)
    try:
        with report_as_bad_input():
            await prepare_all(embedder)
        yield embedder_for(embedder, reader)
    finally:
        await close_all(embedder)


@dataclass(frozen=True)
class ResourceOptions:
    """The options for how a run is computed. With the same replies, none of them changes what happens in the run."""

    concurrency: int = 8
    config: Path | None = None
    cache: str | None = None
    """The folder of the reply cache; None for no cache."""
    replicate: int | None = None
    """Which set of cached replies to use; None for the number of the run's seed."""
    budget: str | None = None
    """The budget as given by the user; None to keep the run's earlier budget."""
    on_failure: str | None = None
    """'pause', 'limited' or 'fallback', for calls that fail for good; None to keep the run's earlier choice."""
    ahead: bool | None = None
    """Whether people think ahead of the run; None for yes with a model that one has to wait for."""
    guess: bool = False
    """Whether those who think ahead use free calls for guesses."""
    batches: Callable[[NetworkModel], LanguageModel] | None = None
    """Puts a batch API before a model; None to send each call by itself."""


@dataclass(frozen=True)
class CommandResources(RunResources):
    """The resources of a run that a command starts or asks about. Mistakes in its options are BadInput."""

    model: LanguageModel
    unpriced: tuple[str, ...] = ()
    """Models without a known price."""
    repriced: tuple[str, ...] = ()
    """Models whose price in the run file is replaced by that of the configuration file."""

    async def prepare(self) -> None:
        """Connect to models and embedders, and find out what a run must know first. Raises BadInput, ModelError."""
        with report_as_bad_input():
            await super().prepare()


def build_resources(
    settings: RunConfig, seed: int, options: ResourceOptions, kept: ConfigTables | None = None
) -> CommandResources:
    """Return the resources for runs with these settings. Raises BadInput.

    `kept` are the settings that a run file holds. The configuration file replaces those that it names.
    """
    kept = kept or ConfigTables()
    if options.guess and options.ahead is False:
        raise BadInput("--guess lets people think ahead, and --no-ahead forbids it; leave one of them out.")
    config, budget = normalise_names(read_config(options.config)).over(kept), parse_budget(options.budget)
    kept_now = config.for_run((*list_models(settings), *kept.prices))
    prices = resolve_prices(config)
    unpriced = find_unpriced_models(settings, prices)
    require_prices(budget, unpriced)
    factory = ModelFactory(seed, settings.temperature, config, wrap_cached=_make_cache_wrapper(seed, options))
    if options.batches:
        factory.wrap_batched = options.batches
    return CommandResources(
        model=factory.router(settings),
        embedder=factory.embedder(settings.embedder),
        concurrency=options.concurrency,
        tariff=make_tariff(settings, prices),
        budget=budget,
        settings=None if kept_now == kept else settings_text(kept_now),
        on_failure=_parse_on_failure(options.on_failure),
        ahead=options.guess or not settings.offline if options.ahead is None else options.ahead,
        guess=options.guess,
        unpriced=unpriced,
        repriced=tuple(name for name, price in kept.prices.items() if kept_now.prices.get(name, price) != price),
    )


def _make_cache_wrapper(seed: int, options: ResourceOptions) -> Callable[[LanguageModel, Knobs], LanguageModel]:
    if options.cache is None:
        return lambda model, knobs: model
    from townlet.language.cache import CachedModel

    cache, replicate = open_reply_cache(options.cache), seed if options.replicate is None else options.replicate
    return lambda model, knobs: CachedModel(model, cache, replicate, knobs.temperature, knobs.for_replies())


def _parse_on_failure(text: str | None) -> OnFailure | None:
    match text:
        case None | "pause" | "limited" | "fallback":
            return text
        case _:
            raise BadInput(f"--on-failure cannot be {text!r}; choose pause, limited or fallback.")
