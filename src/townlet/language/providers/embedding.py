"""An embedder behind an API."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic_ai.embeddings.result import EmbeddingResult

from townlet.language.model import ModelError
from townlet.language.providers.connection import Connection
from townlet.language.providers.libraries import embedding_model
from townlet.language.providers.library_call import through_library
from townlet.language.providers.served import model_served
from townlet.language.providers.spec import Spec

MOST_AT_ONCE = 64
"""Texts that one call embeds; servers take different numbers, and all of them take this one."""

PROBE = "A short text, embedded to see how long its vector is."


class NetworkEmbedder:
    """Embeds by asking a provider. Implements `Embedder`; `prepare` has to come before `dimensions`."""

    def __init__(self, spec: Spec, connection: Connection) -> None:
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
            self._dimensions = len((await self._embed([PROBE]))[0])

    async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        await self.prepare()
        rows = np.zeros((len(texts), self._dimensions), np.float32)
        told = [place for place, text in enumerate(texts) if text.strip()]
        for start in range(0, len(told), MOST_AT_ONCE):
            places = told[start : start + MOST_AT_ONCE]
            rows[places] = self._of_length_one(await self._embed([texts[place] for place in places]))
        return rows

    async def aclose(self) -> None:
        """Close the connection, which others may share: for the end of a run."""
        await self.connection.aclose()

    async def _embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        if not self._served:
            self._served = await model_served(self.connection)
        model = embedding_model(self.connection.endpoint.kind, self._served, self.connection.provider())

        async def asked() -> EmbeddingResult:
            # One text has one vector here, whether it is remembered or looked for.
            return await model.embed(list(texts), input_type="document")

        result: Any = await through_library(asked, self.connection.endpoint.where)
        if len(result.embeddings) != len(texts):
            raise ModelError(f"{self.name} gave {len(result.embeddings)} vectors for {len(texts)} texts.")
        vectors: Sequence[Sequence[float]] = result.embeddings
        return vectors

    def _of_length_one(self, vectors: Sequence[Sequence[float]]) -> NDArray[np.float32]:
        if {len(vector) for vector in vectors} != {self._dimensions}:
            raise ModelError(f"{self.name} gave vectors of other than {self._dimensions} numbers, as it did at first.")
        rows = np.asarray(vectors, np.float64)
        if not np.isfinite(rows).all():
            raise ModelError(f"{self.name} gave a vector with a value that is not a number.")
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        return np.asarray(rows / np.where(lengths > 0, lengths, 1.0), np.float32)
