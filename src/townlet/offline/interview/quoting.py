"""What others were heard to say, word for word: for what one has not understood well enough to say it oneself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from townlet.offline.interview.recall import Recall
from townlet.offline.interview.trust import in_trust, openly
from townlet.offline.interview.wanting import answers
from townlet.offline.kinds import is_secret
from townlet.offline.notes import Note, sort_of
from townlet.offline.prop import content

_SENTENCE = re.compile(r"[^.!?]+[.!?]?")
LEAST_WORDS = 2
"""How many words of a question a sentence has to hold, if the question has so many."""


def quoted(recall: Recall) -> str:
    """The newest sentence heard that holds what is asked about; '' if none does, or it was said in trust."""
    best, most = "", _wanted(recall) - 1
    for who, sentence in _heard(recall):
        found = len(content(sentence) & recall.wanted)
        if found > most:
            most, best = found, f"{who} said: “{sentence}”"
    return best


def confided(recall: Recall) -> str:
    """That one has been told of it, and will not say; '' if nothing on it was told in trust."""
    for note in reversed(recall.notes):
        if _is_heard(note) and in_trust(note.body) and len(content(note.body) & recall.wanted) >= _wanted(recall):
            return recall.pick(
                "confided",
                "What I know of that was told me in confidence, so I'll keep it to myself.",
                "I was told something about that, but it isn't mine to pass on.",
            )
    return ""


def _wanted(recall: Recall) -> int:
    """How many words of the question have to be met; 1 at least."""
    return max(1, min(LEAST_WORDS, len(recall.wanted)))


def _heard(recall: Recall) -> Iterator[tuple[str, str]]:
    """Sentences of others that tell something, the newest line first."""
    for note in reversed(recall.notes):
        said = sort_of(openly(note), recall.me)[2] if _is_heard(note) else ""
        if is_secret(said.lower()):
            continue
        for found in _SENTENCE.findall(said):
            sentence = found.strip()
            if not sentence.endswith("?") and answers(recall.question, sentence):
                yield note.who, sentence


def _is_heard(note: Note) -> bool:
    return note.sort in ("heard", "overheard")
