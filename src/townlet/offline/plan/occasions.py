"""Gatherings that memories speak of: when, where, whose, and whether one comes."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, field

from townlet.offline.forms import inflect
from townlet.offline.notes import Note
from townlet.offline.plan.frame import Frame
from townlet.offline.prop import Prop
from townlet.offline.reading import Reader

_HOSTING = re.compile(
    r"\b(?:plan(?:s|ning)? (?:to (?:host|hold|throw|give|have) )?(?!to\b)|host\w*|hold(?:s|ing)?|throw\w*|"
    r"organi[sz]\w*|giv(?:es|ing)|hav(?:e|ing)|putting on|puts on|arrang\w*|invit\w* \w+ to (?:my|her|his|their))",
    re.I,
)
_GIVING = (
    r"\b(?:(?:host|hold|throw|giv|hav|organi[sz]|arrang)(?:s|es|e|ing)"
    r"|plan(?:s|ning)(?: to (?:host|hold|throw|give|have))?|putting on|puts on"
    r"|invit(?:e|es|ing) \w+(?: \w+)? to|com(?:e|ing) to my)"
)
_LEADING = re.compile(r"\b(teach|lead|run|conduct|perform|giv|play|judg)(?:s|es|ing|e)?\b", re.I)
_COMING = re.compile(
    r"\b(?:com(?:e|ing)|go(?:ing)?|attend\w*|join\w*|be (?:at|there)|see (?:you|them|her|him) at)\b", re.I
)
_REFUSED = re.compile(r"\b(?:can(?:no|')t|cannot|won't|will not|not (?:able to )?(?:come|go|make))\b", re.I)
FORGETS = 0.06
"""How often a promise to come slips the mind."""


@dataclass
class Occasion:
    """A gathering as it was told of, the latest word on each point."""

    event: str
    date: dt.date | None = None
    start: int | None = None
    end: int | None = None
    place: str = ""
    host: str = ""
    """Who is giving it, if the memories say so."""
    company: str = ""
    """To whom one promised to come."""
    tellers: set[str] = field(default_factory=set)
    invited: bool = False
    hosting: str = ""
    """What one does there if it is one's own: 'hosting', 'teaching'; else empty."""
    coming: bool | None = None
    """Whether one said that one comes; None if one said nothing."""

    def matches(self, event: str) -> bool:
        mine, other = self.event.lower().split(), event.lower().split()
        return mine[-1] == other[-1] and (len(mine) == 1 or len(other) == 1 or bool({*mine[:-1]} & {*other[:-1]}))

    def learn(self, prop: Prop) -> None:
        """Takes over what a proposition says of when and where."""
        self.date = prop.when.date or self.date
        if prop.when.start is not None:
            self.start, self.end = prop.when.start, prop.when.end
        self.place = prop.place or self.place
        self.event = max(self.event, prop.event, key=len)


def occasions(frame: Frame) -> list[Occasion]:
    """Every gathering that the memories shown speak of."""
    reader = Reader.of(frame.name, "", [note.text for note in frame.notes], frame.now)
    found: list[Occasion] = []
    for note in frame.notes:
        if note.sort in ("agenda", "talk", "intent"):
            continue
        for prop in reader.memory(note.text, note.n, note.at):
            if prop.event and not prop.secret:
                _take(found, note, prop, frame.name)
    return found


def _take(found: list[Occasion], note: Note, prop: Prop, me: str) -> None:
    occasion = next((one for one in found if one.matches(prop.event)), None)
    if occasion is None:
        occasion = Occasion(prop.event)
        found.append(occasion)
    if note.sort == "told" and _REFUSED.search(note.body):
        occasion.coming = False
        return
    if note.sort != "thought":
        occasion.learn(prop)
    if note.sort == "promise" and not re.match(r"help\b", note.body):
        occasion.coming, occasion.company = True, note.who
    elif note.sort == "mine" and prop.subj == me:
        _own_word(occasion, note)
    elif prop.person and prop.subj != me and _gives(note.body, prop.event):
        occasion.host = prop.subj
    if note.sort in ("heard", "overheard") and note.who != me:
        occasion.tellers.add(note.who)
        occasion.invited = occasion.invited or (prop.invited and note.sort == "heard")


def _gives(said: str, event: str) -> bool:
    """Whether the words tell that somebody is giving the gathering: the verb is followed by it at once."""
    return bool(
        re.search(rf"{_GIVING}(?: (?:an?|the|my|our|her|his|their|this))?(?: \w+){{0,2}} ?{re.escape(event)}", said)
    )


def _own_word(occasion: Occasion, note: Note) -> None:
    leads = _LEADING.search(note.text)
    if leads and leads[1].lower() not in ("giv", "play") and not _HOSTING.search(note.text):
        occasion.hosting = {"run": "running"}.get(leads[1].lower(), inflect(leads[1].lower(), "VBG"))
    elif _REFUSED.search(note.text):
        occasion.coming = False
    elif re.search(r"\b(?:look\w* forward|wants? to|hop(?:es|ing) to|going|plan(?:s|ning) to)\b", note.text) and (
        _COMING.search(note.text) and not occasion.hosting
    ):
        occasion.coming = True
    elif _HOSTING.search(note.text):
        occasion.hosting = "hosting"


def comes(frame: Frame, occasion: Occasion) -> bool:
    """Whether one goes: as promised, unless it slips the mind; else by interest."""
    luck = frame.roll("comes", occasion.event)
    if occasion.coming is not None:
        return occasion.coming and luck >= FORGETS
    if not occasion.tellers:
        return False
    about = " ".join(
        n.text for n in frame.notes if occasion.host and occasion.host in n.text and n.sort in ("mine", "thought")
    )
    liking = -0.4 if re.search(r"dislik|hate|distrust|uneasy|cannot stand", about) else 0.15 if about else 0.0
    chance = 0.12 + 0.2 * frame.sociable + 0.2 * occasion.invited + liking + 0.05 * min(3, len(occasion.tellers))
    return luck < chance
