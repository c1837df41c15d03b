"""What a sentence states, apart from what it only asks or wonders."""

from __future__ import annotations

import re
from collections.abc import Callable

from townlet.analysis.text.words import split_sentences, straighten_apostrophes

_WONDERING = re.compile(
    r"""\b(?:wonder(?:s|ed|ing)?|curious|unsure|not\ sure|ask(?:s|ed|ing)?
        |(?:want(?:s|ed)?|would\ like|'d\ like|like)\ to\ know)
    (?:\ [\w'’]+){0,4}?\ (?:whether|if|who|whom|whose|what|which)\b[^,;:.!?—]*""",
    re.IGNORECASE | re.VERBOSE,
)
"""From the verb to the end of its clause: 'asks everybody who will come'. How, why, when and where take for granted
what they ask about, so it is stated."""


def strip_wondering(sentence: str) -> str:
    """A sentence without its clauses that put in question whether something is so, or who or what it is."""
    return _WONDERING.sub("", sentence)


_ASSENT = (
    r"(?:yes|yeah|yep|yup|of course|certainly|sure|indeed|absolutely|i (?:certainly |sure )?do)\b(?! not| and no\b)"
)
_ASSENTS = re.compile(rf"(?:(?:oh|ah|well|why|hmm+),? )?{_ASSENT}", re.IGNORECASE)
_PLAIN = re.compile(
    rf"^(?:{_ASSENT}|so i(?:'ve| have) (?:been told|heard)\b)"
    r"(?:,? i(?: do| know| know of it| have|(?: have|'ve) heard (?:of|about) (?:it|that))\b)?[^,;:—]*$",
    re.IGNORECASE,
)
"""A yes and nothing else of the matter."""

_CLAUSE = re.compile(r"\s*[,;:—–…]\s*|\s+(?=but\b|though\b|although\b)", re.IGNORECASE)
_HEARD = re.compile(r"\b(?:heard|know|knew|aware) (?:of|about)\b|\bheard (?:the|that) name\b", re.IGNORECASE)
"""This is a yes even after one has denied more: "I have never met her, but I've heard of her"."""
_KNOWS = re.compile(
    r"^(?:i|we)(?:'ve| have)?(?: do| did| only| just| also| certainly)* (?:know|knew|met|remember)\b", re.IGNORECASE
)
_DENYING = re.compile(
    r"""\b(?:no|nope|nah|nay)$ | ^no\b(?!\ (?:doubt|wonder|problem|need))
    | \bnever\ (?:heard|met|come\ across|known|encountered)
    | (?:\b(?:can)?not\b|n't\b)(?!\ (?:just|only)\b) (?:.*\b(?:know|knew|known|hear|heard|met|meet|place|familiar|aware
        |acquainted|recall|remember|recogni[sz]e|sure|certain|told|tell\ you|mentioned|encountered|come\ across|ring
        |answer|say|think\ so
        |believe\ so|believe\ i\ do|think\ i\ do|any\ (?:idea|knowledge|memory|record|information))\b | $)
    | \bnot\ (?:that|as\ far\ as)\ (?:i|we)\b | \b(?:isn't|not)\ (?:one|a\ name|anyone|anybody|someone|somebody)\b
    | \bno\ (?:idea|clue|knowledge|memory|memories|recollection|record|information|such)\b
    | \b(?:nobody|no\ one)\ (?:has|told|mentioned)\b
    | \b(?:know|knew|heard\ (?:of|about))\ (?:nobody|no\ one|nothing|no)\b
    | \bnothing\ (?:about|of)\b | \bthere(?:'s|\ is|\ are)\ no\b.*\b(?:know|heard|aware)\b
    | \bnew\ to\ me\b | \brings?\ no\ bells?\b | \bun(?:familiar|known|aware|acquainted)\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_WORD = re.compile(r"\w")
_FEWEST_WORDS = 3
"""A shorter sentence that neither knows nor denies is a sigh, such as "Hmm..." or the name asked for."""


def affirms_knowledge(answer: str, tells: Callable[[str], bool] | None = None) -> bool:
    """Whether somebody says that they know.

    They must not deny it, and a mere yes is enough; where it is not all they say of a matter, what they state has to
    be about it, by `tells`. Without a mere yes they must do more than wonder.
    """
    if denies_knowledge(answer):
        return False
    said = _said(answer)
    telling = [each for each in said if not _PLAIN.match(each.rstrip(".!"))]
    if not telling:
        return True
    if tells is None:
        return telling != said or any(strip_wondering(each) == each for each in telling)
    return tells(" ".join(map(strip_wondering, telling)))


def denies_knowledge(answer: str) -> bool:
    """Whether somebody says that they do not know, or says nothing: by their first sentence that is no question."""
    words = 0
    for sentence in _said(answer):
        if (denied := _denied(sentence)) is not None:
            return denied
        if (words := len(sentence.split())) >= _FEWEST_WORDS:
            break
    return words < 2


def _denied(sentence: str) -> bool | None:
    """Whether a sentence denies; None where it leaves it open. One who knows of somebody need not have met them."""
    if _ASSENTS.match(sentence):
        return False
    denied = None
    for clause in _CLAUSE.split(sentence.rstrip(".!… ")):
        if _DENYING.search(clause):
            denied = True
        elif _HEARD.search(clause) or (not denied and _KNOWS.match(clause)):
            return False
    return denied


def _said(answer: str) -> list[str]:
    """The sentences that say something: a question does so only where it begins with a yes."""
    found = [each for each in split_sentences(straighten_apostrophes(answer)) if _WORD.search(each)]
    return [each for each in found if not each.endswith("?") or _ASSENTS.match(each)]
