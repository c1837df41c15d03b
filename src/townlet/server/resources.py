"""What the server computes with: a model gateway for interviews, an embedder for searches, a way to resume runs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from townlet.engine.calls.embedding import embedder_for
from townlet.engine.calls.gateway import ModelGateway
from townlet.engine.calls.log import NoCallLog
from townlet.engine.simulation import Simulation
from townlet.language.embedder import Embedder, EmbedderWrapper
from townlet.offline.model import OfflineModel
from townlet.runfile import RunReader


class MemoizingEmbedder(EmbedderWrapper):
    """A cache around an embedder: each text is embedded once, however often one searches. Implements `Embedder`."""

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder
        self._known: dict[str, NDArray[np.float32]] = {}

    async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if new := [text for text in dict.fromkeys(texts) if text not in self._known]:
            self._known.update(zip(new, await self.embedder(new), strict=True))
        return np.stack([self._known[text] for text in texts])


@asynccontextmanager
async def _offline_gateway(reader: RunReader) -> AsyncIterator[ModelGateway]:
    seed = reader.header.seed
    yield ModelGateway(OfflineModel(seed), embedder_for(None, reader), NoCallLog(), seed)


@asynccontextmanager
async def _hashed_embedder(reader: RunReader) -> AsyncIterator[Embedder]:
    yield embedder_for(None, reader)


@dataclass(frozen=True)
class ServerResources:
    """Factories of what the server computes with. The defaults use the offline model and the hashed embedder."""

    gateway: Callable[[RunReader], AbstractAsyncContextManager[ModelGateway]] = _offline_gateway
    """Opens the model gateway for interviews. May raise ModelError."""
    embedder: Callable[[RunReader], AbstractAsyncContextManager[Embedder]] = _hashed_embedder
    """Opens the embedder that matches the vectors of a run's memories. May raise ModelError."""
    resume: Callable[[Path], Awaitable[Simulation]] = Simulation.resume
    """Resumes a run. May raise RunFileError, ModelError."""
