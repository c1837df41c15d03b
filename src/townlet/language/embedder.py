"""The protocol of an embedder: texts to vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray


class Embedder(Protocol):
    """Anything that turns texts into vectors that are near to one another when the texts are.

    Raises ModelError when no vectors could be had.
    """

    @property
    def name(self) -> str:
        """The embedder's own name and version: equal names give equal vectors."""
        ...

    @property
    def dimensions(self) -> int:
        """The length of every vector."""
        ...

    async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row of length 1 a text: len(texts) x dimensions. A text that says nothing may be all zeros."""
        ...


@dataclass(frozen=True)
class EmbeddedTexts:
    """What one sending to an embedder came to."""

    vectors: NDArray[np.float32]
    """As `Embedder` gives them."""
    tokens: int
    """What it took; counted as UTF-8 bytes / 4 where that was not told."""
    model: str
    """The embedder's own name and version, as its provider reports them."""


@runtime_checkable
class MeteredEmbedder(Protocol):
    """An embedder whose sendings take tokens, and may take money."""

    @property
    def batch_size(self) -> int:
        """How many texts go into one sending."""
        ...

    async def embed_batch(self, texts: Sequence[str]) -> EmbeddedTexts:
        """Vectors of at most so many texts, by one sending. Raises ModelError."""
        ...
