"""How much a thing in an unusual state calls for doing something, for one person, now."""

from __future__ import annotations

import datetime as dt
import re

from townlet.offline.fields import Fields, moment, records, text
from townlet.offline.notes import notes
from townlet.offline.plan.trades import trade_of
from townlet.offline.say import roll
from townlet.offline.states import Sight

LEFT_TO_OTHERS = 3.0
"""How much less it presses to mend, fill or clean what stands where others live or work."""
AT_IT = dt.timedelta(minutes=30)
"""For how long after somebody was seen at a thing one takes them to be at it."""
_SEEING_TO = (
    "mending|fixing|trying|seeing|putting|cleaning|wiping|smothering|gathering|fetching|giving|shutting|turning|finding|"
    "coaxing|driving|keeping"
)
_ASLEEP = re.compile(r"\b(?:sleep|asleep|napping)", re.I)


def bare(thing: str) -> str:
    """The thing without where it is: that goes without saying for whoever stands before it."""
    return re.split(r" (?:in|at) (?=the |[A-Z])", thing)[0]


def elsewhere_owned(fields: Fields, sight: Sight) -> bool:
    """Whether the thing stands where others live or work, so that they may be left to see to it."""
    sector = text(fields, "place").partition(":")[0].strip()
    plan = [text(record, "place").partition(":")[0].strip() for record in records(fields, "plan")]
    family = text(fields, "name").rpartition(" ")[2]
    known = (family and family in sight.thing) or (family and family in sector)
    return bool(sector and plan) and not known and sector != plan[-1] and sector not in text(fields, "summary")


def being_seen_to(fields: Fields, thing: str) -> str:
    """Who is remembered to be at the thing already; empty if nobody is."""
    head = re.escape(bare(thing).split()[-1].lower())
    at_it = rf" is (?:{_SEEING_TO})\b[^.]*\b{head}\b"
    now = moment(text(fields, "now"))
    own = text(fields, "name")
    for note in notes(fields):
        if (
            note.sort == "other"
            and note.who not in ("", own)
            and now - note.at <= AT_IT
            and re.search(at_it, note.text)
        ):
            return note.who
    return ""


def urgency_of(fields: Fields, seed: int, sight: Sight, observation: str) -> float:
    """How much a state calls for doing something, for this person, now."""
    name, summary = text(fields, "name"), text(fields, "summary")
    shown = " ".join(note.text for note in notes(fields)).lower()
    head = sight.thing.split()[-1].lower()
    urgency = sight.of.urgency
    if sight.of.sort == "curiosity":
        urgency += 1.5 * bool(re.search(r"curious|inquisitive|imaginative|open-minded", summary)) + 2 * roll(
            seed, name, observation, "curious"
        )
    first = name.split(" ")[0] if name else ""
    own = (bool(first) and re.search(rf"\b{re.escape(first)}(?: \w+)?['’]s\b", sight.thing)) or head in text(
        fields, "doing"
    ).lower()
    urgency += 1.5 * bool(own)
    if sight.of.sort in ("repair", "errand", "chore") and not own and elsewhere_owned(fields, sight):
        urgency -= LEFT_TO_OTHERS
    if sight.of.sort == "repair" and trade_of(name, summary).kind in (
        "mechanic",
        "engineer",
        "carpenter",
        "smith",
        "builder",
    ):
        urgency += 2
    seen_to = (
        rf"(?:seen to|saw to|mended|fixed|put out|cleaned|dealt with|looked at|bought|filled|going to see "
        rf"to)\b[^.]*\b{re.escape(head)}\b"
    )
    if re.search(seen_to, shown) or re.search(
        rf"\b{re.escape(head)}\b[^.]*(?:put (?:it )?out|fixed it|mended it|cleaned it|filled it)", shown
    ):
        urgency -= 6
    if _ASLEEP.search(text(fields, "doing")) and sight.of.sort != "alarm":
        urgency -= 4
    return urgency
