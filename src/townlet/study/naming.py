"""Who is named in a text: names are found as they are written, and what only looks like one is none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from functools import lru_cache

from townlet.study.phrases import Phrases
from townlet.study.words import TEXTS_HELD

_AUXILIARIES = frozenset(("can", "do", "may", "might", "must", "will"))
_SUBJECT = re.compile(
    r"\s+(?:I|you|he|she|it|we|they|there|the|this|that|these|those|an?|my|your|his|her|its|our|their|not"
    r"|(?:any|every|no|some)(?:one|body|thing)?|[A-Z]\w*)\b"
)
_BEGINNING = re.compile(r"""(?:^|[.!?…:;"'“‘—(])\s*$""")
_MONTHS = frozenset(("april", "may", "june", "august"))
_BEFORE_MONTH = re.compile(r"\b(?:in|since|until|last|next|this|early|mid|late)[\s-]+$", re.IGNORECASE)
_DATE = re.compile(r"\s+\d")


def only_a_word(text: str, start: int, end: int) -> bool:
    """Whether what could be a first name is a mere word there: 'Will you come in May?' names neither Will nor May."""
    word = text[start:end].lower()
    if word in _MONTHS and (_BEFORE_MONTH.search(text, max(0, start - 20), start) or _DATE.match(text, end)):
        return True
    begins = _BEGINNING.search(text, max(0, start - 2), start) is not None
    return begins and word in _AUXILIARIES and _SUBJECT.match(text, end) is not None


def straight(text: str) -> str:
    """The text with plain apostrophes, as names have them; as long as it was."""
    return text.replace("’", "'")


def first_names(people: Collection[str]) -> dict[str, str]:
    """Who is meant by each first name that nobody else bears; a title is none."""
    firsts = {name: straight(name).split()[0] for name in people}
    bearers = Counter(firsts.values())
    return {first: name for name, first in firsts.items() if bearers[first] == 1 and not first.endswith(".")}


class Naming:
    """Finds people in texts: by their whole name, or by the first one where nobody else bears it."""

    def __init__(self, people: Collection[str], others: Iterable[str] = ()) -> None:
        """`others`: what else has a name in which a first one may stand, such as a place; it is nobody's own then."""
        firsts, whole = first_names(people), {straight(name): name for name in people}
        kept = (straight(each) for each in others)
        self._firsts = firsts.keys()
        self._called = firsts | {each: "" for each in kept if not any(name in each for name in whole)} | whole
        self._calls = Phrases(self._called)
        self.named = lru_cache(TEXTS_HELD)(self._named)
        """Who is named in a text."""

    def _named(self, text: str) -> frozenset[str]:
        text = straight(text)
        return frozenset(
            name
            for found in self._calls.found(text)
            if (name := self._called[found.phrase])
            and not (found.phrase in self._firsts and only_a_word(text, found.start, found.end))
        )
