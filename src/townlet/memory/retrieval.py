"""Retrieval (Park et al. 2023, section 4.1): the memories that are recent, important and to the point."""

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
    """How much each part of the score counts; all 1 in Park et al. 2023, section 4.1."""

    recency: float = 1.0
    importance: float = 1.0
    relevance: float = 1.0


PAPER_WEIGHTS = Weights()


class Recalled(NamedTuple):
    """A retrieved memory with its score, and the parts of it, each min-max normalised over the stream."""

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
    """The `top` memories of highest score for a query, one embedding; best first, in a tie the newer first.

    With `keep`, those of them for which it holds; they are scored among all others all the same.

    The score is the weighted sum of recency, importance and relevance (cosine with the query), each min-max
    normalised over the whole stream, 0 where all are equal. There is no "now" to give: normalised recency
    does not depend on it. Retrieving does not refresh a last access: see `MemoryStream.accessed`.
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
    """The places of the `top` highest scores, best first; of equal ones the later place."""
    enough = scores >= np.partition(scores, -top)[-top] if top < len(scores) else np.ones(len(scores), bool)
    newest_first = np.flatnonzero(enough)[::-1]
    return newest_first[np.argsort(-scores[newest_first], kind="stable")][:top]


def _best_of(stream: MemoryStream, scores: Scores, top: int, keep: Callable[[Memory], bool]) -> NDArray[np.intp]:
    """The same among the places whose memories are to be kept."""
    memories, ranked = tuple(stream), _best(scores, len(scores)).tolist()
    kept = islice((place for place in ranked if keep(memories[place])), top)
    return np.fromiter(kept, np.intp)
