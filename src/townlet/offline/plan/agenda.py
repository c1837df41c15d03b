"""What the day holds because of people: what is on, what was promised, and whom one has something to tell."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator

from townlet.offline.fields import text, texts
from townlet.offline.forms import inflect, verb_form
from townlet.offline.matters.matter import Matter
from townlet.offline.moves import lookup
from townlet.offline.moves.talk import TalkContext
from townlet.offline.plan.company import TO_TELL, Call, calls, sought, untold, whereabouts
from townlet.offline.plan.frame import DayFrame
from townlet.offline.plan.habits import custom_of
from townlet.offline.plan.shifts import KEEPING, spells
from townlet.offline.plan.timeline import Block
from townlet.offline.plan.venues import Venue, is_kind
from townlet.offline.reader.facts import Fact, content
from townlet.offline.reader.people import plain, slot
from townlet.offline.reader.phrases import gerund
from townlet.offline.words import WORDS, pattern

MORNING, FROM, UNTIL, TELLING = 9 * 60, 10 * 60, 19 * 60, 50
"""Minutes: when one goes round to tell people (keepers of a place from `MORNING`), and for how long."""
AFTERNOON, HELPING = 14 * 60 + 30, 45
"""Minutes: from when help without an hour is given, and for how long."""
ASKING = 30
"""Minutes for which one calls on somebody for what one needs."""
CUSTOM = 30
"""Minutes for what one does at the same hour every day."""
INVITING, GOING = 20, 10
"""Minutes for which one calls on somebody to ask them to an event, and from one such call to the next."""
FIRST_HOURS = 120
"""Minutes within which one goes round on the day of an event."""
SOON = 15
"""Minutes until one sets out for what is to be done on the same day."""


def agenda(frame: DayFrame) -> list[Block]:
    """The stretches of this day that are taken, the most binding first."""
    blocks = [*_appointments(frame), *_events(frame), *_promises(frame), *_customs(frame)]
    timed = [block for block in blocks if block.sort == "event"]
    others = (block for block in blocks if block.sort != "event")
    return [*timed, *others, *_inviting(frame), *_asking(frame), *_telling(frame)]


def _words(key: str, **values: str) -> str:
    return str(WORDS.tables["plan"][key]).format(**values)


def _says(key: str, said: str) -> bool:
    return bool(pattern(WORDS.tables["plan"][key]).search(said))


def reason_of(frame: DayFrame, fact: Fact) -> str:
    """A fact as a clause that can follow 'because'."""
    return frame.tell(f"{fact.text}, because {fact.why}" if fact.why else fact.text)


def _appointments(frame: DayFrame) -> Iterator[Block]:
    """What one means to do today at an hour, events and promises apart."""
    events = [matter.words for matter in frame.known.matters if matter.kind == "event" and _is_held(frame, matter)]
    for fact in frame.mine:
        dated = fact.kind in ("plan", "doing", "wish", "habit") and fact.when.date == frame.date
        if not dated or fact.when.start is None or any(words and words <= fact.words for words in events):
            continue
        doing = fact.about if fact.kind == "doing" else gerund(fact.about)
        venue = frame.venues.mentioned(plain(f"{fact.place} {fact.about}"))
        end = fact.when.end if fact.when.end and fact.when.end > fact.when.start else fact.when.start + 60
        if doing:
            place = venue.name if venue else ""
            yield Block(fact.when.start, end, frame.tell(doing), place, "event", reason_of(frame, fact))


def _customs(frame: DayFrame) -> Iterator[Block]:
    """What one does at the same hour every day, by one's own story: 'swims at six every morning'."""
    for fact in frame.mine:
        start = fact.when.start
        if not fact.own or start is None:
            continue
        if doing := custom_of(fact):
            venue = frame.venues.mentioned(plain(fact.place)) if fact.place else None
            yield Block(start, start + CUSTOM, frame.tell(doing), venue.name if venue else "", "errand")


def _events(frame: DayFrame) -> Iterator[Block]:
    for event in frame.known.matters:
        start, day = event.start(), event.fact.when.date
        if event.kind != "event" or start is None or day is None or event.fact.secret or not _is_held(frame, event):
            continue
        if event.owner == frame.name:
            yield from _hosting(frame, event, start, day)
        elif _is_today(frame, start) and comes(frame, event):
            begins, ends = _span(frame, event, start)
            if event.fact.when.end is None and frame.workplace:  # Who does not know how long it lasts leaves for work.
                ends = min([ends, *(shift for shift, _ in spells(frame) if begins < shift)])
            doing = _words("guest", event=_named(event), where=_where(event), whose=_whose(frame, event))
            yield Block(begins, ends, doing, _venue(frame, event), "event", reason_of(frame, event.fact))


def _is_held(frame: DayFrame, event: Matter) -> bool:
    """Whether an event has a name that is not a place's: who is going to the grove attends nothing there."""
    named = plain(event.parts.get("event", "")).removeprefix("the ")
    known = any(named in (venue.sector, venue.arena) for venue in frame.venues.all)
    return bool(named) and not known and not any(is_kind(named.split()[-1], kind) for kind in _OUT_OF_DOORS)


_OUT_OF_DOORS = ("outdoors", "open air", "garden")
"""Kinds of places, of which one may not know every one."""


def _hosting(frame: DayFrame, event: Matter, start: dt.datetime, day: dt.date) -> Iterator[Block]:
    """The event itself, and what has to be done for it on the day and on the day before."""
    named, where, place = _named(event), _where(event), _venue(frame, event)
    why = reason_of(frame, event.fact)
    told = " ".join(plain(f.text) for f in frame.mine if f.own and f.words & event.words)
    what = _words("material" if _says("needs_material", told) else "gather", event=named)
    if _is_today(frame, start):
        begins, ends = _span(frame, event, start)
        yield Block(begins, ends, _words("host", event=named, where=where), place, "event", why)
        yield Block(begins - 75, begins, _words("set_out", event=named, where=where), place, "event", why)
        if _says("needs_things", told):
            yield from _gathering(frame, what, (9 * 60, begins - 150), why)
    elif day - frame.date == dt.timedelta(days=1):
        if _says("needs_things", told):
            yield from _gathering(frame, what, (10 * 60, 15 * 60), why)
        if _says("needs_decoration", told):
            begins = 15 * 60 + 30 + 5 * int(frame.roll("decorate") * 12)
            doing = _words("decorate", event=named, where=where)
            yield Block(begins, begins + 75, doing, place, "errand", why)


def _gathering(frame: DayFrame, what: str, span: tuple[int, int], why: str) -> Iterator[Block]:
    earliest, latest = span
    done = any(f.at.date() < frame.date and not f.own and what.split(" ")[0] in f.about.split(" ") for f in frame.mine)
    if latest - earliest < 60 or done:
        return
    start = earliest + 5 * int(frame.roll("gather", what) * (latest - earliest - 45) / 5)
    shop = next(iter(frame.venues.kinds("shop", start, start + 45)), None)
    yield Block(start, start + 45, what, shop.name if shop else "", "errand", why)


def _is_today(frame: DayFrame, start: dt.datetime) -> bool:
    """Whether something begins on this day: for who goes to bed in the morning, also in the hours before that."""
    night = start.date() - frame.date == dt.timedelta(days=1) and _minute(start) + 24 * 60 < frame.sleeps
    return start.date() == frame.date or night


def _span(frame: DayFrame, event: Matter, start: dt.datetime) -> tuple[int, int]:
    """When an event begins and ends, in minutes after midnight of the day of the frame."""
    begins = (start.date() - frame.date).days * 24 * 60 + _minute(start)
    return begins, begins + int(((event.end() or start) - start).total_seconds() // 60)


def _named(event: Matter) -> str:
    return plain(event.parts["event"])


def _where(event: Matter) -> str:
    return f" {plain(event.fact.place)}" if event.fact.place else ""


def _whose(frame: DayFrame, event: Matter) -> str:
    """Who gives the event or, if that is not known, whom one goes with."""
    if event.owner:
        return _words("given", who=event.owner)
    to = next((d.to for d in event.deeds if d.by == frame.name and d.does in lookup.COMES and d.to != frame.name), "")
    return _words("with", who=to) if to else ""


def _venue(frame: DayFrame, event: Matter) -> str:
    venue = frame.venues.mentioned(plain(event.fact.place)) if event.fact.place else None
    return venue.name if venue else ""


def comes(frame: DayFrame, event: Matter) -> bool:
    """Whether one goes: as promised; else by interest."""
    me, talk = frame.name, frame.known
    luck = frame.roll("comes", event.parts["event"])
    if lookup.at_odds(talk, event) or lookup.keeps_away(talk, event) or lookup.has_declined(talk, event):
        return False
    if lookup.takes_part(talk, event):
        return True
    said = [deed for deed in event.deeds if deed.by == me and deed.does in lookup.COMES]
    if said:
        return True
    if any(f.kind == "attend" and f.who == me and f.own and f.words & event.words for f in talk.facts):
        return True
    tellers = {deed.by for deed in event.deeds if deed.to == me}
    if not tellers and not event.fact.own:
        return False
    invited = any(deed.does == "invited" and deed.to == me for deed in event.deeds)
    between = {fact.kind for fact in talk.facts if {me, event.owner} <= set(fact.people)} if event.owner else set()
    liking = -0.4 if "quarrel" in between else -0.15 if "unease" in between else 0.15 if between else 0.0
    chance = 0.12 + 0.2 * frame.sociable + 0.2 * invited + liking + 0.05 * min(3, len(tellers))
    return luck < chance


def _promises(frame: DayFrame) -> Iterator[Block]:
    """Help and other things that one gave one's word to do, and that are due today."""
    yesterday, seen = " ".join(texts(frame.fields, "yesterday")), set[str]()
    for fact in frame.mine:
        if fact.kind != "promise" or _says("coming", fact.about) or _says("light", fact.about):
            continue
        kept, matter = kept_by(fact), _matter_of(frame.known, fact)
        doing = frame.tell(kept)
        if not doing or doing in yesterday or doing in seen or _settled(frame.known, fact, matter):
            continue
        day = _due(frame, fact, matter)
        if day is not None and day != frame.date:
            continue
        if day is None and (frame.date - fact.at.date()).days > 1:
            continue
        seen.add(doing)
        timed = fact.when.start is not None and fact.when.date == frame.date
        hour = fact.when.start if timed else None
        start = max(AFTERNOON + 5 * int(frame.roll(doing) * 24), frame.start + SOON) if hour is None else hour
        end = fact.when.end if timed and fact.when.end else start + HELPING
        helped = next((who for who in fact.people if who != frame.name), "")
        venue = frame.venues.mentioned(plain(f"{fact.place} {fact.about}")) or whereabouts(frame, helped)
        if venue and not timed and venue.hours and not venue.open_during(start, end):
            start, end = max(frame.start + SOON, venue.hours[0]), max(frame.start + SOON, venue.hours[0]) + HELPING
        if not timed and _says("together", kept):
            # What takes both is begun when one finds them; see the reaction to a sight.
            doing = Call(helped, "", TO_TELL).doing(frame.roll("words", helped))
        place = venue.name if venue else ""
        yield Block(start, end, doing, place, "event" if timed else "errand", reason_of(frame, fact))


def promised_together(talk: TalkContext, other: str) -> str:
    """Return what one has promised somebody that takes both, such as a lesson; '' for nothing that is due."""
    for fact in talk.mine("promise"):
        kept = kept_by(fact)
        if other in fact.people and _says("together", kept) and not _settled(talk, fact, _matter_of(talk, fact)):
            return kept
    return ""


def _matter_of(talk: TalkContext, fact: Fact) -> Matter | None:
    return next((m for m in talk.matters if any(deed.number == fact.number for deed in m.deeds)), None)


def _settled(talk: TalkContext, fact: Fact, matter: Matter | None) -> bool:
    """Whether what was promised has been done, or is over."""
    if matter is None:
        return False
    met = any(deed.does in ("met", "thanked", "refused") and deed.at > fact.at for deed in matter.deeds)
    return met or lookup.is_past(talk, matter) or lookup.done_work(talk, matter, talk.me)


def _due(frame: DayFrame, fact: Fact, matter: Matter | None) -> dt.date | None:
    """The day of a promise: its own or, for an event, the day before it; None if it has none."""
    if fact.when.date is not None:
        return fact.when.date
    event = lookup.event_of(frame.known, matter) if matter else None
    day = event.fact.when.date if event else None
    return max(frame.date, day - dt.timedelta(days=1)) if day else None


def kept_by(fact: Fact) -> str:
    """Return what one does to keep a promise: for 'help with the tables', 'helping ⟦Ann Bo⟧ with the tables'."""
    verb, _, rest = fact.about.partition(" ")
    form = verb_form(verb)
    if not form or form[1] != "VB":
        return ""
    to = next((who for who in fact.people if who != fact.who), "")
    rest = re.sub(r"^with helping (?:with )?", "with ", rest)
    if verb == "help" and to and (found := re.match(r"(?:⟦[^⟧]+⟧ )?with (\w+ing) (?:him|her|them|⟦[^⟧]+⟧) (.+)", rest)):
        return f"{found[1]} {slot(to)} {found[2]}"
    helped = slot(to) if verb == "help" and to and not rest.startswith(("⟦", "them ", "him ", "her ")) else ""
    rest = re.sub(r"^(?:them|him|her)\b", lambda _: slot(to), rest) if to else rest
    return " ".join(part for part in (inflect(verb, "VBG"), helped, rest) if part)


def _asking(frame: DayFrame) -> Iterator[Block]:
    """A call on somebody who has what one needs, when one's work is done."""
    earliest = _after_work(frame)
    start = max(earliest + 5 * int(frame.roll("asking") * max(UNTIL - earliest, 0) / 10), frame.start + SOON)
    if start + ASKING > UNTIL + 60:
        return
    for call in calls(frame):
        venue = frame.venues.named(call.place) if call.needed else None
        if venue and venue.open_during(start, start + ASKING):
            doing = call.doing(frame.roll("words", call.who))
            yield Block(start, start + ASKING, doing, call.place, "errand", call.why)
            return


def _after_work(frame: DayFrame) -> int:
    """When one's work at a place of work is done; `FROM` for who has none, or whose work lasts into the evening."""
    ends = spells(frame)[-1][1] if frame.workplace and frame.trade.kind != "student" else FROM
    return ends if ends < UNTIL else FROM


def _shut_hours(frame: DayFrame) -> tuple[int, int]:
    """The earliest and the latest minute at which one can set out to tell people; the latest is first if there is none.

    Whoever keeps a place goes before it opens or, if it opens early, after it closes.
    """
    hours = frame.workplace.hours if frame.trade.kind in KEEPING and frame.workplace else None
    if hours is None:
        return FROM, UNTIL - TELLING
    before = (MORNING, hours[0] - TELLING)
    return before if before[0] <= before[1] else (hours[1], UNTIL - TELLING)


def _inviting(frame: DayFrame) -> Iterator[Block]:
    """A call on each of those whom one has thought of for one's event and has not asked yet, one after the other."""
    earliest, latest = _shut_hours(frame)
    lives = frame.home.partition(":")[0].strip()
    start = max(earliest, frame.start + SOON)
    for event in frame.own("event"):
        begins = event.start()
        for who in (who for who in untold(frame, event) if event.is_listed(who)):
            venue = whereabouts(frame, who)
            if venue is None or venue.sector == lives or not venue.open_during(start, start + INVITING):
                continue
            if start > latest or (begins and begins.date() == frame.date and start + INVITING > _minute(begins)):
                return
            doing = Call(who, venue.name, TO_TELL).doing(frame.roll("words", who))
            yield Block(start, start + INVITING, doing, venue.name, "errand", reason_of(frame, event.fact))
            start += INVITING + GOING


def _minute(moment: dt.datetime) -> int:
    return moment.hour * 60 + moment.minute


def _telling(frame: DayFrame) -> Iterator[Block]:
    """A walk to where people are, for who has something to tell or to ask them."""
    earliest, latest = _shut_hours(frame)
    if latest < earliest:
        return
    for row in WORDS.rows("plan", "telling"):
        for matter in frame.own(row["on"]):
            refused = pattern(WORDS.tables["plan"]["refused"]).search(text(frame.fields, "reason"))
            often = 1 if refused and content(refused["it"]) & matter.words else row.get("often", 1)
            if not untold(frame, matter) or frame.roll("tells", matter.key) >= often:
                continue
            values = {**matter.parts, "it": sought(matter) if matter.kind == "need" else ""}
            needed = re.findall(r"\{(\w+)\}", row["do"])
            if not all(values.get(name) for name in needed):
                continue
            # What one needs can wait until one's work is done; what others are to hear cannot.
            opens = max(earliest, min(_after_work(frame), latest)) if matter.kind == "need" else earliest
            begins = matter.start()
            is_today = begins is not None and begins.date() == frame.date
            # Whom one asks on the day of an event, one asks early on it.
            span = min(latest - opens, FIRST_HOURS) if is_today else latest - opens
            start = opens + 5 * int(frame.roll("telling", frame.start) * span / 5)
            start = max(start, frame.start + SOON) if frame.start > opens else start
            if start > latest:
                return
            if begins is not None and is_today and start >= _minute(begins):
                continue
            venue = where_people_are(frame, start)
            if venue is None:
                return
            doing = frame.tell(row["do"].format(**values))
            yield Block(start, start + TELLING, doing, venue.name, "errand", reason_of(frame, matter.fact))
            return


def where_people_are(frame: DayFrame, start: int) -> Venue | None:
    """A public place that is open then: where one has seen most people, else any."""
    here = (frame.home.partition(":")[0].strip(), frame.workplace.sector if frame.workplace else "")
    found = [
        v for v in frame.venues.all if v.public() and v.sector not in here and v.open_during(start, start + TELLING)
    ]
    seen = [plain(fact.place) for fact in frame.known.facts if fact.kind == "doing" and fact.who != frame.name]

    def crowd(venue: Venue) -> tuple[int, float]:
        return sum(venue.sector in place for place in seen), frame.roll("crowd", venue.sector)

    return max(found, key=crowd, default=None)
