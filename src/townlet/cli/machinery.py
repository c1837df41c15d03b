"""What a run is computed with, made from options, `townlet.toml` and, for a resumed run, from its file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from townlet.cli.config import Config, read_config
from townlet.cli.failures import BadInput
from townlet.cli.money import budget_given, prices_of, require_prices, tariff_of, unpriced
from townlet.engine.desk import OnFailure
from townlet.engine.settings import Settings
from townlet.engine.simulation import Machinery
from townlet.language.embed import Embedder
from townlet.language.hashed import HashedEmbedder
from townlet.language.jobs import JOBS, Jobs
from townlet.language.model import LanguageModel
from townlet.language.offline.model import OfflineModel
from townlet.language.providers.spec import OFFLINE, BadSpec, NotConfigured, embedder_spec_of, spec_of
from townlet.language.traced import Traced

if TYPE_CHECKING:
    from townlet.language.providers.build import Providers
    from townlet.language.providers.chat import NetworkModel

HASHED, MINILM = "hashed", "minilm"


@dataclass(frozen=True)
class Choice:
    """What was chosen on the command line about who answers; None where it was left to the configuration."""

    model: str | None = None
    embedding: str | None = None
    config: Path | None = None


@dataclass(frozen=True)
class Means:
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
class Equipment:
    """What a command computes with: the machinery for the engine, and the parts of it that a command looks at."""

    model: LanguageModel
    machinery: Machinery
    unpriced: tuple[str, ...] = ()
    """Models whose price nobody knows."""

    async def prepare(self) -> None:
        """Reach out for what has to be known before a run begins. Raises BadInput, ModelError."""
        with told_as_bad_input():
            await self.machinery.prepare()

    async def aclose(self) -> None:
        """Close all connections."""
        await self.machinery.aclose()


def settings_chosen(choice: Choice, profile: str) -> Settings:
    """The settings of a new run. Raises BadInput."""
    models = read_config(choice.config).models
    embedder = embedder_name(choice.embedding or models.embedding or HASHED)
    heat = "" if models.temperature is None else f"{models.temperature:g}"
    if choice.model is not None:
        return Settings(model=model_name(choice.model), temperature=heat, embedder=embedder, profile=profile)
    own = {job: model_name(model) for job in JOBS if (model := getattr(models, job))}
    default = model_name(models.default or OFFLINE)
    return Settings(model=default, temperature=heat, embedder=embedder, profile=profile, **own)


def equipped(settings: Settings, seed: int, means: Means) -> Equipment:
    """What runs of these settings are computed with. Raises BadInput."""
    config, budget = read_config(means.config), budget_given(means.budget)
    prices = prices_of(config)
    unknown = unpriced(settings, prices)
    require_prices(budget, unknown)
    maker = Maker(seed, settings.temperature, config, _sharing(seed, means))
    by_job = {job: maker.model(name) for job, name in settings.by_job.items()}
    model = Jobs(maker.model(settings.model), by_job)
    machinery = Machinery(
        model=model,
        embedder=maker.embedder(settings.embedder),
        concurrency=means.concurrency,
        tariff=tariff_of(settings, prices),
        budget=budget,
        on_failure=_on_failure(means.on_failure),
    )
    return Equipment(model, machinery, unknown)


def answered_by(settings: Settings, model: str | None) -> Settings:
    """The same settings with another model in all jobs, if there is another. Raises BadInput."""
    if model is None:
        return settings
    return replace(settings, model=model_name(model), **dict.fromkeys(JOBS, ""))


def _on_failure(written: str | None) -> OnFailure | None:
    match written:
        case None | "pause" | "fallback":
            return written
    raise BadInput(f"There is no --on-failure {written!r}; choose pause or fallback.")


@dataclass
class Maker:
    """Makes models and embedders by their names; what is not used is not loaded."""

    seed: int
    temperature: str
    config: Config
    shared: Callable[[LanguageModel, float | None], LanguageModel] = lambda model, heat: model
    """Lets a model have the replies that runs share."""
    _providers: list[Providers] = field(default_factory=list)

    def model(self, name: str) -> LanguageModel:
        """The model of a name. Raises BadInput."""
        if name == OFFLINE:
            return Traced(OfflineModel(self.seed), OFFLINE)
        model = self.network_model(name)
        return self.shared(Traced(model, model.spec.provider, self._heat), self._heat)

    def network_model(self, name: str) -> NetworkModel:
        """The model behind an API that a name means, bare. Raises BadInput."""
        with told_as_bad_input():
            from townlet.language.providers.chat import Sampling

            return self._outside().model(name, Sampling(self.seed, self._heat))

    def embedder(self, name: str) -> Embedder:
        """The embedder of a name. Raises BadInput."""
        if name == HashedEmbedder().name:
            return HashedEmbedder()
        with told_as_bad_input():
            if name == MINILM:
                from townlet.language.minilm.embedder import MiniLM

                return MiniLM()
            return self._outside().embedder(name)

    @property
    def _heat(self) -> float | None:
        return float(self.temperature) if self.temperature else None

    def _outside(self) -> Providers:
        if not self._providers:
            from townlet.language.providers.build import Providers
            from townlet.language.providers.connection import USUAL_SECONDS

            self._providers.append(Providers(self.config.models.timeout or USUAL_SECONDS))
        return self._providers[0]


def _sharing(seed: int, means: Means) -> Callable[[LanguageModel, float | None], LanguageModel]:
    if means.cache is None:
        return lambda model, heat: model
    from townlet.cli.reply_cache import shelf_at
    from townlet.language.cache import Cached

    shelf, replicate = shelf_at(means.cache), seed if means.replicate is None else means.replicate
    return lambda model, heat: Cached(model, shelf, replicate, heat)


def model_name(text: str) -> str:
    """A model's name in the one form that runs are kept under. Raises BadInput."""
    if text.strip() == OFFLINE:
        return OFFLINE
    with told_as_bad_input():
        return str(spec_of(text))


def embedder_name(text: str) -> str:
    """An embedder's name in the one form that runs are kept under. Raises BadInput."""
    if text.strip() in {HASHED, HashedEmbedder().name}:
        return HashedEmbedder().name
    if text.strip() == OFFLINE:
        raise BadInput("The offline model does not embed; use --embedding hashed.")
    if text.strip() == MINILM:
        return MINILM
    with told_as_bad_input():
        return str(embedder_spec_of(text))


@contextmanager
def told_as_bad_input() -> Iterator[None]:
    """What is named or set wrongly is told in one line."""
    try:
        yield
    except (BadSpec, NotConfigured) as error:
        raise BadInput(str(error)) from None
