"""What texts are compared by, with every vector kept: a memory is embedded once, however often one searches."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from townlet.language.embed import Embedder


class Remembering:
    """The same embedder, which embeds no text twice. Implements `Embedder`."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: dict[str, NDArray[np.float32]] = {}

    @property
    def name(self) -> str:
        return self._embedder.name

    @property
    def dimensions(self) -> int:
        return self._embedder.dimensions

    async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if new := [text for text in dict.fromkeys(texts) if text not in self._known]:
            self._known.update(zip(new, await self._embedder(new), strict=True))
        return np.stack([self._known[text] for text in texts])
