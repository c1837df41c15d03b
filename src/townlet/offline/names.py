"""Names: whom a text mentions, and by which pronouns."""

from __future__ import annotations

import re
from functools import lru_cache

from townlet.cognition.wording import SAID_TO
from townlet.offline.lexicon import LEX
from townlet.offline.times import DAYS, MONTHS

NAME = re.compile(
    r"\b[A-Z](?:['’][A-Z])?[^\W\d_]+(?:-[A-Z][^\W\d_]+)?"
    r"(?: (?:de |van |von |al-)?[A-Z](?:['’][A-Z])?[^\W\d_]+(?:-[A-Z][^\W\d_]+)?)+\b"
)
_CAPITALISED = re.compile(r"[^\W\d_a-z][\w'’-]*")


def is_place(name: str) -> bool:
    return name.split()[-1].lower() in LEX["places"]["kinds"]


_OF_PLACES = re.compile(r"(?:\b[Tt]he|\b[Aa]t|\b[Ii]n) $")
_SPEAKER = re.compile(rf"([^:]{{1,60}}?){SAID_TO}[^:]{{1,60}}: ['\"“]")
_NOT_NAMES = frozenset([*DAYS, *MONTHS, "The", "Have", "Did", "On", "Good", "At", "In", "When", "After", "Before"])


@lru_cache(20_000)
def names_in(text: str) -> tuple[str, ...]:
    """Full names of people that a text mentions: capitalised words with no sign of a place."""
    return tuple(
        m[0]
        for m in NAME.finditer(text)
        if not is_place(m[0]) and m[0].split()[0] not in _NOT_NAMES and not _OF_PLACES.search(text[: m.start()])
    )


@lru_cache(20_000)
def speakers_in(text: str) -> tuple[str, ...]:
    """The person whose words a memory quotes."""
    m = _SPEAKER.match(text)
    return (m[1],) if m and m[1] != "I" else ()


@lru_cache(20_000)
def pronoun_in(text: str) -> tuple[str, str] | None:
    """(name, pronoun) where a text speaks of one person alone and uses a pronoun."""
    names = dict.fromkeys(names_in(text))
    found = re.search(r"\b(he|him|his|himself|she|her|hers|herself)\b", text.lower())
    if len(names) != 1 or not found or re.search(r"said to|\bI\b", text):
        return None
    return next(iter(names)), "he" if found[1] in ("he", "him", "his", "himself") else "she"


@lru_cache(50_000)
def capitals(text: str) -> tuple[str, ...]:
    """Capitalised words of a text, each once."""
    return tuple(dict.fromkeys(_CAPITALISED.findall(text.replace("'s", " "))))
