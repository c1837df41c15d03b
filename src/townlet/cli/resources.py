"""Models and embedders by the names that runs keep; what is not used is not loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from townlet.cli.config_file import ConfigTables, read_config
from townlet.cli.errors import BadInput
from townlet.cli.pricing import find_unpriced_models, make_tariff, parse_budget, require_prices, resolve_prices
from townlet.engine.calls.gateway import OnFailure
from townlet.engine.resources import RunResources
from townlet.language.cache import ReplyCache
from townlet.language.embedder import Embedder
from townlet.language.hashed import HashedEmbedder
from townlet.language.model import LanguageModel
from townlet.language.providers.spec import OFFLINE, BadSpec, NotConfigured
from townlet.language.routing import ModelRouter
from townlet.language.telemetry import TracedModel
from townlet.offline.model import OfflineModel
from townlet.runfile.config import RunConfig

if TYPE_CHECKING:
    from townlet.language.providers.chat import NetworkModel
    from townlet.language.providers.factory import ProviderFactory

HASHED, MINILM = "hashed", "minilm"


@dataclass
class ModelFactory:
    """Makes models and embedders by their names; what is not used is not loaded."""

    seed: int
    temperature: str
    config: ConfigTables
    shared: Callable[[LanguageModel, float | None], LanguageModel] = lambda model, heat: model
    """Lets a model have the replies that runs share."""
    _providers: list[ProviderFactory] = field(default_factory=list)

    def model(self, name: str) -> LanguageModel:
        """The model of a name. Raises BadInput."""
        if name == OFFLINE:
            return TracedModel(OfflineModel(self.seed), OFFLINE)
        model = self.network_model(name)
        return self.shared(TracedModel(model, model.spec.provider, self._heat), self._heat)

    def network_model(self, name: str) -> NetworkModel:
        """The model behind an API that a name means, bare. Raises BadInput."""
        with report_as_bad_input():
            from townlet.language.providers.chat import Sampling

            return self._outside().model(name, Sampling(self.seed, self._heat))

    def embedder(self, name: str) -> Embedder:
        """The embedder of a name. Raises BadInput."""
        if name == HashedEmbedder().name:
            return HashedEmbedder()
        with report_as_bad_input():
            if name == MINILM:
                from townlet.language.minilm.embedder import MiniLM

                return MiniLM()
            return self._outside().embedder(name)

    @property
    def _heat(self) -> float | None:
        return float(self.temperature) if self.temperature else None

    def _outside(self) -> ProviderFactory:
        if not self._providers:
            from townlet.language.providers.connection import DEFAULT_TIMEOUT_SECONDS
            from townlet.language.providers.factory import ProviderFactory

            self._providers.append(ProviderFactory(self.config.models.timeout or DEFAULT_TIMEOUT_SECONDS))
        return self._providers[0]


@contextmanager
def report_as_bad_input() -> Iterator[None]:
    """What is named or set wrongly is told in one line."""
    try:
        yield
    except (BadSpec, NotConfigured) as error:
        raise BadInput(str(error)) from None


DEFAULT_CACHE = "default"
"""The word for the folder of this user."""


def open_reply_cache(folder: str) -> ReplyCache:
    """The shelf in a folder, which is made if it is not there. Raises BadInput."""
    path = _usual_folder() if folder == DEFAULT_CACHE else Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
        probe = path / ".townlet"
        probe.touch()
        probe.unlink(missing_ok=True)
    except OSError as error:
        raise BadInput(f"--cache {path} cannot be used: {error.strerror}; give a folder that may be written.") from None
    return ReplyCache(path)


def _usual_folder() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("townlet") / "replies"


@dataclass(frozen=True)
class ResourceOptions:
    """How a run is computed: nothing of this changes what happens in it."""

    concurrency: int = 8
    config: Path | None = None
    cache: str | None = None
    """The folder of replies that runs share; None for none."""
    replicate: int | None = None
    """Which of those replies are meant; None for those of the run's seed."""
    budget: str | None = None
    """The most that the run may spend, as it is written; None for what it was told before."""
    on_failure: str | None = None
    """Whether the run pauses or goes on by fallbacks when a call fails for good; None for what it was told before."""


@dataclass(frozen=True)
class CommandResources:
    """What a command computes with: the machinery for the engine, and the parts of it that a command looks at."""

    model: LanguageModel
    machinery: RunResources
    unpriced: tuple[str, ...] = ()
    """Models whose price nobody knows."""

    async def prepare(self) -> None:
        """Reach out for what has to be known before a run begins. Raises BadInput, ModelError."""
        with report_as_bad_input():
            await self.machinery.prepare()

    async def aclose(self) -> None:
        """Close all connections."""
        await self.machinery.aclose()


def build_resources(settings: RunConfig, seed: int, means: ResourceOptions) -> CommandResources:
    """What runs of these settings are computed with. Raises BadInput."""
    config, budget = read_config(means.config), parse_budget(means.budget)
    prices = resolve_prices(config)
    unknown = find_unpriced_models(settings, prices)
    require_prices(budget, unknown)
    maker = ModelFactory(seed, settings.temperature, config, _share_replies(seed, means))
    by_job = {job: maker.model(name) for job, name in settings.by_job.items()}
    model = ModelRouter(maker.model(settings.model), by_job)
    machinery = RunResources(
        model=model,
        embedder=maker.embedder(settings.embedder),
        concurrency=means.concurrency,
        tariff=make_tariff(settings, prices),
        budget=budget,
        on_failure=_parse_on_failure(means.on_failure),
    )
    return CommandResources(model, machinery, unknown)


def _share_replies(seed: int, means: ResourceOptions) -> Callable[[LanguageModel, float | None], LanguageModel]:
    if means.cache is None:
        return lambda model, heat: model
    from townlet.language.cache import CachedModel

    shelf, replicate = open_reply_cache(means.cache), seed if means.replicate is None else means.replicate
    return lambda model, heat: CachedModel(model, shelf, replicate, heat)


def _parse_on_failure(written: str | None) -> OnFailure | None:
    match written:
        case None | "pause" | "fallback":
            return written
    raise BadInput(f"There is no --on-failure {written!r}; choose pause or fallback.")
