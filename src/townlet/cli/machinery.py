"""What a run is computed with, made from options, `townlet.toml` and, for a resumed run, from its file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from townlet.cli.config import Config, read_config
from townlet.cli.counted import Counted
from townlet.cli.failures import BadInput
from townlet.engine.settings import Settings
from townlet.engine.simulation import Machinery
from townlet.language.jobs import Jobs
from townlet.language.model import LanguageModel
from townlet.language.offline.model import OfflineModel


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


@dataclass
class Equipment:
    """What a command computes with: the machinery for the engine, and the parts of it that a command looks at."""

    model: Counted
    machinery: Machinery


def settings_chosen(choice: Choice, profile: str) -> Settings:
    """The settings of a new run. Raises BadInput."""
    models = read_config(choice.config).models
    embedder = choice.embedding or models.embedding or Settings.embedder
    if choice.model is not None:
        return Settings(model=choice.model, embedder=embedder, profile=profile)
    own = {"dialogue": models.dialogue, "planning": models.planning, "importance": models.importance}
    given = {job: model for job, model in own.items() if model}
    return Settings(model=models.default or Settings.model, embedder=embedder, profile=profile, **given)


def equipped(settings: Settings, seed: int, means: Means) -> Equipment:
    """What runs of these settings are computed with. Raises BadInput."""
    config = read_config(means.config)
    by_job = {job: model_named(name, seed, config) for job, name in settings.by_job.items()}
    model = Counted(Jobs(model_named(settings.model, seed, config), by_job))
    return Equipment(model, Machinery(model=model, concurrency=means.concurrency))


def model_named(name: str, seed: int, config: Config) -> LanguageModel:
    """The model that a specification names. Raises BadInput."""
    if name != "offline":
        raise BadInput(
            f"There is no model {name!r} in this version: providers come with a later one; use --model offline."
        )
    return OfflineModel(seed)
