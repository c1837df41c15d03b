"""Retrieval (Park et al. 2023, section 4.1): the memories that are most recent, important and relevant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from numpy.typing import ArrayLike

from townlet.memory.record import Memory
from townlet.memory.stream import MemoryStream
from townlet.memory.vectors import vectors_of


@dataclass(frozen=True)
class Weights:
    """The weight of each part of the score; all 1 in Park et al. 2023, section 4.1."""

    recency: float = 1.0
    importance: float = 1.0
    relevance: float = 1.0


PAPER_WEIGHTS = Weights()


class Recalled(NamedTuple):
    """A retrieved memory with its score and the three parts of it, each min-max normalised over the stream."""

    memory: Memory
    score: float
    recency: float
    importance: float
    relevance: float


def retrieve(
    stream: MemoryStream,
    query: ArrayLike,
    *,
    top: int,
    weights: Weights = PAPER_WEIGHTS,
    keep: Callable[[Memory], bool] | None = None,
) -> tuple[Recalled, ...]:
    """Return the `top` memories with the highest scores for a query embedding: best first, newer first in a tie.

    The score is the weighted sum of recency, importance and relevance (cosine with the query), each min-max
    normalised over the whole stream, and 0 if all are equal. Normalised recency does not depend on the current
    time, so none is passed. `keep` restricts the result, not the normalisation. Retrieval does not refresh last
    accesses: see `MemoryStream.accessed`. Raises ValueError for a query of another shape.
    """
    if not len(stream) or top <= 0:
        return ()
    row = vectors_of(query)
    if row.shape != (stream.dimensions,):
        raise ValueError(f"The query has shape {row.shape}; expected one vector of {stream.dimensions} numbers.")
    standing = stream.standing(weights.recency, weights.importance)
    largest = abs(weights.recency) + abs(weights.importance)
    kept = None if keep is None else lambda place: keep(stream[place])
    best = stream.relevance(row).best(weights.relevance, standing, largest, top, kept)
    places = best.places
    parts = (best.scores, stream.recency[places], stream.importance[places], best.relevance)
    numbers = [part.tolist() for part in parts]
    return tuple(map(Recalled._make, zip(map(stream.__getitem__, places.tolist()), *numbers, strict=True)))
