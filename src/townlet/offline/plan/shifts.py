"""Working hours: a keeper's, an employee's, a student's, a free-lance's."""

from __future__ import annotations

import re
from dataclasses import replace

from townlet.offline.fields import clocks, text
from townlet.offline.plan.frame import DayFrame
from townlet.offline.plan.timeline import Block, Timeline
from townlet.offline.plan.venues import Venue, is_kind
from townlet.offline.reader.facts import Fact
from townlet.offline.times import DAYS, NOON, POINT, read_when
from townlet.offline.trades import AT_WORK, Hours

SATURDAY = 5
LONG_HOURS = 10 * 60 + 30
"""Minutes: a place that is open longer is kept all day only by those whose trade is to keep one."""
KEEPING = ("cafe", "bartender", "shopkeeper", "grocer", "pharmacist", "baker", "butcher", "hotelier", "cook", "barber")
_AT_REST = ("none", "leisure")


def work(frame: DayFrame, line: Timeline) -> None:
    """Fills the working hours of the day, if the day has any."""
    if frame.trade.kind in _AT_REST and not text(frame.fields, "works"):
        return
    if _rests(frame):
        return
    if frame.trade.kind == "student":
        _study(frame, line)
        return
    phrase = work_phrase(frame)
    if frame.workplace:
        place = frame.workplace.name
    elif frame.trade.kind in ("homemaker", "unemployed"):
        place = frame.room("living")
    elif frame.trade.kind in _OUTDOORS:
        place = next((venue.name for venue in frame.venues.all if venue.is_a("outdoors")), "")
    else:
        place = frame.room("workroom") if frame.trade.kind in _WITH_PROJECTS else ""
    for start, end in spells(frame):
        line.pour(Block(start, end, phrase, place, "work"))


_OUTDOORS = ("farmer", "gardener", "beekeeper", "fisher", "sailor", "driver", "postman", "builder")
"""Trades whose work is done outdoors if the town has no place for it."""


def _rests(frame: DayFrame) -> bool:
    """Whether one's own story gives one the day off: a day of each week, a leave, or every other day; or a weekend."""
    own = [fact.text for fact in frame.mine if fact.own]
    today = frame.date.weekday()
    by_turns = any(_BY_TURNS.search(text) and (_WORKS.search(text) or _NIGHTS.search(text)) for text in own)
    if laid_up(frame) or any(_ON_LEAVE.search(text) for text in own) or (by_turns and frame.date.toordinal() % 2 == 1):
        return True
    on, off, also = ({day for text in own for day in _days(told, text)} for told in (_DAYS_ON, _DAYS_OFF, _ALSO_ON))
    if today in off or today in also:
        return today in off
    return today not in on if on else today >= SATURDAY and not _weekend(frame)


def laid_up(frame: DayFrame) -> bool:
    """Return whether one's own story has one in bed or in hospital."""
    told = (fact.text for fact in frame.mine if fact.own)
    return any(_LAID_UP.search(each) for each in (frame.summary, *told))


_LAID_UP = re.compile(
    r"\b(?:is|been) (?:a patient|bedridden|laid up|in hospital)\b|\bwith a broken (?:leg|arm|hip|foot|ankle|back)\b"
)


_ON_LEAVE = re.compile(
    r"\bon (?:(?:sick|parental|maternity|paternity|annual|unpaid|long) leave|holiday|strike|(?:a )?sabbatical)\b"
    r"|\b(?:off|signed off(?: work)?) sick\b|\bsigned off work\b"
)
_DAY = rf"(?:(?:{'|'.join(DAYS)})s?|weekends?|weekdays|every day(?= (?:but|except)))\b"
_SET = rf"(?:{_DAY}(?:(?:,? (?:and|or|to) |, ){_DAY})*)"
_DAYS_OFF = re.compile(
    rf"\b(?:never works|(?:does|do|will) not work) (?:at |on )?(?:the )?{_SET}"
    rf"|\b(?:closed|shut|off|free|works(?: .*)? every day (?:but|except)) (?:at |on )?{_SET}"
    rf"|\b{_SET} (?:(?:is|are) (?:\S+ )?(?:days? off|free)|off)\b"
)
_AT = rf"(?! on (?:an?|the|his|her|their)\b)(?:(?!,? (?:and|but) [a-z]|⟦).)*?\b(?<!every )(?<!each )(?<!but ){_SET}"
_DAYS_ON = re.compile(rf"(?<!never )(?<!also )(?<!even )(?<!sometimes )(?<!often )\b(?:works|working|on duty)\b{_AT}")
"""'works on Mondays and Fridays', 'works Tuesdays to Saturdays': on no other days."""
_ALSO_ON = re.compile(rf"\b(?:also|even|sometimes|often) (?:works|working)\b{_AT}")


def _days(told: re.Pattern[str], text: str) -> set[int]:
    """The days of the week that a sentence names as those on which somebody works, or does not."""
    found = told.search(text)
    days = found[0] if found else ""
    named: set[int] = set()
    for first, last in re.findall(rf"({'|'.join(DAYS)})s?(?: to ({'|'.join(DAYS)})s?)?", days):
        start = DAYS.index(first)
        named |= {(start + k) % 7 for k in range((DAYS.index(last or first) - start) % 7 + 1)}
    named |= {5, 6} if "weekend" in days else {0, 1, 2, 3, 4} if "weekdays" in days else set()
    return named if not days.endswith("every day") else set(range(7))


def _weekend(frame: DayFrame) -> bool:
    told = any(_WEEKEND.search(fact.text) and tells_hours(fact) for fact in frame.mine if fact.own)
    return told or frame.trade.weekends or bool(frame.workplace and frame.workplace.hours)


_WEEKEND = re.compile(r"\b(?:weekends?|(?:Satur|Sun)days?|every day|daily|seven days)\b")


_WORKS = re.compile(r"\b(?:works?|working|shifts?|on (?:duty|watch|call|nights)|keeps watch)\b")
_NIGHTS = re.compile(
    r"\b(?:(?:works?|working|on duty|on call|keeps watch) (?:at night|nights|(?:alternate|most|all) nights"
    r"|every other night|by night)|on nights|(?:night|graveyard)[- ](?:\w+ )?\w+|by night"
    r"|sleeps (?:by|during|through) (?:the )?day)\b"
)
_AT_NIGHT = re.compile(rf"{_WORKS.pattern}|\bsleeps\b")
_BY_TURNS = re.compile(r"\b(?:alternate|every (?:other|second)) (?:night|day)s?\b")
"""'works alternate nights': this night and not the next."""
_PARTS = {
    "mornings": (8 * 60, 12 * 60),
    "afternoons": (13 * 60, 18 * 60),
    "evenings": (18 * 60, 23 * 60),
    "early": (6 * 60, 14 * 60),
    "late": (14 * 60, 22 * 60),
}
"""The hours of somebody who works in a part of the day, or in an early or a late shift, where none are told."""
_PART = re.compile(
    r"\b(?:(?:works?|working|opens?|on duty) (?:only |just )?(?:(?:in )?the )?|\w+ (?=\w+ a week\b))"
    r"(?P<part>mornings?|afternoons?|evenings?)"
    r"(?: and (?P<last>(?:afternoon|evening)s))?\b"
    r"(?:.*?\buntil (?P<until>\d{1,2}|midnight) ?(?P<half>[ap]\.?m)?)?|\b(?P<shift>early|late) shifts?\b"
)
NIGHT = (22 * 60, 30 * 60)
"""The hours of somebody who works at night, where none are told."""


LONG_SPELL = 4 * 60
"""What somebody does every day for so many minutes is their work."""


def tells_hours(fact: Fact) -> bool:
    """Return whether a fact tells when somebody works: by its words, as their trade, or for its length."""
    start, end = fact.when.start, fact.when.end
    if start is None or end is None:
        return False
    daily = fact.when.date is None and not _RESTS.search(fact.about)
    return bool(_WORKS.search(fact.text)) or (daily and (fact.kind == "trade" or (end - start) % 1440 >= LONG_SPELL))


def hours_unread(fact: Fact) -> bool:
    """Return whether a fact tells hours of work in words by which nobody works."""
    read = fact.kind in _TELL_WORK
    if not fact.own or fact.when.date or not (_WORKS.search if read else _SHIFT.match)(fact.text):
        return False
    if read and (tells_hours(fact) or _NIGHTS.search(fact.text) or _PART.search(fact.text)):
        return False
    return fact.when.start is not None or _HOUR_LEFT.search(fact.text) is not None


_TELL_WORK = ("trade", "habit", "doing")
"""Kinds of facts that may tell when somebody works."""
_SHIFT = re.compile(r"⟦[^⟧]+⟧'s (?:\w+ )?(?:shifts?|hours|work(?:ing day|day)?)\b")
_HOUR_LEFT = re.compile(
    rf"\b(?:at|by|from|until|till|before|after|between|to) (?:about )?{POINT}(?! of\b| \w+s\b| [A-Z])"
)
_RESTS = re.compile(r"\b(?:sleeps?|sleeping|rests?|resting|naps?|in bed|at home|awake)\b")


def _told_spells(frame: DayFrame) -> list[Hours]:
    """Start and end of each spell of work as a town's file or one's own story tells them; none if neither does."""
    written = clocks(text(frame.fields, "works"))
    own = [fact for fact in frame.mine if fact.own and fact.kind in _TELL_WORK]
    own = [fact for fact in own if frame.date.weekday() in (_days(_DAYS_ON, fact.text) or range(7))]
    told = next((fact for fact in own if tells_hours(fact)), None)
    if len(written) == 2:
        return [(written[0], written[1])]
    if told is not None:
        # 'from 11 to 2 and again from 6 to 10': the first is the fact's, and the second still stands in its text.
        whens = (told.when, read_when(told.text, frame.date)[1])
        return [(when.start, when.end) for when in whens if when.start is not None and when.end is not None]
    if any(_NIGHTS.search(fact.text) for fact in own if fact.kind == "trade" or _AT_NIGHT.search(fact.text)):
        return [NIGHT]
    part = next(filter(None, (_PART.search(fact.text) for fact in own)), None)
    if part is None:
        return []
    start, end = _PARTS[part["shift"] or f"{part['part'].rstrip('s')}s"]
    if part["last"]:
        end = _PARTS[part["last"]][1]
    if part["until"] == "midnight":
        end = 0
    elif part["until"]:
        end = int(part["until"]) % 12 * 60 + NOON * (part["half"] or "p").startswith("p")
    return [(start, end)]


def _in_day(frame: DayFrame, start: int, end: int) -> Hours:
    """A spell of work in minutes of this day, which may have begun the day before or end on the next."""
    end += 1440 if end <= start else 0
    if start >= frame.sleeps and end - 1440 > frame.start:
        # The day ends before the next shift begins: this one began the day before.
        return start - 1440, end - 1440
    later = 1440 if start < frame.start and start + 1440 < frame.sleeps else 0
    return start + later, end + later


def on_duty(frame: DayFrame) -> bool:
    """Return whether a spell of one's work, as told, has begun when the day begins."""
    told = (_in_day(frame, *spell) for spell in _told_spells(frame))
    return any(start < frame.start < end for start, end in told)


def spells(frame: DayFrame) -> list[Hours]:
    """Start and end of each spell of work: as told, else the place's opening hours, else the trade's own.

    There is at least one. The trade's own are moved by person and day.
    """
    earliest, latest = frame.start + 20 * (not on_duty(frame)), frame.sleeps - 30
    told = (_in_day(frame, *spell) for spell in _told_spells(frame))
    kept = [(max(earliest, start), min(latest, end)) for start, end in told]
    if kept := sorted((start, end) for start, end in kept if start < end):
        return kept
    place = frame.workplace
    if place and place.hours and (place.hours[1] - place.hours[0] <= LONG_HOURS or frame.trade.kind in KEEPING):
        opens = place.hours[0] - 5 * int(1 + 2 * frame.roll("opening"))
        return [(max(earliest, opens), min(latest, place.hours[1] + 5))]
    start, end = frame.trade.hours
    start = max(earliest + 30, start + frame.shift("work", 25))
    end = max(end + frame.shift("home", 25), min(start + 360, 19 * 60 + 30))
    return [(start, min(latest, end))]


def work_phrase(frame: DayFrame) -> str:
    """What the working hours are called: the project in hand for those who have one, else the job."""
    own = [p for p in frame.projects if p.verb not in _ASIDE]
    if frame.deeds:
        return AT_WORK + " and ".join((*frame.deeds, *(project.activity for project in own[:1])))
    if own and frame.trade.kind in _WITH_PROJECTS:
        return own[int(frame.roll("project") * min(2, len(own)))].activity
    job = frame.occupation
    if job.of and frame.trade.kind in KEEPING:
        return f"running {job.of}" if "owner" in job.words else f"working at the counter of {job.of}"
    if frame.trade.kind == "homemaker":
        return "keeping the house"
    return f"working as {job.words}" if job.words else "working"


_WITH_PROJECTS = (
    "scholar",
    "writer",
    "artist",
    "musician",
    "actor",
    "programmer",
    "photographer",
    "maker",
    "filmmaker",
    "designer",
    "scientist",
    "mathematician",
    "philosopher",
    "poet",
    "lawyer",
    "animator",
)
_ASIDE = ("learning", "training for", "collecting", "growing", "planning", "practising for", "practicing for")
"""Projects that are no part of anybody's job."""
_STUDIOUS = (
    "writing",
    "working on",
    "studying",
    "preparing",
    "researching",
    "composing",
    "finishing",
    "editing",
    "drawing",
    "painting",
)


def _study(frame: DayFrame, line: Timeline) -> None:
    """Classes at hours of one's own, and study around them."""
    campus = frame.workplace.sector if frame.workplace else ""
    rooms = [venue for venue in frame.venues.all if campus and venue.sector == campus]
    classes = [v for v in rooms if is_kind(v.arena, "lesson")] or rooms[:1]
    libraries = [v for v in rooms if is_kind(v.arena, "study")] + [v for v in frame.venues.all if v.is_a("study")]
    own = [p for p in frame.projects if p.verb in _STUDIOUS]
    if not classes:
        morning = Block(max(frame.start + 60, 9 * 60), 12 * 60, "studying for class")
        line.pour(replace(morning, place=_open(frame, libraries, morning), sort="work"))
        return
    first = max(frame.start + 60, 9 * 60 + 30 * int(4 * frame.roll("class")))
    lessons = [Block(first, first + 90 + 15 * int(3 * frame.roll("long")), "going to class")]
    if frame.roll("second") < 0.55:
        second = 14 * 60 + 30 * int(3 * frame.roll("later"))
        lessons.append(Block(second, second + 75, "going to an afternoon class"))
    for lesson in lessons:
        line.pour(replace(lesson, place=_open(frame, classes, lesson), sort="work"))
    for task in (
        Block(max(frame.start + 60, first - 90), first, "studying for class"),
        Block(first + 90, 16 * 60 + 30 + frame.shift("study", 30), own[0].activity if own else "studying"),
    ):
        line.pour(replace(task, place=_open(frame, libraries, task), sort="work"))


def _open(frame: DayFrame, venues: list[Venue], block: Block) -> str:
    """The first of the places that is open all the while, else one's desk at home."""
    return next((v.name for v in venues if v.open_during(block.start, block.end)), frame.room("workroom"))
