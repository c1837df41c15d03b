"""Help and other things that one gave one's word to do."""

from __future__ import annotations

import re

from townlet.language.offline.english import When, inflect, read_when, verb_form
from townlet.language.offline.fields import texts
from townlet.language.offline.notes import Note
from townlet.language.offline.plan.frame import Frame
from townlet.language.offline.plan.timeline import Block
from townlet.language.offline.plan.venues import Venue

_LIGHT = re.compile(
    r"(?:look out|look (?:around|round|for)|keep (?:an eye|an ear|a look|my|their|it)|think|ask|let|tell|remember|bear|"
    r"mention|listen|pass|see|watch|spread)\b|help (?:out )?with (?:what|whatever|anything|something)\b"
)
_GIVEN = re.compile(r"(?P<verb>\w+)(?P<rest>.*?)[.!]?$", re.S)


def promised(frame: Frame) -> list[Block]:
    """Help and other things that one gave one's word to do today."""
    blocks: list[Block] = []
    yesterday = " ".join(texts(frame.fields, "yesterday"))
    for note in frame.notes:
        if note.sort != "promise" or re.match(r"(?:come|be|attend|join|go)\b", note.body) or light(note.body):
            continue
        rest, when = _when(note)
        day = when.date or (frame.date if (frame.date - note.at.date()).days <= 1 else None)
        activity = keeping_word(note.who, rest)
        if day != frame.date or not activity or activity in yesterday or activity in [b.activity for b in blocks]:
            continue
        start = when.start if when.start is not None else 14 * 60 + 30 + 5 * int(frame.roll(activity) * 24)
        venue = frame.venues.mentioned(rest) or whereabouts(frame, note.who)
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


def light(promise: str) -> bool:
    """Whether a promise costs nothing but attention, so that no part of the day is set aside for it."""
    return bool(_LIGHT.match(promise))


def whereabouts(frame: Frame, who: str) -> Venue | None:
    """Where somebody is likely to be by day: where they work, as memories tell, else their home."""
    first = re.escape(who.split(" ")[0])
    for note in frame.notes:
        told = re.search(
            rf"\b{first}\b[^.;]*\b(?:owner|keeper|works?|shopkeeper|runs|bartender|of|at)\b[^.;]*", note.text
        )
        if note.sort in ("mine", "other") and who in note.text and told:
            named = [v for v in frame.venues.all if v.public() and v.sector in told[0]]
            if named:
                return named[0]
    return next((v for v in frame.venues.all if who in v.sector), None)


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
    rest = re.sub(r"^with (help)ing (?:with )?", "with ", found["rest"].strip())
    helped = found["verb"] == "help" and not re.match(rf"{re.escape(who)}|them|him|her\b", rest)
    rest = re.sub(r"^(?:them|him|her)\b", who, rest)
    return " ".join(part for part in (gerund, who if helped else "", rest) if part)
