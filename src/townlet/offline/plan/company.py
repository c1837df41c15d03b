"""Whom one goes to see, and why: work done alone leaves one glad of a word."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass

from townlet.offline.fields import records, text
from townlet.offline.matters.matter import Matter
from townlet.offline.moves import lookup
from townlet.offline.plan.frame import DayFrame
from townlet.offline.plan.timeline import Block
from townlet.offline.plan.venues import Venue, is_kind
from townlet.offline.reader.facts import Fact
from townlet.offline.reader.people import persons, plain
from townlet.offline.words import WORDS, pattern

NEIGHBOUR, ACQUAINTED, CLOSE, THOUGHT_OF, TO_TELL, NEEDED = 0.1, 0.3, 0.25, 0.2, 0.4, 0.5
"""How much speaks for a call: that somebody is a neighbour, or known by more than that, dear, on one's mind, not told
yet what one wants everybody to know, or able to give what one needs."""
LATELY = dt.timedelta(hours=2)
"""For so long somebody is taken to be where one saw them."""
CUSTOM = 1.2
"""Nothing is done more gladly than what one does every day."""
_DEAR = frozenset(("friend", "love", "married", "kin"))


@dataclass(frozen=True)
class Call:
    """Somebody one might go to see, where they are likely to be, how gladly one would go, and why."""

    who: str
    place: str
    weight: float
    why: str = ""
    needed: bool = False
    """Whether they can give what one needs, and have not been asked for it."""

    def doing(self, draw: float = 0.0) -> str:
        """What the call is named."""
        ways = WORDS.tables["plan"]["call"]
        return str(ways[int(draw * len(ways))]).format(who=self.who)


def calls(frame: DayFrame) -> Iterator[Call]:
    """Everybody one knows whose whereabouts one knows, but for those one dislikes and those one lives with."""
    lives = frame.home.partition(":")[0].strip()
    met_with = {who for line in frame.known.past_lines for who in (line.speaker, line.hearer)}
    telling = [m for kind in ("event", "cause") for m in frame.own(kind) if untold(frame, m)]
    for who in known(frame):
        about = [fact for fact in frame.known.facts if who in fact.people]
        kinds = {fact.kind for fact in about if frame.name in fact.people}
        place = None if kinds & {"quarrel", "unease"} else whereabouts(frame, who)
        if place is None or place.sector == lives:
            continue
        needed = _needed(frame, who)
        if not needed and frame.workplace and place.sector == frame.workplace.sector and not kinds & _DEAR:
            continue  # Colleagues meet at work.
        grounds = [(NEEDED, needed)] if needed else []
        grounds += _grounds(frame, who, about, telling)
        met = bool(kinds) or who in met_with
        weight = (ACQUAINTED if met else NEIGHBOUR) + CLOSE * bool(kinds & _DEAR) + sum(each for each, _ in grounds)
        yield Call(who, place.name, weight, next((why for _, why in grounds if why), ""), bool(needed))


def _needed(frame: DayFrame, who: str) -> str:
    """Why one would ask somebody for help whom one has not asked yet; '' if they have nothing that one needs."""
    for need in frame.own("need"):
        asked = any(deed.by == frame.name and deed.to == who for deed in need.deeds)
        if not asked and is_open(frame, need) and (fact := lookup.helps(frame.known, need, who)):
            why = f"{frame.name} needs {frame.tell(sought(need))}"
            return why if fact is need.fact else f"{why}, and {plain(fact.text)}"
    return ""


def _grounds(frame: DayFrame, who: str, about: list[Fact], telling: list[Matter]) -> Iterator[tuple[float, str]]:
    """What else speaks for a call today, each with its reason."""
    for matter in telling:
        if who in untold(frame, matter):
            yield TO_TELL, frame.tell(matter.fact.text)
            break
    for fact in about:
        if fact.kind == "thought" and pattern(WORDS.tables["plan"]["thinks_of"]).search(fact.text):
            yield THOUGHT_OF, f"{frame.name} has come to think that {plain(fact.text)}"
            break


def is_open(frame: DayFrame, need: Matter) -> bool:
    """Return whether nobody has met a need or promised to, and there is still time for it."""
    met = any(deed.does in ("promised", "met") for deed in need.deeds)
    return not met and not lookup.is_past(frame.known, need)


def sought(need: Matter) -> str:
    """What a need asks for: a thing, or somebody to do something."""
    do = need.parts.get("do", "")
    return need.parts.get("thing") or (str(WORDS.tables["plan"]["hand"]).format(do=do) if do else "")


def untold(frame: DayFrame, matter: Matter) -> list[str]:
    """Whom of those one knows one has not told of a matter of one's own yet; nobody once it is over or settled."""
    if lookup.is_past(frame.known, matter) or lookup.is_on(frame.known, matter) or matter.fact.secret:
        return []
    if matter.kind == "need" and (not is_open(frame, matter) or lookup.helper(frame.known, matter)):
        return []
    told = {deed.to for deed in matter.deeds if deed.by == frame.name} | {deed.by for deed in matter.deeds}
    guests = persons(matter.parts.get("guestlist", ""))
    others = known(frame) if not guests or matter.parts.get("beyond") else []
    asked = dict.fromkeys((*guests, *others))
    return [who for who in asked if who not in told and not matter.is_kept_from(who)]


def known(frame: DayFrame) -> list[str]:
    """Those whom one's memories name at first hand, whom one has talked with, and one's neighbours."""
    neighbours = [text(each, "name") for each in records(frame.fields, "neighbours")]
    told = [who for fact in frame.known.facts if frame.name in fact.people for who in fact.people]
    talked = [who for line in frame.known.past_lines for who in (line.speaker, line.hearer)]
    return [who for who in dict.fromkeys([*told, *talked, *neighbours]) if who != frame.name]


def customary(frame: DayFrame) -> Iterator[tuple[Call, str]]:
    """Those with whom one likes a word at a time of day, by one's own story, and when: at home if they live there."""
    lives = frame.home.partition(":")[0].strip()
    for fact in frame.mine:
        found = pattern(WORDS.tables["plan"]["custom"]).search(fact.text) if fact.kind == "like" else None
        who = next((name for name in persons(fact.about) if name != frame.name), "")
        if not found or not who:
            continue
        place = whereabouts(frame, who)
        if place is None or place.sector == lives:
            place = frame.venues.named(frame.room("kitchen"))
        if place is not None:
            yield Call(who, place.name, CUSTOM, frame.tell(fact.text)), found["when"]


def whereabouts(frame: DayFrame, who: str) -> Venue | None:
    """Where somebody is likely to be: where one has just seen them, where they work or were seen; else their home."""
    if not who:
        return None
    of_them = [fact for fact in frame.known.known if who in fact.people]
    works = [
        fact for fact in of_them if fact.kind in ("trade", "knows", "have", "habit") and "together" not in fact.text
    ]
    seen = [fact for fact in reversed(of_them) if fact.kind == "doing" and fact.who == who and fact.place]
    lately = [fact for fact in seen if frame.now - fact.at <= LATELY]
    for fact in (*lately, *works, *seen):
        told = plain(f"{fact.text} {fact.place} {fact.why}")
        if found := next((v for v in frame.venues.all if v.public() and v.sector in told), None):
            return found
    usual = next((text(each, "place") for each in records(frame.fields, "neighbours") if text(each, "name") == who), "")
    named = next((v for v in frame.venues.all if who in v.sector), None)
    return frame.venues.named(usual) or named or _family_home(frame, who)


def _family_home(frame: DayFrame, who: str) -> Venue | None:
    """The home that bears the family's name."""
    family = who.rpartition(" ")[2] if " " in who else who
    houses = (v for v in frame.venues.all if is_kind(v.sector, "private"))
    return next((v for v in houses if re.search(rf"(?<!\w){re.escape(family)}(?!\w)", v.sector)), None)


def call_in(frame: DayFrame, pause: Block) -> Block | None:
    """A call that fits a free stretch: on somebody whose door is open then. None if there is nobody to call on."""
    here = pause.place.partition(":")[0].strip()
    open_now = [
        call
        for call in calls(frame)
        if (venue := frame.venues.named(call.place))
        and venue.open_during(pause.start, pause.end)
        and venue.sector != here
        and call.weight >= ACQUAINTED
    ]
    if not open_now:
        return None
    best = max(open_now, key=lambda call: call.weight + frame.roll("call", call.who, pause.start // 60))
    doing = best.doing(frame.roll("words", best.who, pause.start))
    return Block(pause.start, pause.end, doing, best.place, "rest", best.why)
