"""Questions about plans: what one will be doing at an hour, tomorrow, tonight."""

from __future__ import annotations

import datetime as dt
import re

from townlet.offline.english import listing
from townlet.offline.fields import clock, say_clock
from townlet.offline.interview.hours import at_hour, bedtime, finished_by, gone_by, named
from townlet.offline.interview.oneself import _first_person
from townlet.offline.interview.recall import Recall
from townlet.offline.plan.frame import Frame
from townlet.offline.plan.hours import shown_plan
from townlet.offline.plan.projects import projects

_PLANS = re.compile(
    r"\b(?:what (?:will|are|did|do|were) you (?:be )?(?:doing|do (?!for)|going|up to|plan)|your "
    r"plans?|plans? for|plan to|planning|going to do|"
    r"doing (?:at|on|tomorrow|tonight|today|this)|up to (?:at|on|tomorrow|tonight|today|this)|free "
    r"(?:at|on|tomorrow|tonight|today|this)|will you be|where were you|looking forward"
    r"|(?:just|have|just be) finish\w*)\b",
    re.I,
)
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


_BED = re.compile(r"\b(?:go(?:ing)? to (?:bed|sleep)|bedtime|turn in)\b", re.I)


def answer(recall: Recall) -> str:
    """What one means to do, or did; '' if that is not the question."""
    question = recall.question.lower()
    if question.startswith("when") and _BED.search(question):
        return bedtime(recall)
    if not _PLANS.search(question) or re.search(r"\b(?:usual|typical)", question) or not re.search(r"\byou", question):
        return ""
    day, hour = day_of(question, recall.now), clock(question)
    if re.search(r"\bfinish", question) and hour is not None:
        return finished_by(recall, day, hour) or done(recall)
    if re.search(r"\b(?:finish\w*|were you doing|did you do|have you done)\b", question):
        return done_yesterday(recall) if "yesterday" in question else done(recall)
    if hour is not None:
        gone = "I couldn't say any more what I was at." if gone_by(recall, day, hour) else ""
        return at_hour(recall, day, hour) or gone or f"I haven't made up my mind yet. {as_usual(recall, day)}"
    if "forward" in question:
        return ahead(recall)
    engaged = recall.told(recall.on(day), 2)
    if day == recall.now.date():
        return f"{engaged} {rest_of_day(recall)}".strip() or "I've nothing fixed so far."
    return f"{engaged} {as_usual(recall, day)}".strip()


def as_usual(recall: Recall, day: dt.date) -> str:
    """What a coming day is likely to hold besides engagements: work, if one has any, and what one is busy with."""
    frame = Frame.from_now(recall.fields, recall.seed)
    job, own = frame.occupation.words, projects(recall.summary, recall.notes)
    if own:
        return f"{named(day, recall)} I mean to get on with {_first_person(own[0].definite)}."
    if job:
        return recall.pick(
            "usual",
            f"{named(day, recall)} I'll be at work as {job}, and then we'll see.",
            f"I'm {job}, so {named(day, recall)[0].lower()}{named(day, recall)[1:]} is a working day like today.",
        )
    return recall.pick(
        "free",
        f"{named(day, recall)} is much like any other day, and the evening is still open.",
        "I've nothing fixed yet that I can think of.",
    )


def ahead(recall: Recall) -> str:
    """What one looks forward to: what is to come that one knows of."""
    today = recall.now.date()
    coming = [(p.when.date, p.when.start or 0, p) for _, p in recall.props if p.event and p.when.date]
    coming = sorted((each for each in coming if each[0] >= today), key=lambda each: each[:2])
    return recall.told([p for *_, p in coming], 2) or as_usual(recall, recall.now.date() + dt.timedelta(days=1))


def done_yesterday(recall: Recall) -> str:
    """What one did the day before, from what one was at or had planned."""
    day = recall.now.date() - dt.timedelta(days=1)
    mine = [p for n, p in recall.props if n.at.date() == day and n.sort == "mine" and p.kind in ("doing", "done")]
    gerunds = list(dict.fromkeys(g for p in mine if (g := recall.voice.gerund(p))))
    planned = [n.body for n in recall.notes if n.sort == "agenda" and n.at.date() == day]
    if not gerunds and planned:
        items = re.split(r" at \d{1,2}:\d\d [ap]m(?:,? and |, |\.|$)", planned[-1])
        gerunds = [_first_person(item) for item in items if item and not re.search(r"wak|bed\b|having", item)][:3]
    return (
        f"Yesterday I was {listing(gerunds[:3])}, among other things." if gerunds else "It's gone from my mind already."
    )


def day_of(question: str, now: dt.datetime) -> dt.date:
    """The day that a question is about; today if it names none."""
    today = now.date()
    if "tomorrow" in question:
        return today + dt.timedelta(days=1)
    named = next((k for k, day in enumerate(_DAYS) if day in question), None)
    return today if named is None else today + dt.timedelta(days=(named - today.weekday()) % 7)


def rest_of_day(recall: Recall) -> str:
    """What the plan still holds today."""
    now = recall.now.hour * 60 + recall.now.minute
    ahead = [b for b in shown_plan(recall.fields) if b.start >= now][:3]
    if not ahead:
        return ""
    return f"I'll be {listing([f'{_first_person(b.activity)} at {say_clock(b.start)}' for b in ahead])}."


def done(recall: Recall) -> str:
    """What one did last."""
    last = [p for n, p in recall.props if n.sort == "mine" and p.subj == recall.me and p.kind in ("doing", "done")]
    gerunds = [g for p in last[-4:] if (g := recall.voice.gerund(p))]
    said = f"I've been {listing(list(dict.fromkeys(gerunds)))}." if gerunds else recall.told(last[-1:], 1)
    return said or "Nothing yet that is worth the telling."
