"""What visitors say that has little to do with anybody's memories: greetings, sums, insults, other languages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from townlet.offline.lexicon import LEX

_ROWS = [(str(row["name"]), str(row["when"]), tuple(row["say"])) for row in LEX["interview"]["smalltalk"]]
_LANGUAGES: dict[str, re.Pattern[str]] = {
    name: re.compile("|".join(rf"(?<!\w){re.escape(word)}" for word in words), re.I)
    for name, words in LEX["interview"]["languages"].items()
}
_ENGLISH = re.compile(
    r"\b(?:the|a|an|is|are|am|was|you|your|do|does|did|what|who|whom|when|where|how|why|which|tell|"
    r"will|would|have|has|had|to|can|could|should|me|my|i|it|of|"
    r"hi|hello|hey|yes|no|if|any|anyone|please|there|this|that|thanks|goodbye|morning|name|describe|"
    r"give|not|let|we|about|with|and|or|in|for|ok|okay)\b",
    re.I,
)
_SUM = re.compile(r"(\d{1,9}) ?([-+*/x×÷]|plus|minus|times|divided by) ?(\d{1,9})", re.I)


@lru_cache(256)
def _patterns(first: str) -> list[tuple[str, re.Pattern[str], tuple[str, ...]]]:
    return [(name, re.compile(when.replace("{first}", re.escape(first.lower()))), say) for name, when, say in _ROWS]


def smalltalk(said: str, first: str) -> tuple[str, tuple[str, ...]]:
    """(kind, possible answers) of what fits no memory; ('', ()) if it is a question proper."""
    low = said.lower().replace("’", "'").strip()
    for name, when, answers in _patterns(first):
        if when.search(low):
            return name, answers
    return "", ()


def language_of(said: str) -> str:
    """The name of a foreign language that a line is in, 'another language' if it can't be told, or '' for English."""
    hits = {name: len(pattern.findall(said)) for name, pattern in _LANGUAGES.items()}
    best = max(hits, key=lambda name: hits[name])
    english = len(_ENGLISH.findall(said))
    if hits[best] and hits[best] > english:
        return best
    letters = [c for c in said if c.isalpha()]
    if letters and sum(c > "\u024f" for c in letters) > len(letters) / 2:
        return "another language"
    return ""


def worked_out(said: str) -> str:
    """The answer to a sum as a person would give it."""
    found = _SUM.search(said)
    if not found:
        return "Sums aren't what I'm here for."
    a, b = int(found[1]), int(found[3])
    sign = found[2].lower()
    if sign in ("/", "÷", "divided by"):
        return f"{a // b}, I make it." if b and a % b == 0 else "That doesn't come out even, so I'll leave it."
    result = a + b if sign in ("+", "plus") else a - b if sign in ("-", "minus") else a * b
    return f"{result}, unless I've slipped." if abs(result) < 10**6 else "That's more than I can do in my head."


def filled(answer: str, slots: Mapping[str, str]) -> str:
    """An answer with its slots filled."""
    for key, value in slots.items():
        answer = answer.replace("{" + key + "}", value)
    return answer
