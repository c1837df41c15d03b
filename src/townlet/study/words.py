"""The words of what people say and do: stems that carry content, and texts with names, places and times masked."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from snowballstemmer.english_stemmer import EnglishStemmer

from townlet.study.phrases import Phrases
from townlet.world.setting import Setting

_WORD = re.compile(r"[^\W\d_]+")
_STOP_WORDS = frozenset(
    _WORD.findall(
        """
    a about above after afternoon again ago ah all alone along already also always am an and another any
    anybody anyone anything are around as ask asked at away back be because been before being best better
    bit both but by bye came can cannot clock come comes coming could day days dear did do does doing
    done down each earlier either else enjoy enjoys enough evening ever every everybody everyone everything exactly
    feel few find first for forget from full get gets getting give given glad go goes going good got
    great had happy hardly has have having he hear heard hello help her here hers hey hi him himself his
    hope hour how however i idea if in indeed into is it its itself just keep kind know last late later
    least let like little long look looking lot love made make many matter may maybe me mean meant might
    mind mine minute moment more morning most mostly much must my myself need needs never new next nice night no
    nobody none nor not nothing now of off often oh okay old on once one only or other our ours out over
    own people perhaps place please promised put quite rather really right said same saw say says see
    seen shall she should since so some somebody someone something soon sorry still such sure take talk
    talked talking tell tells than thank thanks that the their them then there these they thing things
    think this those though thought through time to today told tomorrow tonight too true try two under
    until up us use very want wanted wants was way we week well were what when where whether which while
    who whole whom why will wish with within without wonder word work working would year yes yesterday
    yet you your yours yourself
    """
    )
)
_SENTENCE_END = re.compile(r"(?<=[.!?…])[\"'”’)]*\s+")
_CLOCK = r"\d{1,2}(?::\d\d)?\s*(?:am|pm|o'clock)\b|\b\d{1,2}:\d\d\b"
_DAY = (
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october"
    r"|november|december"
)
_TIMES = re.compile(rf"\b(?:{_CLOCK}|{_DAY}|\d+(?:st|nd|rd|th)?)\b", re.IGNORECASE)
_MAY = re.compile(r"\bMay(?= \d)")
_SHORTEST_WORD = 3
TEXTS_HELD = 50_000
"""Texts whose words are not worked out again: more than two days of the paper's town say and remember."""


def sentences(text: str) -> list[str]:
    """The sentences of a text, each with its closing mark."""
    return [part.strip() for part in _SENTENCE_END.split(text.strip()) if part.strip()]


@cache
def stem(word: str) -> str:
    found: str = EnglishStemmer().stemWord(word)
    return found


def spelled(stemmed: str, text: str) -> str:
    """The first word of a text with a stem, as it is written there; the stem where there is none."""
    return next((word for word in _WORD.findall(text) if stem(word.lower()) == stemmed), stemmed)


class Vocabulary:
    """Knows a town's names, so that what is said can be compared without them."""

    def __init__(self, people: Iterable[str], setting: Setting) -> None:
        names = sorted(people)
        self._name_words = frozenset(word.lower() for name in names for word in _WORD.findall(name))
        ends = (name.split()[end] for name in names for end in (0, -1))
        self._names = Phrases((*names, *ends))
        self._places = Phrases((part for place in setting.places for part in place.parts), any_case=True)
        self.stems = lru_cache(TEXTS_HELD)(self._stems)
        """The stems of a text's content words: no stop words, no names, nothing short."""
        self.masked = lru_cache(TEXTS_HELD)(self._masked)
        """The text in small letters, with each name, place and time put as a blank."""

    def _stems(self, text: str) -> frozenset[str]:
        return frozenset(
            stem(word)
            for word in _WORD.findall(text.lower().replace("'s", ""))
            if len(word) >= _SHORTEST_WORD and word not in _STOP_WORDS and word not in self._name_words
        )

    def _masked(self, text: str) -> str:
        blank = self._names.masked(self._places.masked(text, "<place>"), "<name>")
        blank = _TIMES.sub("<time>", _MAY.sub("<time>", blank))
        return " ".join(blank.lower().split())
