"""The default embedder: it hashes words into vectors, without weights or network, identically on every machine."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import blake2b
from itertools import chain, islice
from threading import Lock

import numpy as np
from numpy.typing import NDArray
from snowballstemmer.english_stemmer import EnglishStemmer

from townlet.language.rounded import rounded

_WORD = re.compile(r"[^\W_]+")
"""A run of letters and digits: 'don\'t_know2' holds 'don', 't' and 'know2'."""
_STOP_WORDS = frozenset(
    _WORD.findall(
        """
    a about after again all also am an and any are as at be because been before being both but by can could d
    did do does doing down each few for from further had has have having he her here hers herself him himself
    his how i if in into is it its itself just ll m may me might more most must my myself no nor not now of
    off on once only or other our ours ourselves out over own re s same shall she should so some such t than
    that the their theirs them themselves then there these they this those through to too under until up us ve
    very was we were what when where which while who whom why will with would you your yours yourself
    yourselves
    """
    )
)
_STEM_PLACES, _STEM_WEIGHT = 4, 4
"""A stem is hashed to several places, so that one collision does not make two different stems similar."""
_GRAM_LENGTH, _GRAM_WEIGHT = 3, 2
"""A trigram weighs half as much as a place of the stem, so that shared parts of words count, but less than words."""
_STOP_WEIGHT = 1
_FEATURES = 16
"""The most features of one word; later trigrams of a long word are ignored."""
_CACHED_WORDS = 50_000
"""The vocabulary is emptied when it holds more words, which limits memory use to about 15 MB."""
_BATCH = 1024
"""How many texts are embedded at once, which limits memory use."""


class HashedEmbedder:
    """A lexical embedder: texts are similar if they share words, stems or parts of words. It knows no meanings.

    A word counts by its stem and the stem's character trigrams, so names and compounds match in part. Stop words
    count little. Stems and stop words are English; other languages match by whole words and their parts.
    Implements `Embedder`.
    """

    def __init__(self, dimensions: int = 512) -> None:
        self._dimensions = dimensions
        self._vocabulary = _vocabulary(dimensions)

    @property
    def name(self) -> str:
        return f"hashed2-{self._dimensions}"

    @property
    def dimensions(self) -> int:
        return self._dimensions

    async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self.embed(texts)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the vectors of `texts`, without an event loop. A text without words gives all zeros."""
        batches = [self._embed(texts[start : start + _BATCH]) for start in range(0, len(texts), _BATCH)]
        return np.concatenate([np.empty((0, self._dimensions), np.float32), *batches])

    def _embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        words = [_WORD.findall(text.casefold()) for text in texts]
        places, weights = self._vocabulary.features(list(chain.from_iterable(words)))
        row = np.repeat(np.arange(len(texts)), [len(each) for each in words])
        cells = places + row[:, np.newaxis] * self._dimensions
        size = len(texts) * self._dimensions
        sums = np.bincount(cells.ravel(), weights.ravel(), size).reshape(len(texts), -1)
        lengths = np.sqrt(np.square(sums).sum(axis=1, keepdims=True))
        return np.asarray(sums / np.where(lengths > 0, lengths, 1.0), np.float32)


class RoundedHashedEmbedder(HashedEmbedder):
    """The hashed embedder of runs that were started with rounded vectors. Implements `Embedder`."""

    @property
    def name(self) -> str:
        return f"hashed-{self._dimensions}"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the vectors of `texts` as whole numbers: see `rounded`."""
        return rounded(super().embed(texts))


def hashed_embedder(name: str) -> HashedEmbedder | None:
    """Return the hashed embedder with this name; None if it is the name of another embedder."""
    known = (HashedEmbedder(), RoundedHashedEmbedder())
    return next((embedder for embedder in known if embedder.name == name), None)


class _Vocabulary(dict[str, int]):
    """A cache from words to the row of their features in two arrays: places and weights.

    Weights are whole numbers, so their sums are exact in any order.
    """

    def __init__(self, dimensions: int) -> None:
        super().__init__()
        self._dimensions = dimensions
        self._adding = Lock()
        self._places = np.zeros((1024, _FEATURES), np.int64)
        self._weights = np.zeros((1024, _FEATURES))

    def features(self, words: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return places and weights, each len(words) x _FEATURES. Missing features have weight 0."""
        with self._adding:
            if len(self) > _CACHED_WORDS:
                self.clear()
            rows = np.array([self[word] for word in words], np.int64)
            return self._places[rows], self._weights[rows]

    def __missing__(self, word: str) -> int:
        row = len(self)
        if row == len(self._places):
            self._places = np.concatenate([self._places, np.zeros_like(self._places)])
            self._weights = np.concatenate([self._weights, np.zeros_like(self._weights)])
        self._weights[row] = 0.0
        for feature, (text, weight) in enumerate(islice(_parts(word), _FEATURES)):
            place, sign = _hashed(text, self._dimensions)
            self._places[row, feature], self._weights[row, feature] = place, sign * weight
        self[word] = row
        return row


@cache
def _vocabulary(dimensions: int) -> _Vocabulary:
    """Return the words of all embedders of a process, which may embed in several threads."""
    return _Vocabulary(dimensions)


def _parts(word: str) -> Iterator[tuple[str, int]]:
    """Yield the features of a word, each with its weight: its stem in several places, then the stem's trigrams."""
    if word in _STOP_WORDS:
        yield f"stop {word}", _STOP_WEIGHT
        return
    stem = _stemmer().stemWord(word)
    for place in range(_STEM_PLACES):
        yield f"{place} {stem}", _STEM_WEIGHT
    bounded = f"<{stem}>"
    for start in range(len(bounded) - _GRAM_LENGTH + 1):
        yield bounded[start : start + _GRAM_LENGTH], _GRAM_WEIGHT


def _hashed(text: str, dimensions: int) -> tuple[int, int]:
    """Return a place in the vector and a sign (1 or -1), which depend on the text alone."""
    number = int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")
    return (number >> 1) % dimensions, 1 if number & 1 else -1


@cache
def _stemmer() -> EnglishStemmer:
    return EnglishStemmer()
