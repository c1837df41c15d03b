"""Working hours: a keeper's, an employee's, a student's, a free-lance's."""

from __future__ import annotations

import re
from dataclasses import replace

from townlet.offline.fields import clocks, text
from townlet.offline.plan.frame import DayFrame
from townlet.offline.plan.timeline import Block, Timeline
from townlet.offline.plan.venues import Venue, is_kind
from townlet.offline.reader.facts import Fact
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
    if frame.date.weekday() >= SATURDAY and not _weekend(frame):
        return
    if frame.trade.kind == "student":
        _study(frame, line)
        return
    start, end = hours(frame)
    phrase = work_phrase(frame)
    if frame.workplace:
        place = frame.workplace.name
    elif frame.trade.kind in ("homemaker", "unemployed"):
        place = frame.room("living")
    elif frame.trade.kind in _OUTDOORS:
        place = next((venue.name for venue in frame.venues.all if venue.is_a("outdoors")), "")
    else:
        place = frame.room("workroom") if frame.trade.kind in _WITH_PROJECTS else ""
    line.pour(Block(start, end, phrase, place, "work"))


_OUTDOORS = ("farmer", "gardener", "beekeeper", "fisher", "sailor", "driver", "postman", "builder")
"""Trades whose work is done outdoors if the town has no place for it."""


def _weekend(frame: DayFrame) -> bool:
    told = any(_WEEKEND.search(fact.text) and tells_hours(fact) for fact in frame.mine if fact.own)
    return told or frame.trade.weekends or bool(frame.workplace and frame.workplace.hours)


_WEEKEND = re.compile(r"\b(?:weekends?|(?:Satur|Sun)days?|every day|daily|seven days)\b")


_WORKS = re.compile(r"\b(?:works?|working|shifts?|on duty|on watch|keeps watch)\b")
_NIGHTS = re.compile(
    r"\b(?:(?:works?|working|on duty|keeps watch) (?:at night|nights|by night)|night[- ](?:\w+ )?\w+|by night)\b"
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


_RESTS = re.compile(r"\b(?:sleeps?|sleeping|rests?|resting|naps?|in bed|at home|awake)\b")


def _told_hours(frame: DayFrame) -> Hours | None:
    """Start and end of the working day as a town's file or one's own story tells them; None if neither does."""
    written = clocks(text(frame.fields, "works"))
    own = [fact for fact in frame.mine if fact.own and fact.kind in ("trade", "habit", "doing")]
    told = next((fact.when for fact in own if tells_hours(fact)), None)
    if len(written) == 2:
        start, end = written
    elif told is not None and told.start is not None and told.end is not None:
        start, end = told.start, told.end
    elif any(_NIGHTS.search(fact.text) for fact in own if fact.kind == "trade" or _WORKS.search(fact.text)):
        start, end = NIGHT
    else:
        return None
    end += 1440 if end <= start else 0
    if start >= frame.sleeps and end - 1440 > frame.start:
        # The day ends before the next shift begins: this one began the day before.
        return start - 1440, end - 1440
    later = 1440 if start < frame.start and start + 1440 < frame.sleeps else 0
    return start + later, end + later


def hours(frame: DayFrame) -> Hours:
    """Start and end of the working day: as told, else the place's opening hours, else the trade's own.

    The trade's own are moved by person and day.
    """
    earliest, latest = frame.start + 20, frame.sleeps - 30
    told = _told_hours(frame)
    if told and max(earliest, told[0]) < min(latest, told[1]):
        return max(earliest, told[0]), min(latest, told[1])
    place = frame.workplace
    if place and place.hours and (place.hours[1] - place.hours[0] <= LONG_HOURS or frame.trade.kind in KEEPING):
        opens = place.hours[0] - 5 * int(1 + 2 * frame.roll("opening"))
        return max(earliest, opens), min(latest, place.hours[1] + 5)
    start, end = frame.trade.hours
    start = max(earliest + 30, start + frame.shift("work", 25))
    end = max(end + frame.shift("home", 25), min(start + 360, 19 * 60 + 30))
    return start, min(latest, end)


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
