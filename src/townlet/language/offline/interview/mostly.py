"""Questions about what is mostly so: with whom one talks and spends one's time, where one goes, where others are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from townlet.language.offline.interview.recall import Recall
from townlet.language.offline.notes import Note

_MOST = re.compile(r"\b(?:most|mostly|usually|mainly)\b", re.I)
_TALK = re.compile(r"\bwho(?:m)? do you (?:talk|speak|chat)\b", re.I)
_TIME = re.compile(r"\bwho(?:m)? (?:do|did|have) you spen[dt]\b|\bwho(?:m)? are you with\b", re.I)
_GO = re.compile(r"\bwhere do you (?:go|spend)\b|\bwhich places? do you (?:go to|visit)\b", re.I)
_OTHER = re.compile(r"(?i:\bwhere (?:does|is)) [A-Z]")
_PLACE = re.compile(
    r" (?:at|in|to) (?:the )?([A-Z][\w’'-]*(?: (?:and|of|the|[A-Z][\w’'-]*))*)(?=[.,;]|$| with| from| for)"
)


def answer(recall: Recall) -> str:
    """The answer, if it is such a question and the memories hold it; else ''."""
    question = recall.question
    if not _MOST.search(question):
        return ""
    if _TALK.search(question):
        return _name(recall, _partners(recall))
    if _TIME.search(question):
        return _name(recall, _company(recall))
    if _GO.search(question):
        return _place(recall, (note for note in recall.notes if note.sort == "mine"))
    if _OTHER.search(question):
        return _others_place(recall)
    return ""


def _partners(recall: Recall) -> Counter[str]:
    """In how many of the moments shown one talked with somebody."""
    talks = {(note.who, note.at) for note in recall.notes if note.sort in ("heard", "said", "talk") and note.who}
    return Counter(who for who, _ in sorted(talks))


def _company(recall: Recall) -> Counter[str]:
    """In how many of the moments shown somebody was about."""
    known = sorted(who for who in recall.reader.people if who and " " in who and who != recall.me)
    moments = {(who, note.at) for who in known for note in recall.notes if note.who == who}
    return Counter(who for who, _ in sorted(moments))


def _name(recall: Recall, counts: Counter[str]) -> str:
    who = _first(counts)
    return recall.pick("mostly", f"{who}, I think.", f"That would be {who}.") if who else ""


def _place(recall: Recall, notes: Iterable[Note], lead: str = "") -> str:
    asked = recall.question.lower()
    places = Counter(found for note in notes for found in _PLACE.findall(note.body) if found.lower() not in asked)
    where = _first(places)
    return f"{lead}{where}, as far as I can tell." if where else ""


def _others_place(recall: Recall) -> str:
    """Where the memories shown have somebody."""
    named = [who for who in sorted(recall.reader.people) if who and who != recall.me and who in recall.question]
    return (
        _place(recall, (note for note in recall.notes if note.who in named and note.sort == "other")) if named else ""
    )


def _first(counts: Counter[str]) -> str:
    """The most frequent; by the alphabet where it is as many."""
    return min(counts, key=lambda each: (-counts[each], each), default="")
