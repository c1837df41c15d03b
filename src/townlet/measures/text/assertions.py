"""Recognises what a sentence asserts, as opposed to what it only asks or wonders about."""

from __future__ import annotations

import re
from collections.abc import Callable

from townlet.measures.text.words import split_sentences, straighten_apostrophes

_WONDERING = re.compile(
    r"""\b(?:wonder(?:s|ed|ing)?|curious|unsure|not\ sure|ask(?:s|ed|ing)?
        |(?:want(?:s|ed)?|would\ like|'d\ like|like)\ to\ know)
    (?:\ [\w'’]+){0,4}?\ (?:whether|if|who|whom|whose|what|which)\b[^,;:.!?—]*""",
    re.IGNORECASE | re.VERBOSE,
)
"""From the verb to the end of its clause, such as 'asks everybody who will come'. Questions with how, why, when and
where presuppose what they ask about, so they do state it."""


def strip_wondering(sentence: str) -> str:
    """Return a sentence without the clauses that leave open whether something is so, or who or what it is."""
    return _WONDERING.sub("", sentence)


# "Yes", "Sure", "I certainly do", but not "I do not" or "yes and no".
_ASSENT = (
    r"(?:yes|yeah|yep|yup|of course|certainly|sure|indeed|absolutely|i (?:certainly |sure )?do)\b(?! not| and no\b)"
)
# "Well, of course".
_ASSENTS = re.compile(rf"(?:(?:oh|ah|well|why|hmm+),? )?{_ASSENT}", re.IGNORECASE)
_PLAIN = re.compile(
    rf"^(?:{_ASSENT}|so i(?:'ve| have) (?:been told|heard)\b)"
    r"(?:,? i(?: do| know| know of it| have|(?: have|'ve) heard (?:of|about) (?:it|that))\b)?[^,;:—]*$",
    re.IGNORECASE,
)
"""A yes and nothing else about the matter: "Yes, I've heard of it", "So I've been told"."""

# Splits "I never met her, but I've heard of her" at the comma, and "I doubt it though I know him" before "though".
_CLAUSE = re.compile(r"\s*[,;:—–…]\s*|\s+(?=but\b|though\b|although\b)", re.IGNORECASE)
_HEARD = re.compile(r"\b(?:heard|know|knew|aware) (?:of|about)\b|\bheard (?:the|that) name\b", re.IGNORECASE)
"""A yes even after a stronger denial: "I have never met her, but I've heard of her"."""

# "I did know him", "We've only just met her".
_KNOWS = re.compile(
    r"^(?:i|we)(?:'ve| have)?(?: do| did| only| just| also| certainly)* (?:know|knew|met|remember)\b", re.IGNORECASE
)
# "No", "I've never heard of it", "I'm not sure", "Nobody has told me", "That name rings no bell"; not "No doubt" and
# not "I not only know him".
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
"""A shorter sentence that neither affirms nor denies says nothing, such as "Hmm..." or the name asked for."""


def affirms_knowledge(answer: str, tells: Callable[[str], bool] | None = None) -> bool:
    """Whether the speaker says that they know.

    They must not deny it. A plain yes is enough if they say nothing else about the matter; otherwise what they state
    must be about it, which `tells` decides. Without a plain yes they must do more than wonder.
    """
    if denies_knowledge(answer):
        return False
    sentences = _assertive_sentences(answer)
    telling = [sentence for sentence in sentences if not _PLAIN.match(sentence.rstrip(".!"))]
    if not telling:
        return True
    if tells is None:
        return telling != sentences or any(strip_wondering(sentence) == sentence for sentence in telling)
    return tells(" ".join(map(strip_wondering, telling)))


def denies_knowledge(answer: str) -> bool:
    """Whether the speaker says that they do not know, or says nothing; their first clear sentence decides."""
    words = 0
    for sentence in _assertive_sentences(answer):
        if (denied := _denied(sentence)) is not None:
            return denied
        if (words := len(sentence.split())) >= _FEWEST_WORDS:
            break
    return words < 2


def _denied(sentence: str) -> bool | None:
    """Whether a sentence denies knowledge; None if it does not say.

    Having heard of a person counts as knowledge, even for a speaker who has never met them.
    """
    if _ASSENTS.match(sentence):
        return False
    denied = None
    for clause in _CLAUSE.split(sentence.rstrip(".!… ")):
        if _DENYING.search(clause):
            denied = True
        elif _HEARD.search(clause) or (not denied and _KNOWS.match(clause)):
            return False
    return denied


def _assertive_sentences(answer: str) -> list[str]:
    """Return the sentences that assert something; a question does so only where it begins with a yes."""
    sentences = [each for each in split_sentences(straighten_apostrophes(answer)) if _WORD.search(each)]
    return [each for each in sentences if not each.endswith("?") or _ASSENTS.match(each)]
