"""Working hours: a keeper's, an employee's, a student's, a free-lance's."""

from __future__ import annotations

import re
from dataclasses import replace

from townlet.language.offline.plan.frame import Frame
from townlet.language.offline.plan.projects import projects
from townlet.language.offline.plan.timeline import Block, Timeline
from townlet.language.offline.plan.trades import Hours, trade_in
from townlet.language.offline.plan.venues import Venue, is_kind

SATURDAY = 5
_AT_REST = ("none", "leisure")


def work(frame: Frame, line: Timeline) -> None:
    """Fills the working hours of the day, if the day has any."""
    if frame.trade.kind in _AT_REST or (frame.date.weekday() >= SATURDAY and not _weekend(frame)):
        return
    if frame.trade.kind == "student":
        _study(frame, line)
        return
    start, end = hours(frame)
    phrase = work_phrase(frame)
    at_home = frame.trade.kind in _WITH_PROJECTS or frame.trade.kind in ("homemaker", "unemployed", "animator")
    place = frame.workplace.name if frame.workplace else frame.room("workroom") if at_home else ""
    line.pour(Block(start, end, phrase, place, "work"))


def _weekend(frame: Frame) -> bool:
    return frame.trade.weekends or bool(frame.workplace and frame.workplace.hours)


def hours(frame: Frame) -> Hours:
    """Start and end of the working day: the place's opening hours, else the trade's own, moved by person and day."""
    earliest, latest = frame.start + 20, frame.sleeps - 30
    place = frame.workplace
    if place and place.hours and place.hours[1] - place.hours[0] < 20 * 60:
        opens = place.hours[0] - 5 * int(1 + 2 * frame.roll("opening"))
        return max(earliest, opens), min(latest, place.hours[1] + 5)
    start, end = frame.trade.hours
    start = max(earliest + 30, start + frame.shift("work", 25))
    end = max(end + frame.shift("home", 25), min(start + 360, 19 * 60 + 30))
    return start, min(latest, end)


def work_phrase(frame: Frame) -> str:
    """What the working hours are called: the project in hand for those who have one, else the job."""
    own = projects(frame.summary, frame.notes)
    if own and frame.trade.kind in _WITH_PROJECTS:
        return own[int(frame.roll("project") * min(2, len(own)))].activity
    return f"working as {job}" if (job := occupation(frame)) else "working"


_WITH_PROJECTS = (
    "scholar", "writer", "artist", "musician", "actor", "programmer", "photographer", "maker", "filmmaker",
    "designer", "scientist", "mathematician", "philosopher", "professor", "poet", "lawyer",
)  # fmt: skip
_JOB = re.compile(
    r"\b(?:is|works as) (?:also |currently |now )?(an? |the )((?:[\w'’-]+(?:,| and)? ){0,4}?[\w'’-]+)"
    r"(?= at\b| in\b| of\b| who\b| for\b| with\b|[.;:,]|$| and (?:is|was|has|likes?|runs?|lives?|wants?|plans?)\b)"
)


def occupation(frame: Frame) -> str:
    """The words for a person's occupation with its article, as the summary or memories have it; empty if none."""
    about = [*re.split(r"(?<=[.!?])\s+", frame.summary), *(n.text for n in frame.notes if n.sort == "mine")]
    for sentence in about:
        for found in _JOB.finditer(sentence):
            from_words = found[2].strip(" ,")
            if _names_trade(frame, from_words):
                return found[1] + from_words
    return ""


def _names_trade(frame: Frame, words: str) -> bool:
    found = trade_in(words)
    return found is not None and found.kind == frame.trade.kind


def _study(frame: Frame, line: Timeline) -> None:
    """Classes at hours of one's own, and study around them."""
    campus = frame.workplace.sector if frame.workplace else ""
    rooms = [venue for venue in frame.venues.all if campus and venue.sector == campus]
    classes = [v for v in rooms if is_kind(v.arena, "lesson")] or rooms[:1]
    libraries = [v for v in rooms if is_kind(v.arena, "study")] + [v for v in frame.venues.all if v.is_a("study")]
    own = projects(frame.summary, frame.notes)
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


def _open(frame: Frame, venues: list[Venue], block: Block) -> str:
    """The first of the places that is open all the while, else one's desk at home."""
    return next((v.name for v in venues if v.open_during(block.start, block.end)), frame.room("workroom"))
