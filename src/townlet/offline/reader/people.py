"""The people of a prompt: recognised by the names that the prompt gives, never by capital letters.

In a text of the reader a person is a slot, `⟦Ann Bo⟧`, whatever the sentence called them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache

from townlet.offline.words import cached, words
from townlet.world.register import is_date, short_names

SLOT = re.compile(r"⟦([^⟧]+)⟧")
FORMS: Mapping[str, tuple[str, str, str]] = {
    "he": ("he", "him", "his"),
    "she": ("she", "her", "her"),
    "they": ("they", "them", "their"),
}
"""Subject, object and possessive of each pronoun."""

_VERBS_TOO = frozenset(("will", "may", "can", "mark", "grant", "pat", "bill", "rob", "chase", "sue", "drew"))
"""First names that are also words before which no name stands: "Will you come?"."""


def slot(name: str) -> str:
    """Return the slot of a person."""
    return f"⟦{name}⟧"


def plain(text: str) -> str:
    """Return a text with the full names of its people in place of their slots."""
    return SLOT.sub(r"\1", text)


def persons(text: str) -> tuple[str, ...]:
    """Return the full names of the people in a slotted text, each once, in their order."""
    return tuple(dict.fromkeys(SLOT.findall(text)))


_OWNS = re.compile(r"(?<!['‘]⟦)(⟦[^⟧]*s\b[^⟧]*⟧)['’](?= \w)")
"""Somebody whose name ends in an s as an owner: "James' boat"."""


class People:
    """Who may be spoken of, with their pronouns. Names have one to five words in any script."""

    def __init__(self, pronouns: Mapping[str, str], also: Iterable[str] = ()) -> None:
        names = dict.fromkeys([*pronouns, *also])
        self.pronouns = {name: pronouns.get(name, "they") for name in names if name}

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, People) and self._key == other._key

    @cached_property
    def _key(self) -> tuple[tuple[str, str], ...]:
        return tuple(sorted(self.pronouns.items()))

    @cached_property
    def _hash(self) -> int:
        return hash(self._key)

    @cached_property
    def _called(self) -> dict[str, str]:
        """Full names by everything that people are called: the full name, and a short one that only one has."""
        short = [(called, name) for name in self.pronouns for called in {*short_names(name)}]
        several = Counter(called for called, _ in short)
        called = {called: name for called, name in short if several[called] == 1}
        called |= {name: name for name in self.pronouns}
        # A text may have another apostrophe than a name.
        return {written: name for short, name in called.items() for written in (short, *_apostrophes(short))}

    @cached_property
    def _names(self) -> re.Pattern[str]:
        return _any_of(frozenset(self._called))

    def named(self, called: str) -> str:
        """Return the full name of whoever is called so; '' if nobody is, or more than one."""
        return self._called.get(called.strip(), "")

    def masked(self, text: str) -> str:
        """Return the text with a slot in place of each name."""
        if "⟦" not in text:
            slotted = self.replaced(text, lambda called: slot(self._called[called]), in_quotes=False)
            return _OWNS.sub(r"\1's", slotted)
        return "".join(part if part.startswith("⟦") else self.masked(part) for part in re.split(r"(⟦[^⟧]+⟧)", text))

    def replaced(self, text: str, by: Callable[[str], str], *, in_quotes: bool = True) -> str:
        """Return a text without slots with other words for whatever it calls people by: a full name or a short one.

        Without `in_quotes`, a name right after a quotation mark stays. So does one within the name of a place.
        """
        places = _places_like(frozenset(self._called))
        within = [found.span() for found in places.finditer(text)] if places else []

        def replace(found: re.Match[str]) -> str:
            follows = text[found.end() : found.end() + 12]
            verb = found[0].lower() in _VERBS_TOO and re.match(r" (?:you|we|i|he|she|they|it|the|a|be|not)\b", follows)
            quoted = not in_quotes and text[: found.start()].endswith(("'", "’"))
            # 'Ann Bo's house' is hers, also where the map has it so.
            owns = follows.startswith(("'", "’"))
            of_place = not owns and any(start <= found.start() and found.end() <= end for start, end in within)
            return found[0] if verb or quoted or of_place or is_date(text, *found.span()) else by(found[0])

        return self._names.sub(replace, text)

    def calls(self, name: str) -> tuple[str, ...]:
        """Return what a person is called: the full name, the first name and a title's, those that only they have."""
        called = (name, *short_names(name), name, name)[:4]
        return tuple(each if self.named(each) == name else name for each in called)

    def forms(self, name: str) -> tuple[str, str, str]:
        """Return a person's pronoun as subject, object and possessive; 'they' if it is not known."""
        return FORMS.get(self.pronouns.get(name, "they"), FORMS["they"])


def _apostrophes(called: str) -> tuple[str, ...]:
    return (called.replace("’", "'"), called.replace("'", "’")) if "’" in called or "'" in called else ()


@lru_cache(10_000)
def _any_of(called: frozenset[str]) -> re.Pattern[str]:
    """Return the pattern of any of these names, the longest of those that could be meant."""
    longest = sorted(called, key=lambda name: (-len(name), name))
    return re.compile(
        rf"(?<![\w⟦-])(?<!\w[’'])(?:{'|'.join(map(re.escape, longest))})(?![\w⟧]|-\w)" if longest else r"(?!)"
    )


@cached(1_000)
def _places_like(called: frozenset[str]) -> re.Pattern[str] | None:
    """Return the pattern of the names of places in which one of these names is a word; None without any."""
    low = {name.lower() for name in called}
    names = (name for name in words().tables["places"]["names"] if name not in low)
    like = [name for name in names if any(re.search(rf"(?<![\w-]){re.escape(each)}(?![\w-])", name) for each in low)]
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, like))})(?![\w-])", re.I) if like else None
