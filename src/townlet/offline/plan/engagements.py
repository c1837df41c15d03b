"""What the day holds because somebody said so: one's own dated intentions, gatherings, and help that was promised."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator

from townlet.offline.forms import inflect, verb_form
from townlet.offline.plan.frame import Frame
from townlet.offline.plan.occasions import Occasion, comes, occasions
from townlet.offline.plan.promises import promised
from townlet.offline.plan.timeline import Block
from townlet.offline.plan.venues import Venue
from townlet.offline.times import read_when

_PREPARING = re.compile(
    r"\b(?:gather|material|decorat|prepar|bak|cook|ingredient|buy|set up|set(?:ting)? out|ready)", re.I
)
_INTENT = re.compile(
    r" (?:is (?:also )?going to|plans to|intends to|wants to|has to|will|means to|is planning to|"
    r"promised to|must) (?P<does>[a-z]+)\b(?P<rest>.*)",
    re.S,
)


def fixed(frame: Frame) -> list[Block]:
    """The stretches of this day that are taken, the most binding first."""
    blocks = intended(frame)
    already = " ".join(block.activity for block in blocks)
    for occasion in occasions(frame):
        if occasion.date == frame.date:
            blocks += _attendance(frame, occasion, already)
        else:
            blocks += _eve(frame, occasion, already)
    return [*(b for b in blocks if b.sort == "event"), *promised(frame), *(b for b in blocks if b.sort != "event")]


def intended(frame: Frame) -> list[Block]:
    """What memories say that one is going to do today at an hour, gatherings apart."""
    blocks: list[Block] = []
    for note in frame.notes:
        found = _INTENT.search(note.text) if note.sort == "mine" else None
        form = verb_form(found["does"]) if found else None
        if not found or not form or found["does"] in ("host", "hold", "attend", "throw"):
            continue
        rest, when = read_when(found["rest"], note.at.date())
        if when.date != frame.date or when.start is None:
            continue
        venue = frame.venues.mentioned(rest)
        activity = f"{inflect(form[0], 'VBG')} {_theirs(rest.strip('. '), frame.name)}".strip()
        end = when.end if when.end and when.end > when.start else when.start + 60
        blocks.append(Block(when.start, end, activity, venue.name if venue else "", "event"))
    return blocks


def _theirs(rest: str, name: str) -> str:
    """The rest of a plan as onlookers would put it: without one's own name."""
    return rest.replace(f"{name}'s", "their") if name else rest


def _attendance(frame: Frame, occasion: Occasion, already: str) -> Iterator[Block]:
    if occasion.start is None:
        return
    start, end = occasion.start, occasion.end or occasion.start + 90
    end = end if end > start else end + 1440
    told = frame.venues.mentioned(occasion.place) if occasion.place else None
    venue = told or _named_with(frame, occasion)
    place, where = (venue.name if venue else ""), _where(occasion.place if told or not venue else "")
    if occasion.hosting:
        yield Block(start, end, f"{occasion.hosting} the {occasion.event}{where}", place, "event")
        if occasion.hosting == "hosting":
            yield Block(start - 75, start, f"setting everything out for the {occasion.event}{where}", place, "event")
            yield from _gathering(frame, occasion, 9 * 60, start - 150, already)
    elif comes(frame, occasion):
        whose = ""
        if occasion.host not in ("", frame.name):
            whose = f" that {occasion.host} is giving"
        elif occasion.company not in ("", frame.name):
            whose = f" with {occasion.company}"
        yield Block(start, end, f"attending the {occasion.event}{where}{whose}", place, "event")


def _named_with(frame: Frame, occasion: Occasion) -> Venue | None:
    """The place that a memory of one's own, or a promise, names in one breath with a gathering."""
    event = occasion.event.lower().split(" ")[-1]
    texts = [note.text.lower() for note in frame.notes if note.sort in ("mine", "promise", "promised me")]
    about = [text for text in texts if event in text]
    return next((venue for venue in frame.venues.all for text in about if venue.sector.lower() in text), None)


def _where(place: str) -> str:
    return f" {place}" if place else ""


def _gathering(frame: Frame, occasion: Occasion, earliest: int, latest: int, already: str) -> Iterator[Block]:
    """Getting together what the gathering needs, if the memories say that anything is needed."""
    said = " ".join(n.text for n in frame.notes if n.own and occasion.event.split()[-1] in n.text)
    if re.search(r"gather|buying", already) or not _PREPARING.search(said) or latest - earliest < 60:
        return
    start = earliest + 5 * int(frame.roll("gather", occasion.event) * (latest - earliest - 45) / 5)
    shop = next(iter(frame.venues.kinds("shop", start, start + 45)), None)
    what = "gathering material" if re.search(r"material|gather|decorat", said) else "buying what is needed"
    yield Block(start, start + 45, f"{what} for the {occasion.event}", shop.name if shop else "", "errand")


def _eve(frame: Frame, occasion: Occasion, already: str) -> Iterator[Block]:
    """The day before one's own gathering: gathering, and decorating if the memories say so."""
    if not occasion.hosting or occasion.date is None or occasion.date - frame.date != dt.timedelta(days=1):
        return
    said = " ".join(n.text for n in frame.notes if n.own)
    yield from _gathering(frame, occasion, 10 * 60, 15 * 60, already)
    venue = frame.venues.mentioned(occasion.place) if occasion.place else None
    if re.search(r"\bdecorat", said) and "decorat" not in already:
        start = 15 * 60 + 30 + 5 * int(frame.roll("decorate") * 12)
        place = venue.name if venue else ""
        yield Block(start, start + 75, f"decorating for the {occasion.event}{_where(occasion.place)}", place, "errand")
