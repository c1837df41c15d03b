"""What a spoken line does: greet, invite, tell, ask, agree. Known sentences by their template, others by cues."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from townlet.offline.spoken import INVITE, split
from townlet.offline.templates import match, unbridged

CANONICAL = {
    "farewell_back": "farewell", "farewell_topic": "farewell", "introduce_back": "introduce",
    "greet_doing": "greet", "invite_on": "invite", "farewell_next": "farewell",
    "decline_cool": "decline", "help_promised": "help_yes",
}  # fmt: skip
"""Variants of an act that a hearer answers alike."""

_DECISIVE = ("greet", "farewell")
_BINDING = ("accept", "accept_again", "decline", "help_yes", "answer_have", "invite", "hurt", "deny")
"""Acts that are not to be heard in a sentence that may be another."""
_CUES = [
    (act, re.compile(pattern, re.I))
    for act, pattern in (
        (
            "farewell",
            r"(?<!didn't )(?<!i )\bsee you\b(?! there| at the| on )|\b(take care|so long|good to talk"
            r"|look after yourself|must dash|got to run|if you'll excuse|take my leave|i should (go|be off)|\bbye\b"
            r"|goodbye|off you go|mind how you go|good night)",
        ),
        ("ask_bring", r"what (shall|can|should) i bring"),
        ("ask_source", r"\b(who told you|where did you hear|how do you know)\b"),
        ("ask_when", r"\bwhen (is|was) (that|it)\?|where is it"),
        ("remind", r"\b(don't forget|not forgotten|still on for|still coming|counting on you)\b"),
        (
            "introduce",
            r"(?-i:\bI'm [A-Z]\w+ [A-Z]\w+)|(?-i:^[A-Z]\w+ [A-Z]\w+\. I'm a)|my name is|\bwe haven't met"
            r"|don't think we've met",
        ),
        (
            "offer",
            r"\b(can i do anything|can i help|shall i lend|want help|say the word|if you need (a hand|somebody))\b",
        ),
        ("ask_help", r"\b((could|can|would) you (please )?help|lend (me )?a hand|know of anyone|favour to ask)\b"),
        ("compliment", r"\b(gift for|i envy you|poorer without you|cheer me up|like watching you)\b"),
        ("confront", r"\bis it true that|is that right\?"),
        ("accept", r"\b(i'll (come|be there)|i would love to come|i'd love to(?! come, but)|count me in|sure, i)\b"),
        ("decline", r"\b(i can't,? (come|make it|i'm afraid)|i'm afraid not|i'll have to say no|i must decline)\b"),
        ("help_yes", r"\b(happy to help|i'll help|i can help|glad to help|of course, i)\b"),
        (
            "greet",
            r"^(good )?(morning|afternoon|evening|hello|hey|hiya|hi|there you are|if it isn't)\b",
        ),
    )
]


_ANSWERS = frozenset(
    ("greet", "answer_seen", "answer_still", "react_flat", "react_good", "react_bad", "react_bad_you", "accept", "pity",
     "deny", "doubt", "side", "answer_none", "answer_instead", "answer_doing", "well_done", "offer_accept", "farewell",
     "accept_again", "follow_done", "follow_need", "follow_taste")
)  # fmt: skip
"""Acts whose question marks want no answer."""


def _own(sentence: str) -> frozenset[str]:
    return frozenset(CANONICAL.get(a, a) for a in match(unbridged(sentence)).acts)


def _cued(sentence: str) -> list[str]:
    return [act for act, pattern in _CUES if pattern.search(sentence)]


def _settle(own: list[frozenset[str]], opening: bool) -> list[list[str]]:
    """The acts of sentences that are ours; a sentence of several acts takes the one its neighbours show."""
    votes = Counter(a for acts in own for a in acts)
    out = []
    for acts in own:
        if set(_DECISIVE) <= acts:
            out.append(["greet" if opening else "farewell"])
        else:
            out.append(sorted(acts, key=lambda a: (-votes[a], a in _BINDING, a))[:1])
    return out


_BARE_NAME = re.compile(r"(?:\w+[.,] )?[A-Z][\w'’-]*[.!](?: |$)")
_ASKING = re.compile(
    r"(?i)(who|what|when|where|why|how|which|is|are|am|was|were|do|does|did|have|has|can|could|will|would|may|shall|should"
    r"|won't|don't|didn't|isn't|aren't|and|any|shouldn't)\b"
)


def _wants_answer(sentence: str, own: frozenset[str], last: bool) -> bool:
    """Whether a sentence asks; 'Mending a net? It went well.' does not."""
    if not sentence.endswith("?"):
        return False
    return not own <= _ANSWERS if own else last or bool(_ASKING.match(sentence))


@lru_cache(20_000)
def speech_acts(line: str, opening: bool) -> tuple[str, ...]:
    """The speech acts of a line; `opening` says whether it stands among a talk's first two."""
    sentences = split(line)
    known = [_own(s) for s in sentences]
    settled = _settle(known, opening)
    acts: list[str] = []
    for s, own in zip(sentences, settled, strict=True):
        acts += [a for a in own or _cued(s) if a not in acts]
    if opening and "greet" not in acts and _BARE_NAME.match(line):
        acts.insert(0, "greet")
    if INVITE.search(line) and "invite" not in acts:
        acts.insert(0, "invite")
    if any(_wants_answer(s, own, s is sentences[-1]) for s, own in zip(sentences, known, strict=True)):
        acts.append("question")
    if "ask_after" in acts and "question" not in acts:
        acts.append("question")
    return tuple(acts) or ("tell",)
