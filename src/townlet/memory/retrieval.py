"""Retrieval (Park et al. 2023, section 4.1): the memories that are most recent, important and relevant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from townlet.memory.record import Memory
from townlet.memory.stream import MemoryStream, Scores
from townlet.memory.vectors import quantise


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
    row = quantise(query)
    if row.shape != (stream.dimensions,):
        raise ValueError(f"The query has shape {row.shape}; expected one vector of {stream.dimensions} numbers.")
    relevance = stream.relevance(row)
    scores = weights.relevance * relevance
    scores += stream.standing(weights.recency, weights.importance)
    best = _best(scores, top) if keep is None else _best_of(stream, scores, top, keep)
    parts = (scores, stream.recency, stream.importance, relevance)
    numbers = [part[best].tolist() for part in parts]
    return tuple(map(Recalled._make, zip(map(stream.__getitem__, best.tolist()), *numbers, strict=True)))


def _best(scores: Scores, top: int) -> NDArray[np.intp]:
    """Return the positions of the `top` highest scores, best first, and the later position first in a tie."""
    enough = scores >= np.partition(scores, -top)[-top] if top < len(scores) else np.ones(len(scores), bool)
    newest_first = np.flatnonzero(enough)[::-1]
    return newest_first[np.argsort(-scores[newest_first], kind="stable")][:top]


def _best_of(stream: MemoryStream, scores: Scores, top: int, keep: Callable[[Memory], bool]) -> NDArray[np.intp]:
    """Return the positions of the `top` highest scores among the memories for which `keep` holds."""
    memories, ranked = tuple(stream), _best(scores, len(scores)).tolist()
    kept = islice((place for place in ranked if keep(memories[place])), top)
    return np.fromiter(kept, np.intp)
