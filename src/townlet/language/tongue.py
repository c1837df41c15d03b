"""Whether an answer is in the language that a town speaks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel

ENOUGH_BYTES = 80
"""Less text than this, names left aside, is in no language for certain: a greeting may be in any."""

MOST_CHARACTERS = 600
"""How much of a text is looked at."""

SURE = 0.8
"""How likely another language has to be."""

HARDLY = 0.01
"""How likely the town's own may be besides that."""

CODES: Mapping[str, str] = {
    "arabic": "ar", "bulgarian": "bg", "catalan": "ca", "chinese": "zh", "croatian": "hr", "czech": "cs",
    "danish": "da", "dutch": "nl", "english": "en", "estonian": "et", "finnish": "fi", "french": "fr",
    "german": "de", "greek": "el", "hebrew": "he", "hindi": "hi", "hungarian": "hu", "icelandic": "is",
    "indonesian": "id", "irish": "ga", "italian": "it", "japanese": "ja", "korean": "ko", "latvian": "lv",
    "lithuanian": "lt", "norwegian": "no", "persian": "fa", "polish": "pl", "portuguese": "pt", "romanian": "ro",
    "russian": "ru", "serbian": "sr", "slovak": "sk", "slovenian": "sl", "spanish": "es", "swahili": "sw",
    "swedish": "sv", "thai": "th", "turkish": "tr", "ukrainian": "uk", "urdu": "ur", "vietnamese": "vi", "welsh": "cy",
}  # fmt: skip
"""ISO 639 codes of the languages that can be told apart."""

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def in_another_language(answer: BaseModel, language: str) -> bool:
    """Whether an answer is, for certain, not in `language` (a name such as 'English').

    Names are left aside, as whatever begins with a capital. Of too little text nothing is said, nor of one that mixes
    languages or is in one so near that the two are mistaken for one another (Danish and Norwegian, say), nor where
    the language is none of `CODES`.
    """
    code = CODES.get(language.strip().lower())
    if code is None:
        return False
    text = " ".join(_words(answer))[:MOST_CHARACTERS]
    if len(text.encode()) < ENOUGH_BYTES:
        return False
    ranks: dict[str, float] = dict(_detector().rank(text))
    likeliest = max(ranks, key=lambda each: (ranks[each], each))
    return ranks[likeliest] >= SURE and ranks[code] <= HARDLY


def _words(answer: BaseModel) -> Iterator[str]:
    """The words of all texts in an answer that are no names."""
    for text in _texts(answer.model_dump(mode="json")):
        yield from (word for word in _WORD.findall(text) if not word[0].isupper())


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for part in data.values():
            yield from _texts(part)
    elif isinstance(data, list):
        for part in data:
            yield from _texts(part)


@cache
def _detector() -> Any:
    """Made at first use: it takes a moment."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
