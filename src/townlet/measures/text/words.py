"""Tokenises what people say and do: content stems, masked texts, phrases and names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from snowballstemmer.english_stemmer import EnglishStemmer

from townlet.world.register import first_name, is_date
from townlet.world.setting import Setting

_PHRASE_WORD = re.compile(r"\w+")


class PhraseMatch(NamedTuple):
    """The place of a phrase in a text."""

    start: int
    end: int
    phrase: str
    """The phrase as it was given; the text may differ in case."""


class PhraseFinder:
    """Finds phrases in texts as whole words."""

    def __init__(self, phrases: Iterable[str], *, any_case: bool = False) -> None:
        """`any_case` ignores case. A phrase without a word character is never found."""
        self._plain = str.lower if any_case else str
        self._by_word: dict[str, list[tuple[int, str, str]]] = {}
        for phrase in sorted(set(phrases), key=lambda each: (-len(each), each)):
            plain = self._plain(phrase)
            if word := _PHRASE_WORD.search(plain):
                self._by_word.setdefault(word[0], []).append((word.start(), plain, phrase))

    def found(self, text: str) -> Iterator[PhraseMatch]:
        """Yield matches from left to right, without overlaps; the longest where several phrases begin with a word."""
        reached = 0
        for word in _PHRASE_WORD.finditer(text):
            found = self._at(text, word.start(), self._plain(word[0]), reached)
            if found:
                reached = found.end
                yield found

    def masked(self, text: str, blank: str) -> str:
        """Return the text with each phrase replaced by a blank."""
        parts: list[str] = []
        reached = 0
        for start, end, _ in self.found(text):
            parts += text[reached:start], blank
            reached = end
        return "".join((*parts, text[reached:]))

    def _at(self, text: str, index: int, word: str, reached: int) -> PhraseMatch | None:
        for before, plain, phrase in self._by_word.get(word, ()):
            start, end = index - before, index - before + len(plain)
            if start >= reached and self._plain(text[start:end]) == plain and not _PHRASE_WORD.match(text, end):
                return PhraseMatch(start, end, phrase)
        return None


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
# The space after 'He came.' or after 'She said: "He came."'; closing quotation marks go with it.
SENTENCE_END = re.compile(r"(?<=[.!?…])[\"'”’)]*\s+")
# "5 pm", "5:30 pm", "5 o'clock", "17:30".
_CLOCK = r"\d{1,2}(?::\d\d)?\s*(?:am|pm|o'clock)\b|\b\d{1,2}:\d\d\b"
_DAY = (
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october"
    r"|november|december"
)
_TIMES = re.compile(rf"\b(?:{_CLOCK}|{_DAY}|\d+(?:st|nd|rd|th)?)\b", re.IGNORECASE)
# The month in "May 5", which is no verb.
_MAY = re.compile(r"\bMay(?= \d)")
_SHORTEST_WORD = 3
TEXTS_HELD = 50_000
"""The size of the caches: more texts than two days of the paper's town produce."""


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text, each with its final punctuation."""
    return [part.strip() for part in SENTENCE_END.split(text.strip()) if part.strip()]


@cache
def stem_word(word: str) -> str:
    found: str = EnglishStemmer().stemWord(word)
    return found


def spell_stem(stemmed: str, text: str) -> str:
    """Return the first word with this stem as the text writes it; the stem itself if no word has it."""
    return next((word for word in _WORD.findall(text) if stem_word(word.lower()) == stemmed), stemmed)


class ContentWord(NamedTuple):
    """A content word in a text."""

    start: int
    end: int
    stem: str


def name_forms(name: str) -> frozenset[str]:
    """Return what a person may be called: any words from the start or the end of the name, and each single word.

    'José María Ibáñez de la Cruz' may be called 'José María', 'Ibáñez' or 'de la Cruz', but not 'la'.
    """
    words = name.split()
    ends = (" ".join(part) for cut in range(len(words)) for part in (words[: cut + 1], words[cut:]))
    single = (word for word in words if not word.islower())
    return frozenset(form for form in (*ends, *single) if not form.islower() or form == name)


class Vocabulary:
    """Reduces texts of one town to stems, or masks the names of people, the places and the times in them."""

    def __init__(self, people: Iterable[str], setting: Setting) -> None:
        names = sorted(people)
        self._name_words = frozenset(word.lower() for name in names for word in _WORD.findall(name))
        self._names = PhraseFinder(form for name in names for form in name_forms(name))
        self._places = PhraseFinder((part for place in setting.places for part in place.parts), any_case=True)
        self.stems = lru_cache(TEXTS_HELD)(self._stems)
        """The stems of a text's content words, without stop words, people's names and words under three letters."""
        self.named = lru_cache(TEXTS_HELD)(self._named)
        """The text with '<name>' for each name of a person."""
        self.masked = lru_cache(TEXTS_HELD)(self._masked)
        """The text in lower case, with blanks for names, places and times: 'see you at <place> at <time>'."""

    def content_words(self, text: str) -> Iterator[ContentWord]:
        """Yield the content words of a text from left to right: no stop words, names or words under three letters."""
        for found in _WORD.finditer(text):
            word = found[0].lower()
            if len(word) >= _SHORTEST_WORD and word not in _STOP_WORDS and word not in self._name_words:
                yield ContentWord(found.start(), found.end(), stem_word(word))

    def _stems(self, text: str) -> frozenset[str]:
        return frozenset(word.stem for word in self.content_words(text.replace("'s", "")))

    def _named(self, text: str) -> str:
        return self._names.masked(text, "<name>")

    def _masked(self, text: str) -> str:
        blank = self._names.masked(self._places.masked(text, "<place>"), "<name>")
        blank = _TIMES.sub("<time>", _MAY.sub("<time>", blank))
        return " ".join(blank.lower().split())


_AUXILIARIES = frozenset(("can", "do", "may", "might", "must", "will"))
# A subject after an auxiliary, as in "Will you come?" and "May Ann come?".
_SUBJECT = re.compile(
    r"\s+(?:I|you|he|she|it|we|they|there|the|this|that|these|those|an?|my|your|his|her|its|our|their|not"
    r"|(?:any|every|no|some)(?:one|body|thing)?|[A-Z]\w*)\b"
)
# The start of a text, of a sentence or of quoted speech.
_BEGINNING = re.compile(r"""(?:^|[.!?…:;"'“‘—(])\s*$""")


def is_only_a_word(text: str, start: int, end: int) -> bool:
    """Whether what looks like a first name is an ordinary word: 'Will you come in May?' names neither Will nor May."""
    word = text[start:end].lower()
    if is_date(text, start, end):
        return True
    begins = _BEGINNING.search(text, max(0, start - 2), start) is not None
    return begins and word in _AUXILIARIES and _SUBJECT.match(text, end) is not None


def straighten_apostrophes(text: str) -> str:
    """Return the text with straight apostrophes, as names have them; its length stays the same."""
    return text.replace("’", "'")


def unique_first_names(people: Collection[str]) -> dict[str, str]:
    """Return full names by first names, for those that only one person has: 'Ann', or 'Dr. Ann'."""
    firsts = {name: first_name(straighten_apostrophes(name)) for name in people}
    bearers = Counter(firsts.values())
    return {first: name for name, first in firsts.items() if bearers[first] == 1}


class NameFinder:
    """Finds people in texts by their full names, or by first names that only one person has."""

    def __init__(self, people: Collection[str], others: Iterable[str] = ()) -> None:
        """`others` are names of places or visitors: a first name within one, as in 'Ann's Bakery', is no match."""
        firsts, whole = unique_first_names(people), {straighten_apostrophes(name): name for name in people}
        kept = (straighten_apostrophes(each) for each in others)
        self._firsts = firsts.keys()
        self._called = firsts | {each: "" for each in kept if not any(name in each for name in whole)} | whole
        self._calls = PhraseFinder(self._called)
        self.named = lru_cache(TEXTS_HELD)(self._named)
        """The people who are named in a text, by their full names."""

    def _named(self, text: str) -> frozenset[str]:
        text = straighten_apostrophes(text)
        return frozenset(
            name
            for found in self._calls.found(text)
            if (name := self._called[found.phrase])
            and not (found.phrase in self._firsts and is_only_a_word(text, found.start, found.end))
        )
