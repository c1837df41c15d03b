"""The rules by which words are read: what a sentence asserts, doubts, or only passes on. For English."""

from __future__ import annotations

import re
from collections.abc import Sequence

from townlet.study.words import sentences

_DOUBT = re.compile(
    r"(?i)\b(?:not|never|no|nobody|nothing|cannot|doubt\w*|unsure|mistaken|sorry|afraid|wonder\w*|if|whether|really)\b"
    r"|n['’]t\b|\?"
)
"""Words with which a claim is denied, questioned or kept at a distance."""

_PASSED_ON = re.compile(
    r"(?i)\b(?:says|(?:they|people) say|said|told|tells|claim\w*|hear|heard|mention\w*|according|apparently"
    r"|rumou?r\w*|word is|supposedly|asked|asks|talked|spoke|learn\w*)\b"
)
"""Words with which a claim is given as somebody else's."""

_EVADED = re.compile(
    r"(?i)\b(?:do(?:n['’]t| not) know|no idea|can(?:['’]t|not| not) (?:tell|say)|beyond me|(?:ask|try) somebody else"
    r"|heard nothing|have(?:n['’]t| not) thought|did i tell you|speaking of which)\b"
)
"""Words with which a question is left unanswered, whatever else the sentence goes on to say."""


def serves(text: str, claim: Sequence[str]) -> bool:
    """Whether some sentence has what was asked for and does not leave it at an evasion."""
    return any(_tells(sentence, claim) and not _EVADED.search(sentence) for sentence in sentences(text))


def mentions(text: str, claim: Sequence[str]) -> bool:
    """Whether some sentence tells the claim, believed or not."""
    return any(_tells(sentence, claim) for sentence in sentences(text))


def asserts(text: str, claim: Sequence[str]) -> bool:
    """Whether some sentence tells the claim as true: neither doubted nor given as another's."""
    return any(
        _tells(sentence, claim) and not _DOUBT.search(sentence) and not _PASSED_ON.search(sentence)
        for sentence in sentences(text)
    )


def passes_on(text: str, claim: Sequence[str]) -> bool:
    """Whether some sentence gives the claim as what another said."""
    return any(_tells(sentence, claim) and _PASSED_ON.search(sentence) for sentence in sentences(text))


def _tells(sentence: str, claim: Sequence[str]) -> bool:
    return bool(claim) and all(
        any(re.search(rf"(?<!\w){re.escape(word)}", sentence, re.IGNORECASE) for word in group.split("|"))
        for group in claim
    )
