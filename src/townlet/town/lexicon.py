"""LemmInflect's tables of word forms, of which only the lines that are asked for are parsed.

The library parses all 120,000 lines when it is first asked: half a second and 50 MB in every process of a run.
"""

from __future__ import annotations

import gzip
from bisect import bisect_left
from functools import cached_property
from typing import Any, Protocol

from lemminflect import getAllLemmas, getInflection
from lemminflect.codecs.InflectionLUCodec import InflectionLUCodec
from lemminflect.codecs.LemmaLUCodec import LemmaLUCodec
from lemminflect.core.Inflections import Inflections
from lemminflect.core.Lemmatizer import Lemmatizer
from lemminflect.core.LexicalUtils import categoryToUPos

__all__ = ["getAllLemmas", "getInflection"]


class _Codec(Protocol):
    def fromString(self, line: str) -> tuple[str, str, Any]: ...  # noqa: N802


class _Lines:
    """A table's lines, each 'word,category,forms', sorted by word."""

    def __init__(self, file: str, codec: _Codec) -> None:
        self._file, self._codec = file, codec

    @cached_property
    def _lines(self) -> list[str]:
        with gzip.open(self._file, "rt", encoding="utf-8", newline="\n") as lines:
            return lines.read().splitlines()

    def of(self, word: str) -> list[tuple[str, Any]]:
        """Return each category of a word, with its forms."""
        found = []
        at = bisect_left(self._lines, word, key=_word_of)
        while at < len(self._lines) and _word_of(self._lines[at]) == word:
            found.append(self._codec.fromString(self._lines[at])[1:])
            at += 1
        return found


class _Lemmas(_Lines):
    def get(self, word: str, default: dict[str, Any]) -> dict[str, Any]:
        return {categoryToUPos(category): forms for category, forms in self.of(word)} or default


class _Forms(_Lines):
    auxiliaries: dict[str, Any] = InflectionLUCodec.updateForAuxMod({})

    def get(self, word: str, default: dict[str, Any]) -> dict[str, Any]:
        if word in self.auxiliaries:
            return self.auxiliaries[word]  # type: ignore[no-any-return]
        found: dict[str, Any] = {}
        for _, forms in self.of(word):
            found.update(forms)
        return found or default


def _word_of(line: str) -> str:
    return line.partition(",")[0]


# The attributes into which the library would load its tables when it is first asked.
Lemmatizer().lemma_dict = _Lemmas(Lemmatizer().lemma_lu_fn, LemmaLUCodec)
Inflections().infl_dict = _Forms(Inflections().infl_lu_fn, InflectionLUCodec)
