"""The network embedder: vectors from a provider's API."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from pydantic_ai.embeddings.result import EmbeddingResult

from townlet.language.embedder import EmbeddedTexts
from townlet.language.model import ModelError, reported_tokens
from townlet.language.providers.connection import Connection, model_served
from townlet.language.providers.library import embedding_model, through_library
from townlet.language.providers.spec import ModelSpec

BATCH_SIZE = 64
"""The number of texts in one call; every provider accepts this many."""

PROBE = "A short text, embedded to see how long its vector is."
"""The text that `prepare` embeds."""


class WrongVectors(ModelError):
    """A paid answer does not hold usable vectors."""

    billed = True


class NetworkEmbedder:
    """Embed texts through a provider's API. Await `prepare` before reading `dimensions`.

    Implements `Embedder` and `MeteredEmbedder`.
    """

    batch_size = BATCH_SIZE

    def __init__(self, spec: ModelSpec, connection: Connection) -> None:
        self.spec, self.connection = spec, connection
        self._served, self._dimensions = spec.model, 0

    @property
    def name(self) -> str:
        return str(self.spec)

    @property
    def dimensions(self) -> int:
        if not self._dimensions:
            raise ModelError(f"The length of {self.name}'s vectors is not known yet; await its prepare() first.")
        return self._dimensions

    async def prepare(self) -> None:
        """Learn the length of the vectors by embedding one text. Raises ModelError."""
        if not self._dimensions:
            self._dimensions = len((await self._embed([PROBE])).embeddings[0])

    async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        starts = range(0, len(texts), BATCH_SIZE)
        parts = [(await self.embed_batch(texts[start : start + BATCH_SIZE])).vectors for start in starts]
        await self.prepare()
        return np.concatenate(parts) if parts else np.zeros((0, self._dimensions), np.float32)

    async def embed_batch(self, texts: Sequence[str]) -> EmbeddedTexts:
        """Embed at most 64 texts. Blank texts are not sent and get zeros. Raises ModelError."""
        await self.prepare()
        rows = np.zeros((len(texts), self._dimensions), np.float32)
        filled = [place for place, text in enumerate(texts) if text.strip()]
        if not filled:
            return EmbeddedTexts(rows, 0, self._served)
        result = await self._embed([texts[place] for place in filled])
        rows[filled] = self._checked(result.embeddings)
        [tokens] = reported_tokens(result.usage.input_tokens)
        return EmbeddedTexts(rows, tokens, result.model_name or self._served)

    async def aclose(self) -> None:
        """Close the connection, which other models may share; call this at the end of a run."""
        await self.connection.aclose()

    async def _embed(self, texts: Sequence[str]) -> EmbeddingResult:
        if not self._served:
            self._served = await model_served(self.connection)
        model = embedding_model(self.connection.endpoint.kind, self._served, self.connection.provider())

        async def embed() -> EmbeddingResult:
            # Memories and queries are embedded alike, because a text has only one stored vector.
            return await model.embed(list(texts), input_type="document")

        result = await through_library(embed, self.connection.endpoint.label)
        if len(result.embeddings) != len(texts):
            raise WrongVectors(f"{self.name} gave {len(result.embeddings)} vectors for {len(texts)} texts.")
        return result

    def _checked(self, vectors: Sequence[Sequence[float]]) -> NDArray[np.float32]:
        if {len(vector) for vector in vectors} != {self._dimensions}:
            raise WrongVectors(f"{self.name} gave vectors of another length than its first: {self._dimensions}.")
        with np.errstate(over="ignore"):
            rows = np.asarray(vectors, np.float32)
        if not np.isfinite(rows).all():
            raise WrongVectors(f"{self.name} gave a vector with a value that is not a number, or too large.")
        return rows
