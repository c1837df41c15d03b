"""What the day holds because somebody said so: gatherings to host or attend, and help that was promised."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from townlet.language.offline.english import When, inflect, read_when, say_now, verb_form
from townlet.language.offline.notes import Note
from townlet.language.offline.plan.frame import Frame
from townlet.language.offline.plan.timeline import Block
from townlet.language.offline.reading import Prop, Reader

_HOSTING = re.compile(
    r"\b(?:plan(?:s|ning)? (?:to (?:host|hold|throw|give|have) )?(?!to\b)|host\w*|hold(?:s|ing)?|throw\w*|"
    r"organi[sz]\w*|giv(?:es|ing)|hav(?:e|ing)|putting on|puts on|arrang\w*|invit\w* \w+ to (?:my|her|his|their))",
    re.I,
)
_LEADING = re.compile(r"\b(teach|lead|run|conduct|perform|giv|play|judg)(?:s|es|ing|e)?\b", re.I)
_COMING = re.compile(
    r"\b(?:com(?:e|ing)|go(?:ing)?|attend\w*|join\w*|be (?:at|there)|see (?:you|them|her|him) at)\b", re.I
)
_REFUSED = re.compile(r"\b(?:can(?:no|')t|cannot|won't|will not|not (?:able to )?(?:come|go|make))\b", re.I)
_PREPARING = re.compile(
    r"\b(?:gather|material|decorat|prepar|bak|cook|ingredient|buy|set up|set(?:ting)? out|ready)", re.I
)
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
        for prop in reader.memory(f"{say_now(note.at)}: {note.text}", note.n):
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
    occasion.learn(prop)
    if note.sort == "promise" and not re.match(r"help\b", note.body):
        occasion.coming, occasion.host = True, occasion.host or note.who
    elif note.sort == "mine" and prop.subj == me:
        _own_word(occasion, note)
    elif prop.person and prop.subj != me and _HOSTING.search(note.body):
        occasion.host = prop.subj
    if note.sort in ("heard", "overheard") and note.who != me:
        occasion.tellers.add(note.who)
        occasion.invited = occasion.invited or (prop.invited and note.sort == "heard")


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


_INTENT = re.compile(
    r" (?:is (?:also )?going to|plans to|intends to|wants to|has to|will|means to|is planning to|"
    r"promised to|must) (?P<does>[a-z]+)\b(?P<rest>.*)",
    re.S,
)


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
    venue = frame.venues.mentioned(occasion.place) if occasion.place else None
    place, where = (venue.name if venue else ""), _where(occasion.place)
    if occasion.hosting:
        yield Block(start, end, f"{occasion.hosting} the {occasion.event}{where}", place, "event")
        if occasion.hosting == "hosting":
            yield Block(start - 75, start, f"setting everything out for the {occasion.event}{where}", place, "event")
            yield from _gathering(frame, occasion, 9 * 60, start - 150, already)
    elif comes(frame, occasion):
        whose = f" that {occasion.host} is giving" if occasion.host and occasion.host != frame.name else ""
        yield Block(start, end, f"attending the {occasion.event}{where}{whose}", place, "event")


def _where(place: str) -> str:
    return f" {place}" if place else ""


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
