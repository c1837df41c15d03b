"""Cases in which a ranking is easy to get wrong, and the ranking written out in float64 with `math.fsum`."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import mul

import numpy as np
from numpy.typing import NDArray

from townlet.memory.record import Memory, MemoryId
from townlet.memory.retrieval import retrieve
from townlet.memory.stream import MemoryStream

DIMENSIONS = (384, 1024, 1536, 3072)
ROWS = 64
TOP = 30
START = datetime(2031, 5, 6, 7)

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Case:
    """Vectors of memories and a query."""

    kind: str
    vectors: Floats
    query: Floats
    importances: list[int]
    minutes: list[int]
    """How long after the start each memory was made."""

    def stream(self) -> MemoryStream:
        """Return a stream of these memories."""
        memories = [
            Memory(
                MemoryId("Ada Lo", place, 0),
                "observation",
                f"text {place}",
                START + timedelta(minutes=minutes),
                importance,
                "seen",
            )
            for place, (importance, minutes) in enumerate(zip(self.importances, self.minutes, strict=True))
        ]
        return MemoryStream(len(self.query)).with_memories(memories, self.vectors)

    def ranking(self) -> list[tuple[int, float]]:
        """Return the positions and scores that retrieval finds, best first."""
        return [(found.memory.id.step, found.score) for found in retrieve(self.stream(), self.query, top=TOP)]

    def expected(self) -> list[tuple[int, float]]:
        """Return the same, written out: every sum is that of `math.fsum`, everything else is float64 arithmetic."""
        query = self.query.astype(float).tolist()
        cosines = []
        for row in self.vectors.astype(float).tolist():
            length = math.sqrt(math.fsum(map(mul, row, row)))
            cosines.append(math.fsum(map(mul, row, query)) * (1 / length if length else 0.0))
        low, high = min(cosines), max(cosines)
        relevance = [(cosine - low) / (high - low) if high > low else 0.0 for cosine in cosines]
        standing = self.stream().standing(1.0, 1.0).tolist()
        scores = [one + other for one, other in zip(relevance, standing, strict=True)]
        best = sorted(range(len(scores)), key=lambda place: (-scores[place], -place))
        return [(place, scores[place]) for place in best[:TOP]]


def cases(count: int, start: int = 0) -> Iterator[Case]:
    """Yield cases of every kind for each number of dimensions, with and without a dimension of 26 sigma."""
    for number in range(start, start + count):
        kind = list(KINDS)[number % len(KINDS)]
        outlier = number // len(KINDS) % 2 == 1
        dimensions = DIMENSIONS[number // (2 * len(KINDS)) % len(DIMENSIONS)]
        yield case(kind, dimensions, outlier, number)


def case(kind: str, dimensions: int, outlier: bool, seed: int) -> Case:
    """Return a case whose memories, for about half of the seeds, differ in importance and age."""
    rng = np.random.default_rng(seed)
    vectors, query = rng.normal(size=(ROWS, dimensions)), rng.normal(size=dimensions)
    if outlier:
        vectors[:, dimensions // 2] = query[dimensions // 2] = 26
    vectors, query = KINDS[kind](rng, _unit(vectors), _unit(query))
    alike = rng.random() < 0.5
    importances = [5] * ROWS if alike else rng.integers(1, 11, ROWS).tolist()
    minutes = [0] * ROWS if alike else np.sort(rng.integers(0, 9999, ROWS)).tolist()
    return Case(kind, vectors, query, importances, minutes)


def _unit(vectors: NDArray[np.float64]) -> Floats:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True), np.float32)


def _random(rng: np.random.Generator, vectors: Floats, query: Floats) -> tuple[Floats, Floats]:
    return vectors, query


def _near_ties(rng: np.random.Generator, vectors: Floats, query: Floats) -> tuple[Floats, Floats]:
    """Rows that differ from one row in the last bit of one number."""
    rows, changed = np.tile(vectors[0], (ROWS, 1)), rng.integers(0, len(query), ROWS)
    towards = rng.choice(np.array([-2, 2], np.float32), ROWS)
    rows[np.arange(ROWS), changed] = np.nextafter(rows[np.arange(ROWS), changed], towards)
    rows[0] = vectors[1]
    return rows, query


def _duplicates(rng: np.random.Generator, vectors: Floats, query: Floats) -> tuple[Floats, Floats]:
    """A dozen different rows, and the query is one of them."""
    return vectors[rng.integers(0, 12, ROWS)], vectors[3]


def _constant_columns(rng: np.random.Generator, vectors: Floats, query: Floats) -> tuple[Floats, Floats]:
    return np.where(np.arange(len(query)) % 2, np.float32(0.05), vectors), query


def _cancelling(rng: np.random.Generator, vectors: Floats, query: Floats) -> tuple[Floats, Floats]:
    """Rows whose products with the query cancel, but for the last bit of one number in some of them."""
    rows, even = vectors.copy(), query.copy()
    rows[:, 1::2], even[1::2] = -rows[:, ::2], even[::2]
    rows[::3, 0] = np.nextafter(rows[::3, 0], np.float32(2))
    return rows, even


def _all_sizes(rng: np.random.Generator, vectors: Floats, query: Floats) -> tuple[Floats, Floats]:
    """Numbers of very different sizes, and some rows of zeros."""
    rows = np.asarray(vectors * 10.0 ** rng.uniform(-18, 0, vectors.shape), np.float32)
    rows[::9] = 0
    return rows, rows[1]


def _huge(rng: np.random.Generator, vectors: Floats, query: Floats) -> tuple[Floats, Floats]:
    """Numbers whose products overflow in float32, and some rows of zeros."""
    rows = vectors * np.float32(1e30)
    rows[::9] = 0
    return rows, query * np.float32(1e20)


def _tiny(rng: np.random.Generator, vectors: Floats, query: Floats) -> tuple[Floats, Floats]:
    """Numbers whose products are too small for float32."""
    return vectors * np.float32(1e-30), query * np.float32(1e-12)


KINDS: dict[str, Callable[[np.random.Generator, Floats, Floats], tuple[Floats, Floats]]] = {
    "random": _random,
    "near ties": _near_ties,
    "duplicates": _duplicates,
    "constant columns": _constant_columns,
    "cancelling": _cancelling,
    "all sizes": _all_sizes,
    "huge": _huge,
    "tiny": _tiny,
}


def digests(count: int) -> tuple[str, str]:
    """Return the digest of the rankings and scores of some cases, and that of the float32 products."""
    rankings, products = hashlib.sha256(), hashlib.sha256()
    for each in cases(count):
        rankings.update(repr(each.ranking()).encode())
        products.update((each.vectors @ each.query).tobytes())
    return rankings.hexdigest(), products.hexdigest()


if __name__ == "__main__":
    print(*digests(32))
