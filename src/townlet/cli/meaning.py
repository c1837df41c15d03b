"""What texts are compared by where a run is looked into: its own embedder, and the vectors in its file."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from townlet.cli.config import read_config
from townlet.cli.maker import Maker, told_as_bad_input
from townlet.engine.simulation import opened, settings_of
from townlet.engine.vectors import embedder_for
from townlet.language.embed import Embedder
from townlet.language.outside import aclose, prepare
from townlet.study.portrait import Sight


@asynccontextmanager
async def embedder_at(sight: Sight, config: Path | None = None) -> AsyncIterator[Embedder]:
    """The embedder of a run. Nothing is written; what the file holds is not embedded again. Raises BadInput."""
    settings = settings_of(sight.header)
    embedder = Maker(sight.header.seed, "", read_config(config)).embedder(settings.embedder)
    try:
        with told_as_bad_input():
            await prepare(embedder)
        if sight.run is None:
            yield embedder
            return
        with opened(sight.run) as reader:
            yield embedder_for(embedder, reader)
    finally:
        await aclose(embedder)
