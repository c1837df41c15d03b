"""What one would bring up with somebody: a promise, a matter between the two, a need, news."""

from __future__ import annotations

import re

from townlet.offline.notes import Note
from townlet.offline.states import classify

_NEWS = re.compile(
    r"\b(?:party|supper|dinner|concert|wedding|election|mayor|sold|secret|fire|burn|leak|stolen|"
    r"closing|candida|plan\w* to|going to|exhibition|show\b|race\b|festival)",
    re.I,
)


def topic_for(other: str, shown: list[Note], about: list[Note]) -> str:
    """What one would bring up with somebody: a promise, a matter between the two, a need, news."""
    told = " ".join(n.body for n in shown if n.sort == "said" and n.who == other)
    for wanted in (_promise, _between, _need, _news):
        for note in reversed(shown):
            if wanted(note, other) and not _already(note, told):
                return note.body.strip().rstrip(".") if note.sort == "heard" else note.text.rstrip(".")
    return ""


def _promise(note: Note, other: str) -> bool:
    return note.sort in ("promise", "promised me") and note.who == other


def _between(note: Note, other: str) -> bool:
    return (
        note.sort == "mine"
        and other in note.text
        and bool(re.search(r"\b(?:wants?|hopes?|needs?|ask|thank|tell|owes?|invite)\b", note.text))
    )


def _need(note: Note, other: str) -> bool:
    return note.sort == "mine" and bool(re.search(r"\b(?:needs?|is looking for|wants everyone|invite)\b", note.text))


def _news(note: Note, other: str) -> bool:
    private = re.search(r"\b(?:secret|told no one|crush)", note.text)
    return (
        not private
        and note.who != other
        and note.sort in ("mine", "heard", "other", "promise")
        and (bool(_NEWS.search(note.body)) or _odd(note))
    )


def _odd(note: Note) -> bool:
    """Whether it tells of a thing in a state out of the ordinary."""
    return note.sort == "other" and note.text.startswith("The ") and classify(note.text).of.sort != "none"


def _already(note: Note, told: str) -> bool:
    """Whether what one said to them shares the note's long words."""
    words = set(re.findall(r"[a-z]{5,}", note.body.lower()))
    said = set(re.findall(r"[a-z]{5,}", told.lower()))
    return bool(words) and len(words & said) >= max(2, len(words) // 2)
