"""Models and embedders by the names that runs keep; what is not used is not loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from townlet.cli.config import Config
from townlet.cli.failures import BadInput
from townlet.language.embed import Embedder
from townlet.language.hashed import HashedEmbedder
from townlet.language.model import LanguageModel
from townlet.language.offline.model import OfflineModel
from townlet.language.providers.spec import OFFLINE, BadSpec, NotConfigured
from townlet.language.traced import Traced

if TYPE_CHECKING:
    from townlet.language.providers.build import Providers
    from townlet.language.providers.chat import NetworkModel

HASHED, MINILM = "hashed", "minilm"


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


@contextmanager
def told_as_bad_input() -> Iterator[None]:
    """What is named or set wrongly is told in one line."""
    try:
        yield
    except (BadSpec, NotConfigured) as error:
        raise BadInput(str(error)) from None
