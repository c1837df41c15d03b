"""What a run is computed with: its settings come from who was chosen, or from its file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from townlet.cli.config import read_config
from townlet.cli.failures import BadInput
from townlet.cli.maker import Maker, told_as_bad_input
from townlet.cli.money import budget_given, prices_of, require_prices, tariff_of, unpriced
from townlet.engine.desk import OnFailure
from townlet.engine.settings import Settings
from townlet.engine.simulation import Machinery
from townlet.language.jobs import Jobs
from townlet.language.model import LanguageModel


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


def _sharing(seed: int, means: Means) -> Callable[[LanguageModel, float | None], LanguageModel]:
    if means.cache is None:
        return lambda model, heat: model
    from townlet.cli.reply_cache import shelf_at
    from townlet.language.cache import Cached

    shelf, replicate = shelf_at(means.cache), seed if means.replicate is None else means.replicate
    return lambda model, heat: Cached(model, shelf, replicate, heat)


def _on_failure(written: str | None) -> OnFailure | None:
    match written:
        case None | "pause" | "fallback":
            return written
    raise BadInput(f"There is no --on-failure {written!r}; choose pause or fallback.")
