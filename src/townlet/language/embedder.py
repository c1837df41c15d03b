"""The embedder protocol: an async callable from texts to vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray


class Embedder(Protocol):
    """Anything that turns texts into vectors, so that similar texts have similar vectors.

    Calls raise ModelError if there are no vectors.
    """

    @property
    def name(self) -> str:
        """The embedder's name and version. Embedders with equal names give equal vectors."""
        ...

    @property
    def dimensions(self) -> int:
        """The length of every vector."""
        ...

    async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one row for each text: len(texts) x dimensions. Its length does not matter. It may be all zeros."""
        ...


class EmbedderWrapper:
    """The base class of embedders that pass texts on to another embedder, whose name and dimensions they share."""

    embedder: Embedder

    @property
    def name(self) -> str:
        return self.embedder.name

    @property
    def dimensions(self) -> int:
        return self.embedder.dimensions


@dataclass(frozen=True)
class EmbeddedTexts:
    """The vectors of one batch of texts, with the tokens they took."""

    vectors: NDArray[np.float32]
    """In the form that `Embedder` returns."""
    tokens: int
    """The tokens billed; 0 if the provider reports no usable count, or if all texts are blank."""
    model: str
    """The embedder's own name and version, as its provider reports them."""


@runtime_checkable
class MeteredEmbedder(Protocol):
    """An embedder that reports the tokens of each batch, because they may cost money."""

    @property
    def batch_size(self) -> int:
        """The largest number of texts in one batch."""
        ...

    async def embed_batch(self, texts: Sequence[str]) -> EmbeddedTexts:
        """Embed at most `batch_size` texts in one call. Raises ModelError."""
        ...
