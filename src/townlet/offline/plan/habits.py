"""What a story tells that somebody does again and again: in free time, at an hour of each day, for a living."""

from __future__ import annotations

import re

from townlet.offline.reader.facts import Fact
from townlet.offline.reader.people import slot
from townlet.offline.reader.phrases import gerund
from townlet.offline.words import WORDS, pattern


def doing_of(habit: Fact) -> str:
    """Return a habit that fills free time as a gerund phrase; '' if it is of another sort."""
    found = pattern(WORDS.tables["plan"]["habit"]).match(habit.about)
    return gerund(habit.about[found.start("verb") :]) if found else ""


def work_of(habit: Fact) -> str:
    """Return a habit by which one may live, of no trade that has a name, as a gerund phrase; '' if it is no such."""
    sells = habit.kind == "have" and _SELLS.match(habit.text) is not None
    if not habit.own or habit.secret or habit.source or habit.when.date or not (sells or habit.kind == "habit"):
        return ""
    doing = habit.text.removeprefix(slot(habit.who)).strip() if sells else habit.about
    found = pattern(WORDS.tables["plan"]["work"]).match(doing)
    return short(gerund(_WHERE.sub("", found["work"]))) if found else ""


_SELLS = re.compile(r"^⟦[^⟧]+⟧ (?:sells|serves|makes) ")
"""What is sold is told as something that one has."""
_WHERE = re.compile(r" (?:(?:in|at|on) (?:⟦[^⟧]+⟧'s|the|an?|his|her|their)|until|till|from) .*")


_DAILY = re.compile(r",? ?\b(?:every|each) (?:single )?(?:day|morning|afternoon|evening|night)\b,?|,? daily\b")
_OF_THE_DAY = re.compile(
    r"(?:gets? up|wakes?|rises?|goes to (?:bed|sleep)|has|eats|dines|breakfasts|works|opens|closes)\b"
)
"""Habits that the plan of any day holds: getting up, meals, work."""


def custom_of(habit: Fact) -> str:
    """Return what one does at the same hour every day, as a gerund phrase; '' for a habit of another sort."""
    at_an_hour = habit.kind == "habit" and habit.when.date is None and habit.when.end is None and habit.when.start
    if not at_an_hour or not _DAILY.search(habit.about) or _OF_THE_DAY.match(habit.about):
        return ""
    return gerund(_DAILY.sub("", habit.about).partition(",")[0].strip())


def short(doing: str) -> str:
    """A gerund phrase up to where something else is told; empty if it is still long."""
    cut = pattern(WORDS.tables["plan"]["tail"]).split(doing)[0].strip()
    return cut if len(cut.split()) < 10 and cut.split(" ")[0].endswith("ing") else ""
