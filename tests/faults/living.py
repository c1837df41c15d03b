"""A town of four that lives behind the proxy: begun, and gone on with after each pause until it has come to its end."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from townlet.engine.desk import OnFailure
from townlet.engine.simulation import Machinery, Simulation
from townlet.language.model import ModelError
from townlet.language.patience import Bounds, Patience
from townlet.language.providers.chat import NetworkModel
from townlet.language.providers.connection import Connection
from townlet.language.providers.endpoint import Endpoint
from townlet.language.providers.spec import spec_of
from townlet.town import load

from .proxy import FaultyProxy
from .townsfolk import Announced, Townsfolk

TOWN = "applegarth"
BOUNDS = Bounds(sendings=6, first_wait=0.002, longest_wait=0.02, longest_asked=0.02, trips_after=5, gives_up_after=2.0)
"""The patience of a minute in the time of a test."""

ANSWER_SECONDS = 0.5
"""How long an answer may take: less than a drip takes, and more than any answer that comes at once."""


@dataclass
class Behind:
    """A run's file, and the endpoint and the proxy that it is answered through."""

    path: Path
    folk: Townsfolk
    proxy: FaultyProxy
    on_failure: OnFailure = "pause"
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
        connection = self._connection()
        model = Announced(NetworkModel(spec_of(f"{self.proxy.url}#townsfolk"), connection), self.folk)
        patience = Patience(BOUNDS, jitter=Random(1))
        machinery = Machinery(model, patience=patience, on_failure=self.on_failure)
        try:
            with await self._simulation(machinery) as simulation:
                async for _ in simulation.run(days):
                    pass
                return simulation.finish()
        finally:
            await connection.aclose()

    async def _simulation(self, machinery: Machinery) -> Simulation:
        if self.path.exists():
            return await Simulation.resume(self.path, machinery=machinery)
        return Simulation.start(load(TOWN), self.path, machinery=machinery)

    def _connection(self) -> Connection:
        endpoint = Endpoint("compatible", self.proxy.url, "", "TOWNLET_API_KEY", "docs/faults.md")
        return Connection(endpoint, ANSWER_SECONDS)


@asynccontextmanager
async def behind(path: Path, shares: Mapping[str, float], on_failure: OnFailure = "pause") -> AsyncIterator[Behind]:
    """A run that is about to begin, with such shares of its calls going wrong."""
    async with Townsfolk() as folk, FaultyProxy(folk.port, shares) as proxy:
        yield Behind(path, folk, proxy, on_failure)


async def undisturbed(path: Path, days: float) -> str:
    """The state hash of the same life with nothing in between, and nothing that can go wrong."""
    with Simulation.start(load(TOWN), path) as simulation:
        async for _ in simulation.run(days):
            pass
        return simulation.finish()
