"""The protocol of an embedder: texts to vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

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
