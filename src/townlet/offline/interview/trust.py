"""What one was told in confidence, and keeps from whoever asks."""

from __future__ import annotations

import re

from townlet.offline.notes import Note

_SENTENCE = re.compile(r"[^.!?]+[.!?]*['\"’”]?\s*")
_THIS = re.compile(r"\bbetween (?:us|you and me),", re.IGNORECASE)
"""Said of what follows it."""
_ALL = re.compile(
    r"\bkeep (?:it|this|that) (?:to yourself|between us)\b|\bdon't tell\b|\bnobody but you\b|\bin confidence\b"
    r"|\bI haven't told (?:anyone|anybody)\b|\bour secret\b",
    re.IGNORECASE,
)
"""Said of the whole line."""


def in_trust(line: str) -> bool:
    """Whether something of a line was said for one's own ears only."""
    return bool(_ALL.search(line) or _THIS.search(line))


def openly(note: Note) -> str:
    """The memory's text with what may be told on; '' if nothing of it may."""
    if note.sort not in ("heard", "overheard") or not in_trust(note.body):
        return note.text
    if _ALL.search(note.body):
        return ""
    kept = "".join(part for part in _SENTENCE.findall(note.body) if not _THIS.search(part)).strip()
    return note.text.replace(note.body, kept) if kept else ""
