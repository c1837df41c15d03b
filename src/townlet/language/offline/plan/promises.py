"""Help and other things that one gave one's word to do."""

from __future__ import annotations

import re

from townlet.language.offline.english import When, inflect, read_when, verb_form
from townlet.language.offline.notes import Note
from townlet.language.offline.plan.frame import Frame
from townlet.language.offline.plan.timeline import Block

_GIVEN = re.compile(r"(?P<verb>\w+)(?P<rest>.*?)[.!]?$", re.S)


def promised(frame: Frame) -> list[Block]:
    """Help and other things that one gave one's word to do today."""
    blocks = []
    for note in frame.notes:
        if note.sort != "promise" or re.match(r"(?:come|be|attend|join|go)\b", note.body):
            continue
        rest, when = _when(note)
        day = when.date or (frame.date if (frame.date - note.at.date()).days <= 1 else None)
        activity = keeping_word(note.who, rest)
        if day != frame.date or not activity:
            continue
        start = when.start if when.start is not None else 14 * 60 + 30 + 5 * int(frame.roll(activity) * 24)
        venue = frame.venues.mentioned(rest)
        blocks.append(
            Block(
                start,
                when.end or start + 45,
                activity,
                venue.name if venue else "",
                "event" if when.start is not None else "errand",
            )
        )
    return blocks


def _when(note: Note) -> tuple[str, When]:
    rest, when = read_when(note.body, note.at.date())
    return str(rest), when


def keeping_word(who: str, promise: str) -> str:
    """What one does to keep a promise, as a gerund: 'help with the tables' -> 'helping Ann Bo with the tables'."""
    found = _GIVEN.match(promise.strip())
    form = verb_form(found["verb"]) if found else None
    if not found or not form or form[1] != "VB":
        return ""
    gerund = inflect(found["verb"], "VBG")
    rest = found["rest"].strip()
    helped = found["verb"] == "help" and not re.match(rf"{re.escape(who)}|them|him|her\b", rest)
    rest = re.sub(r"^(?:them|him|her)\b", who, rest)
    return " ".join(part for part in (gerund, who if helped else "", rest) if part)
