"""An embedder behind an API."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from pydantic_ai.embeddings.result import EmbeddingResult

from townlet.language.embedder import EmbeddedTexts
from townlet.language.model import ModelError, tokens_of
from townlet.language.providers.connection import Connection, model_served
from townlet.language.providers.library import embedding_model, through_library
from townlet.language.providers.spec import ModelSpec

BATCH_SIZE = 64
"""Texts that one call embeds; servers take different numbers, and all of them take this one."""

PROBE = "A short text, embedded to see how long its vector is."


class WrongVectors(ModelError):
    """An answer came, and was paid for, that no vectors can be made of."""

    billed = True


class NetworkEmbedder:
    """Embeds by asking a provider. Implements `Embedder` and `Metered`; `prepare` has to come before `dimensions`."""

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
            raise ModelError(f"How long the vectors of {self.name} are is not known yet: await its prepare() first.")
        return self._dimensions

    async def prepare(self) -> None:
        """Find out how long its vectors are, by embedding one text. Raises ModelError."""
        if not self._dimensions:
            self._dimensions = len((await self._embed([PROBE])).embeddings[0])

    async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        starts = range(0, len(texts), BATCH_SIZE)
        parts = [(await self.embed_batch(texts[start : start + BATCH_SIZE])).vectors for start in starts]
        await self.prepare()
        return np.concatenate(parts) if parts else np.zeros((0, self._dimensions), np.float32)

    async def embed_batch(self, texts: Sequence[str]) -> EmbeddedTexts:
        """Vectors of at most 64 texts, and what they took. Those that say nothing are not sent."""
        await self.prepare()
        rows = np.zeros((len(texts), self._dimensions), np.float32)
        told = [place for place, text in enumerate(texts) if text.strip()]
        if not told:
            return EmbeddedTexts(rows, 0, self._served)
        result = await self._embed([texts[place] for place in told])
        rows[told] = self._of_length_one(result.embeddings)
        tokens = result.usage.input_tokens or sum(tokens_of(texts[place]) for place in told)
        return EmbeddedTexts(rows, tokens, result.model_name or self._served)

    async def aclose(self) -> None:
        """Close the connection, which others may share: for the end of a run."""
        await self.connection.aclose()

    async def _embed(self, texts: Sequence[str]) -> EmbeddingResult:
        if not self._served:
            self._served = await model_served(self.connection)
        model = embedding_model(self.connection.endpoint.kind, self._served, self.connection.provider())

        async def asked() -> EmbeddingResult:
            # One text has one vector here, whether it is remembered or looked for.
            return await model.embed(list(texts), input_type="document")

        result = await through_library(asked, self.connection.endpoint.label)
        if len(result.embeddings) != len(texts):
            raise WrongVectors(f"{self.name} gave {len(result.embeddings)} vectors for {len(texts)} texts.")
        return result

    def _of_length_one(self, vectors: Sequence[Sequence[float]]) -> NDArray[np.float32]:
        if {len(vector) for vector in vectors} != {self._dimensions}:
            raise WrongVectors(
                f"{self.name} gave vectors of other than {self._dimensions} numbers, as it did at first."
            )
        rows = np.asarray(vectors, np.float64)
        if not np.isfinite(rows).all():
            raise WrongVectors(f"{self.name} gave a vector with a value that is not a number.")
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        return np.asarray(rows / np.where(lengths > 0, lengths, 1.0), np.float32)
