"""What kind of thing a question wants to be told, and which sentences cannot be it."""

from __future__ import annotations

import re

_WHO = re.compile(
    r"(?:(?:do you (?:happen to )?know|have you (?:any idea|heard)|can you tell me),? )?who\b", re.IGNORECASE
)
_FATE = re.compile(r"\bwhat\b.*\b(?:happens?|happening|becomes?)\b.*\b(?:to|of|with)\b", re.IGNORECASE)
_TO_COME = re.compile(
    r"\b(?:will|shall|may|might|could|would|(?:is|are|am|was|were|about|going) to"
    r"|(?:plan|mean|want|hope|intend)s? to|wants? (?:it|them|her|him) to)\b|'ll\b",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"\b(?:asks?|asked|wants? to know|(?:would|'d) like to know|wonders?|wondering|curious)"
    r"(?: [\w'’]+){0,4}? (?:whether|if|who|whom|whose|what|which)\b"
)

_OF_ONESELF = re.compile(r"\b(?:you|yours?|yourself)\b", re.IGNORECASE)
_KNOWING = re.compile(
    r"\b(?:you (?:\w+ ){0,2}(?:know|heard|hear|remember|think|aware)|told you"
    r"|(?:said|mentioned)(?: \w+){0,2} to you|tell you|can you tell|tell me)\b",
    re.IGNORECASE,
)


def asks_of_oneself(question: str) -> bool:
    """Whether it is one's own life that is asked about, and not what one knows: others' words are no answer to that."""
    return bool(_OF_ONESELF.search(question)) and not _KNOWING.search(question)


def asks_who(question: str) -> bool:
    """Whether a person's name is wanted."""
    return _WHO.match(question.strip()) is not None


def answers(question: str, told: str) -> bool:
    """Whether a sentence may be an answer: who asks does not say "who", and no change is what becomes of a thing."""
    if asks_who(question) and _ASKING.search(told):
        return False
    return not _FATE.search(question) or _TO_COME.search(told) is not None
