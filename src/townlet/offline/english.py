"""English joins: articles, lists, sentences, contractions. Word forms and times are re-exported from their modules."""

from __future__ import annotations

import re
from functools import lru_cache

from townlet.offline.forms import inflect, only_noun, verb_form, verb_lemma
from townlet.offline.times import DAYS, MONTHS, When, part_of_day, read_now, read_when, say_clock, say_now, say_when

__all__ = [
    "DAYS", "MONTHS", "When", "article", "capital", "contract", "expand", "inflect", "listing", "lower_first",
    "only_noun", "part_of_day", "read_now", "read_when", "say_clock", "say_now", "say_when", "sentence",
    "verb_form", "verb_lemma",
]  # fmt: skip

_VOWEL_SOUND = re.compile(r"(?i)[aeio]|u(?!ni|se|su|ku)|hour|honest")


def article(noun: str) -> str:
    """The noun with 'a' or 'an' before it."""
    return ("an " if _VOWEL_SOUND.match(noun) else "a ") + noun


def listing(items: list[str], word: str = "and") -> str:
    """'a', 'a and b', 'a, b and c'."""
    if len(items) < 3:
        return f" {word} ".join(items)
    return ", ".join(items[:-1]) + f" {word} " + items[-1]


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


_OPENERS = re.compile(r"(?:The|A|An|My|Our|Your|It|Everyone|Somebody|There|No|Some|This|We|You|They|He|She)\b")


def lower_first(text: str) -> str:
    """The clause as it stands in the middle of a sentence."""
    opens = _OPENERS.match(text) or _is_gerund(text.split(" ", 1)[0])
    return text[:1].lower() + text[1:] if opens else text


def _is_gerund(word: str) -> bool:
    return word.endswith("ing") and (verb_form(word.lower()) or ("", ""))[1] == "VBG"


_SPACES, _BEFORE_STOP = re.compile(r"\s+"), re.compile(r"\s+([,.?!;:])")
_TWO_STOPS, _COMMA_STOP = re.compile(r"([.?!])[.,;]+"), re.compile(r",[, ]*([.?!])")
_FIRST_LETTER = re.compile(r"(^|[.?!] )([a-z])")


@lru_cache(20_000)
def sentence(text: str) -> str:
    """Spacing, capitals and the final stop put right."""
    text = _SPACES.sub(" ", text).strip()
    text = _BEFORE_STOP.sub(r"\1", text)
    text = _TWO_STOPS.sub(r"\1", text)
    text = _COMMA_STOP.sub(r"\1", text)
    text = _FIRST_LETTER.sub(lambda m: m[1] + m[2].upper(), text)
    text = text if text[-1:] in tuple(".?!'\"") else text.rstrip(" ,;:")
    return text if not text or text[-1] in ".?!'\"" else text + "."


_NOT = r"\b(do|does|did|is|are|was|has|have|would|could) not\b"
_CONTRACT = [
    (re.compile(pattern), short)
    for pattern, short in (
        (r"\bI am\b(?= \w)", "I'm"),
        (
            r"(?<!\band )\b(I|[Yy]ou|[Ww]e|[Tt]hey) have (?=been\b|had\b|\w+ed\b|got\b|heard\b|seen\b|never\b|just\b)",
            r"\1've ",
        ),
        (r"\b([Yy]ou|[Ww]e|[Tt]hey) are\b(?= \w)", r"\1're"),
        (r"\b([Hh]e|[Ss]he|[Ii]t|[Tt]hat) is\b(?= \w)(?! to be)", r"\1's"),
        (_NOT, r"\1n't"),
        (r"\b(I|[Yy]ou|[Ww]e|[Tt]hey|[Hh]e|[Ss]he) will\b(?= (?!not\b)\w)", r"\1'll"),
        (r"\bcannot\b", "can't"),
        (r"\bwill not\b", "won't"),
    )
]
_HELD_NOW = "hosting|holding|giving|throwing|having|running|doing|playing|putting on|organi[sz]ing|planning"
_EXPAND = [
    (re.compile(pattern, flags), long)
    for pattern, long, flags in (
        (r"\bI'm\b", "I am", re.NOFLAG),
        (r"\b(I|you|we|they)'ve\b", r"\1 have", re.I),
        (r"\b(you|we|they)'re\b", r"\1 are", re.I),
        (r"\bcan't\b", "cannot", re.I),
        (r"\bwon't\b", "will not", re.I),
        (r"\b(do|does|did|is|are|was|were|has|have|had|would|could|should)n't\b", r"\1 not", re.I),
        (r"\b(I|you|we|they|he|she|it|there)'ll\b", r"\1 will", re.I),
        (
            r"\b(he|she|it|that|who|there)'s (?=(?:(?:just|already|always) )?(?:been|had|got)\b"
            r"|(?:ever|never) (?:\w+(?:ed|en)|been|had|met|known|done|gone|won|lost|made|told|left|said|heard|felt)\b)",
            r"\1 has ",
            re.I,
        ),
        (r"\b(he|she|it|that|who|there)'s\b", r"\1 is", re.I),
        (r"\b((?:every|any|no)(?:body|one))'s (?=welcome|invited|asked|coming|to )", r"\1 is ", re.I),
        (r"(?<=\w)'d (?=(?:be|love|like|rather)\b)", " would ", re.NOFLAG),
        (rf"(?<=\w)'s (?=(?:{_HELD_NOW}) (?:an?|the|his|her|their)\b)", " is ", re.NOFLAG),
        (r"\b(I|you|we|they|he|she)'d\b", r"\1 would", re.I),
    )
]


@lru_cache(20_000)
def contract(text: str) -> str:
    """'I am' to 'I'm', as people speak."""
    for pattern, short in _CONTRACT:
        text = pattern.sub(short, text)
    return text


@lru_cache(20_000)
def expand(text: str) -> str:
    """'I'm' to 'I am', as the reader wants it."""
    text = text.replace("’", "'")
    if "'" not in text:
        return text
    for pattern, long in _EXPAND:
        text = pattern.sub(long, text)
    return text
