"""Models and embedders by name, with options, reply cache and batch API. What is not used is not imported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from townlet.errors import BadInput
from townlet.files import find_folder
from townlet.language.cache import CachedModel, ReplyCache
from townlet.language.embedder import Embedder
from townlet.language.hashed import HashedEmbedder, hashed_embedder
from townlet.language.model import LanguageModel
from townlet.language.providers.knobs import Knobs
from townlet.language.providers.spec import OFFLINE, embedder_spec_of, spec_of
from townlet.language.settings import DEFAULT_JOB, ConfigTables
from townlet.language.telemetry import TracedModel

if TYPE_CHECKING:
    from townlet.language.providers.chat import NetworkModel
    from townlet.language.providers.factory import ProviderFactory

HASHED, MINILM = "hashed", "minilm"

DEFAULT_CACHE = "default"
"""The value of --cache that stands for the cache folder of the current user."""


@dataclass
class ModelBuilder:
    """Builds models and embedders from their names. All of them share one connection per endpoint."""

    seed: int
    config: ConfigTables
    offline: Callable[[int], LanguageModel]
    """Returns the offline model for a seed. It is no part of this package, which knows no towns."""
    temperature: str = ""
    """Empty for the provider's default."""
    cache: ReplyCache | None = None
    replicate: int = 0
    """The number of the set of cached replies to use."""
    batched: Callable[[NetworkModel], LanguageModel] | None = None
    """Puts a batch API before a provider's model; None to send each call by itself."""

    def model(self, name: str, job: str = DEFAULT_JOB) -> LanguageModel:
        """Return the model with this name for a job, traced and cached. Raises BadSpec, NotConfigured."""
        if name == OFFLINE:
            return TracedModel(self.offline(self.seed), OFFLINE)
        model, knobs = self.network_model(name, job), self._knobs(name, job)
        asked = self.batched(model) if self.batched else model
        traced = TracedModel(asked, model.spec.provider, knobs.temperature)
        if self.cache is None:
            return traced
        return CachedModel(traced, self.cache, self.replicate, knobs.temperature, knobs.for_replies())

    def network_model(self, name: str, job: str = DEFAULT_JOB) -> NetworkModel:
        """Return the provider's model with this name, neither traced nor cached. Raises BadSpec, NotConfigured."""
        from townlet.language.providers.chat import Sampling

        return self._providers.model(name, Sampling(self.seed, self._knobs(name, job)))

    def embedder(self, name: str) -> Embedder:
        """Return the embedder with this name. Raises BadSpec, NotConfigured."""
        if hashed := hashed_embedder(name):
            return hashed
        if name == MINILM:
            from townlet.language.minilm.embedder import MiniLM

            return MiniLM()
        return self._providers.embedder(name)

    def _knobs(self, name: str, job: str) -> Knobs:
        run = Knobs(temperature=float(self.temperature)) if self.temperature else Knobs()
        return self.config.knobs(name, job).over(run)

    @cached_property
    def _providers(self) -> ProviderFactory:
        from townlet.language.providers.connection import DEFAULT_TIMEOUT_SECONDS
        from townlet.language.providers.factory import ProviderFactory

        return ProviderFactory(self.config.models.timeout or DEFAULT_TIMEOUT_SECONDS)


def normalise_model_name(text: str) -> str:
    """Return a model's name in its normal form, as stored in runs. Raises BadSpec."""
    return OFFLINE if text.strip() == OFFLINE else str(spec_of(text))


def normalise_embedder_name(text: str) -> str:
    """Return an embedder's name in its normal form, as stored in runs. Raises BadInput."""
    text = text.strip()
    if text == HASHED:
        return HashedEmbedder().name
    if text == OFFLINE:
        raise BadInput("The offline model cannot embed texts; use --embedding hashed.")
    return text if text == MINILM or hashed_embedder(text) else str(embedder_spec_of(text))


def open_reply_cache(folder: str) -> ReplyCache:
    """Open the reply cache in a folder, and create the folder if necessary. Raises BadInput."""
    path = _default_cache_folder() if folder == DEFAULT_CACHE else Path(folder)
    try:
        find_folder(path).mkdir(parents=True, exist_ok=True)
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
