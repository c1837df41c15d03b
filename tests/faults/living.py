"""A town of four that lives behind the proxy: begun, and gone on with after each pause until it has come to its end."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from townlet.engine.calls.gateway import OnFailure
from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.language.model import LanguageModel, ModelError
from townlet.language.providers.chat import Sampling
from townlet.language.providers.endpoint import Credentials
from townlet.language.providers.factory import ProviderFactory
from townlet.language.providers.knobs import NO_KNOBS, Knobs
from townlet.language.retry import RetryBounds, RetryPolicy
from townlet.runfile.config import RunConfig
from townlet.town import Town, load_town

from .proxy import FaultyProxy
from .townsfolk import Announced, Townsfolk

TOWN = "applegarth"
MODEL = "tiny-random"
"""The name by which the endpoint is asked; the real server's own."""
BOUNDS = RetryBounds(
    max_attempts=6,
    initial_backoff=0.002,
    max_backoff=0.02,
    max_retry_after=0.02,
    failure_threshold=5,
    give_up_after=2.0,
)
"""The patience of a minute in the time of a test."""

ANSWER_SECONDS = 0.5
"""How long an answer may take: less than a drip takes, and more than any answer that comes at once."""


@dataclass
class Behind:
    """A run's file, and the endpoint and the proxy that it is answered through."""

    path: Path
    proxy: FaultyProxy
    town: Town
    on_failure: OnFailure = "pause"
    folk: Townsfolk | None = None
    """Who answers, if it is not a real server."""
    seconds: float = ANSWER_SECONDS
    embedding: bool = False
    """Whether vectors come from the endpoint, too."""
    knobs: Knobs = NO_KNOBS
    pauses: int = 0

    async def live(self, days: float, most_pauses: int = 40) -> str:
        """The state hash of the run at its end, however often it has to be gone on with."""
        while True:
            try:
                return await self._lived(days)
            except ModelError:
                self.pauses += 1
                if self.pauses > most_pauses:
                    raise

    async def _lived(self, days: float) -> str:
        providers = ProviderFactory(self.seconds, Credentials())
        try:
            machinery = self._machinery(providers)
            await machinery.prepare()
            with await self._simulation(machinery) as simulation:
                async for _ in simulation.run(days):
                    pass
                return simulation.finish()
        finally:
            await providers.aclose()

    def _machinery(self, providers: ProviderFactory) -> RunResources:
        model: LanguageModel = providers.model(f"{self.proxy.url}#{MODEL}", Sampling(1, self.knobs))
        if self.folk:
            model = Announced(model, self.folk)
        embedder = providers.embedder(f"{self.proxy.url}#{MODEL}") if self.embedding else None
        patience = RetryPolicy(BOUNDS, jitter=Random(1))
        return RunResources(model, embedder, retry=patience, on_failure=self.on_failure)

    async def _simulation(self, machinery: RunResources) -> Simulation:
        if self.path.exists():
            return await Simulation.resume(self.path, resources=machinery)
        embedder = machinery.embedder.name if machinery.embedder else RunConfig.embedder
        return Simulation.start(self.town, self.path, config=RunConfig(embedder=embedder), resources=machinery)


@asynccontextmanager
async def behind(path: Path, shares: Mapping[str, float], on_failure: OnFailure = "pause") -> AsyncIterator[Behind]:
    """A run that is about to begin, with such shares of its calls going wrong."""
    async with Townsfolk() as folk, FaultyProxy(folk.port, shares) as proxy:
        yield Behind(path, proxy, load_town(TOWN), on_failure, folk)


async def undisturbed(path: Path, days: float) -> str:
    """The state hash of the same life with nothing in between, and nothing that can go wrong."""
    with Simulation.start(load_town(TOWN), path) as simulation:
        async for _ in simulation.run(days):
            pass
        return simulation.finish()
