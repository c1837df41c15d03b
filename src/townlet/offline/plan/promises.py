"""Help and other things that one gave one's word to do."""

from __future__ import annotations

import re
from collections.abc import Iterator

from townlet.offline.fields import texts
from townlet.offline.forms import inflect, verb_form
from townlet.offline.notes import Note
from townlet.offline.plan.frame import Frame
from townlet.offline.plan.timeline import Block
from townlet.offline.plan.venues import Venue, is_kind
from townlet.offline.times import When, read_when

_LIGHT = re.compile(
    r"(?:look out|look (?:around|round|for)|keep (?:an eye|an ear|a look|my|their|it)|think|ask|let|tell|remember|bear|"
    r"mention|listen|pass|see|watch|spread)\b|help (?:out )?with (?:what|whatever|anything|something)\b"
)
_OF_ONESELF = re.compile(
    r"\bI(?:'m| am| work| run| keep| own)\b[^.;!?]*\b(?:at|of|in|run|keep|own) (?:the )?[A-Z][^.;!?]*"
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
    for told in _told_of_place(frame.notes, who):
        named = [venue for venue in frame.venues.all if venue.public() and venue.sector in told]
        if named:
            return named[0]
    return next((v for v in frame.venues.all if who in v.sector), None) or _family_home(frame, who)


def _family_home(frame: Frame, who: str) -> Venue | None:
    """The home that bears the family's name, but for one's own."""
    family = who.rpartition(" ")[2] if " " in who else ""
    houses = [v for v in frame.venues.all if is_kind(v.sector, "private") and v.sector != frame.home.partition(":")[0]]
    return next((v for v in houses if family and re.search(rf"\b{re.escape(family)}\b", v.sector)), None)


def _told_of_place(shown: list[Note], who: str) -> Iterator[str]:
    """The words in which memories, or they themselves, tell where somebody works or is met."""
    first = re.escape(who.split(" ")[0])
    works = re.compile(
        rf"\b{first}\b[^.;]*\b(?:owner|keeper|works?|shopkeeper|runs|bartender|of|at)\b[^.;]*"
        rf"|{re.escape(who)} from (?:the )?[A-Z][^.;]*"
    )
    for note in shown:
        own_word = note.sort == "heard" and note.who == who
        about = note.sort in ("mine", "other") and who in note.text
        told = _OF_ONESELF.search(note.body) if own_word else works.search(note.text) if about else None
        if told and "together" not in told[0]:
            yield told[0]


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
    rest = re.sub(r"^(?:them|him|her)\b", lambda _: who, rest)
    return " ".join(part for part in (gerund, who if helped else "", rest) if part)
