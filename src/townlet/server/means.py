"""What a server computes with, as whoever starts it has chosen: who answers interviews, who goes on with a run."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from townlet.engine.desk import Desk
from townlet.engine.ledger import NoLedger
from townlet.engine.runfile import RunReader
from townlet.engine.simulation import Simulation
from townlet.language.embed import Embedder
from townlet.language.hashed import HashedEmbedder
from townlet.language.offline.model import OfflineModel


@asynccontextmanager
async def _offline_desk(reader: RunReader) -> AsyncIterator[Desk]:
    seed = reader.header.seed
    yield Desk(OfflineModel(seed), HashedEmbedder(), NoLedger(), seed)


@asynccontextmanager
async def _hashed(reader: RunReader) -> AsyncIterator[Embedder]:
    yield HashedEmbedder()


@dataclass(frozen=True)
class Means:
    """By default everything is computed by rules."""

    desk: Callable[[RunReader], AbstractAsyncContextManager[Desk]] = _offline_desk
    """From which interviews are asked. May raise ModelError."""
    embedder: Callable[[RunReader], AbstractAsyncContextManager[Embedder]] = _hashed
    """By which a run's memories are compared. May raise ModelError."""
    resume: Callable[[Path], Awaitable[Simulation]] = Simulation.resume
    """Goes on with a run. May raise RunFileError, ModelError."""
