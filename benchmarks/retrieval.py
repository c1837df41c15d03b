"""What retrieval costs beside the bare matrix-vector product, and how many sentences the default embedder takes.

uv run python benchmarks/retrieval.py
"""

# ruff: noqa: E402 (numpy reads these when it is imported)
import os

for library in ("OMP", "OPENBLAS", "MKL", "VECLIB_MAXIMUM"):
    os.environ[f"{library}_NUM_THREADS"] = "1"

from collections.abc import Callable
from datetime import datetime, timedelta
from statistics import median
from time import thread_time

import numpy as np
from numpy.typing import NDArray

from townlet.language.hashed import HashedEmbedder
from townlet.memory.record import Memory, MemoryId
from townlet.memory.retrieval import retrieve
from townlet.memory.stream import MemoryStream

TOP = 30
TIMES = 200
START = datetime(2031, 5, 6, 7)


def stream_of(count: int, dimensions: int, rng: np.random.Generator) -> MemoryStream:
    """Random memories ten seconds apart."""
    memories = [
        Memory(
            MemoryId("Ada Lo", number, 0),
            "observation",
            f"text {number}",
            START + timedelta(seconds=10 * number),
            int(rng.integers(1, 11)),
            "seen",
        )
        for number in range(count)
    ]
    return MemoryStream(dimensions).with_memories(memories, vectors_of(count, dimensions, rng))


def vectors_of(count: int, dimensions: int, rng: np.random.Generator) -> NDArray[np.float32]:
    """Random vectors of length 1."""
    vectors = rng.normal(size=(count, dimensions))
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)


def seconds(*calls: Callable[[], object], times: int) -> list[float]:
    """The median processor time of each call, taken in turns so that all meet the same disturbances."""
    taken: list[list[float]] = [[] for _ in calls]
    for _ in range(times):
        for call, each in zip(calls, taken, strict=True):
            start = thread_time()
            call()
            each.append(thread_time() - start)
    return [median(each) for each in taken]


def compare(count: int, dimensions: int) -> str:
    """Retrieval from an unchanged stream, and one memory appended and one recalled first, beside the product.

    The product is that of the same float32 vectors with a query. Every query is a new one, because what is known of a
    query is kept.
    """
    rng = np.random.default_rng(count)
    stream, queries = stream_of(count, dimensions, rng), iter(vectors_of(2 * TIMES, dimensions, rng))
    query, vectors = vectors_of(1, dimensions, rng)[0], stream.vectors
    new, place = Memory(MemoryId("Ada Lo", count, 0), "plan", "new", START, 5, "planned"), stream[count // 2].id

    def changed() -> object:
        later = stream.with_memories([new], [query]).accessed([place], START + timedelta(days=30))
        return retrieve(later, next(queries), top=TOP)

    product, same, after_change = seconds(
        lambda: vectors @ query, lambda: retrieve(stream, next(queries), top=TOP), changed, times=TIMES
    )
    again = seconds(lambda: retrieve(stream, query, top=TOP), times=TIMES)[0]
    return (
        f"{count:>7} x {dimensions:>4}: product {product * 1e6:7.0f} us, retrieval {same * 1e6:7.0f} us "
        f"= {same / product:.2f} x or {(same - product) * 1e3:.2f} ms more, "
        f"after a change {after_change / product:.2f} x, of a query asked before {again / product:.2f} x"
    )


def sentences_per_second() -> float:
    """Distinct sentences of a dozen words, once the words have been met."""
    people, doings = (
        ("Ada Lo", "Bram Oke", "Cleo Vint"),
        ("bakes bread for", "talks about the supper with", "waits for"),
    )
    texts = [
        f"{people[number % 3]} {doings[number // 3 % 3]} the neighbour from house {number % 997} at the old mill."
        for number in range(20_000)
    ]
    embedder = HashedEmbedder()
    embedder.embed(texts)
    (taken,) = seconds(lambda: embedder.embed(texts), times=5)
    return len(texts) / taken


def main() -> None:
    """Print the figures."""
    for count, dimensions in ((1_000, 384), (10_000, 384), (10_000, 1536), (100_000, 384)):
        print(compare(count, dimensions))
    print(f"hashed embedder: {sentences_per_second():,.0f} sentences a second")


if __name__ == "__main__":
    main()
