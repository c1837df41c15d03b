"""What others were heard to say, word for word: for what one has not understood well enough to say it oneself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from townlet.language.offline.interview.recall import Recall
from townlet.language.offline.kinds import is_secret
from townlet.language.offline.prop import content

_SENTENCE = re.compile(r"[^.!?]+[.!?]?")
_IN_TRUST = re.compile(r"\b(?:between (?:us|you and me)|keep (?:it|this|that) to yourself|don't tell)\b", re.IGNORECASE)
ASKING = re.compile(r"\b(?:asks?|asked|wants? to know|would like to know|wonders?|wondering|curious)\b")
"""Those who ask a question do not know its answer."""
LEAST_WORDS = 2
"""How many words of a question a sentence has to hold, if the question has so many."""


def quoted(recall: Recall) -> str:
    """The newest sentence heard that holds what is asked about; '' if none does, or it was said in trust."""
    wanted = recall.wanted
    if not wanted:
        return ""
    best = ""
    most = min(LEAST_WORDS, len(wanted)) - 1
    for who, sentence in _heard(recall):
        found = len(content(sentence) & wanted)
        if found > most:
            most, best = found, f"{who} said: “{sentence}”"
    return best


def _heard(recall: Recall) -> Iterator[tuple[str, str]]:
    """Sentences of others that tell something, the newest line first."""
    for note in reversed(recall.notes):
        if note.sort not in ("heard", "overheard") or is_secret(note.body.lower()) or _IN_TRUST.search(note.body):
            continue
        for found in _SENTENCE.findall(note.body):
            sentence = found.strip()
            if not sentence.endswith("?") and not ASKING.search(sentence):
                yield note.who, sentence
