"""Embeddings that were paid or waited for: kept in the run file when they come, and never asked for again."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from itertools import count

import numpy as np
from numpy.typing import NDArray

from townlet.engine.runfile import RunReader, RunWriter, VectorRow
from townlet.language.embed import Embedder
from townlet.language.hashed import HashedEmbedder
from townlet.language.model import ModelError, ModelUnavailable
from townlet.language.patience import Patience
from townlet.memory.vectors import quantise


def embedder_for(embedder: Embedder | None, reader: RunReader | None, patience: Patience | None = None) -> Embedder:
    """What a run embeds with: the built-in embedder, which is not worth keeping anything of, or one that keeps."""
    embedder = embedder or HashedEmbedder()
    if reader is None or isinstance(embedder, HashedEmbedder):
        return embedder
    return KeptVectors(embedder, reader, patience)


class KeptVectors:
    """An embedder that looks into the run file first. Implements `Embedder`.

    One call to the embedder is under way at a time: texts that come meanwhile are collected for the next, so that
    many people's few texts travel together and no text travels twice.
    """

    def __init__(self, embedder: Embedder, reader: RunReader, patience: Patience | None = None) -> None:
        """Nothing is written if the file was only opened to be read."""
        self._embedder, self._patience = embedder, patience or Patience()
        self._writer = reader if isinstance(reader, RunWriter) else None
        self._known = {
            row.text_sha: np.frombuffer(row.data, np.int8)
            for row in reader.vectors(embedder.name)
            if row.number == "int8"
        }
        self._waiting: dict[str, str] = {}
        self._under_way: dict[str, str] = {}
        self._turn = asyncio.Lock()

    @property
    def name(self) -> str:
        return self._embedder.name

    @property
    def dimensions(self) -> int:
        """As long as those in the file, or else as the embedder says."""
        first = next(iter(self._known.values()), None)
        return self._embedder.dimensions if first is None else len(first)

    async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        by_sha = {hashlib.sha256(text.encode()).hexdigest(): text for text in texts}
        while new := {sha: text for sha, text in by_sha.items() if sha not in self._known}:
            self._waiting.update({sha: text for sha, text in new.items() if sha not in self._under_way})
            async with self._turn:
                await self._embed_waiting()
        known = {text: self._known[sha] for sha, text in by_sha.items()}
        return np.stack([known[text] for text in texts]).astype(np.float32)

    async def _embed_waiting(self) -> None:
        """Embed what has been collected, which may be nothing any more."""
        self._under_way, self._waiting = self._waiting, {}
        try:
            if self._under_way:
                await self._embed(self._under_way)
        finally:
            self._under_way = {}

    async def _embed(self, batch: dict[str, str]) -> None:
        vectors = quantise(await self._patiently(list(batch.values())))
        if vectors.shape[1] != self.dimensions:
            made, kept = vectors.shape[1], self.dimensions
            raise ModelError(f"{self.name} gives vectors of {made} numbers now, and gave {kept}; a run keeps to one.")
        if self._writer is not None:
            rows = [VectorRow(self.name, sha, "int8", row.tobytes()) for sha, row in zip(batch, vectors, strict=True)]
            await asyncio.to_thread(self._writer.store_vectors, rows, durable=True)
        self._known.update(zip(batch, vectors, strict=True))

    async def _patiently(self, texts: Sequence[str]) -> NDArray[np.float32]:
        for outage in count(1):
            try:
                return await self._embedder(texts)
            except ModelUnavailable as error:
                await self._patience.wait_after(error, outage)
        raise AssertionError  # count() has no end
