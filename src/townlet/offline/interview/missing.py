"""Questions why one was not there: what one was at while something went on."""

from __future__ import annotations

import datetime as dt
import re

from townlet.offline.english import sentence
from townlet.offline.interview.oneself import _first_person
from townlet.offline.interview.recall import Recall
from townlet.offline.plan.hours import is_bed, shown_plan
from townlet.offline.plan.timeline import Block
from townlet.offline.prop import Prop, content

_KEPT = re.compile(
    r"(?i)\bwhat (?:kept|held|stopped) you\b|\bwhy (?:did(?:n't| you not)|were(?:n't| you not)|weren't you)\b"
    r"[^?]*\b(?:come|go|there|attend|join|at)\b"
)
_USUAL_MINUTES = 120
_JUST_BEFORE = dt.timedelta(minutes=45)


def answer(recall: Recall) -> str:
    """What one was doing at the time, by the memories shown, or else by the plan; '' if it is no such question."""
    if not _KEPT.search(recall.question):
        return ""
    if declined := [n for n in recall.notes if n.sort == "told" and "I cannot" in n.body and _of(recall, n.body)]:
        return f"I'd told {declined[-1].who} beforehand that I couldn't come."
    events = [p for _, p in recall.props if p.event and p.words & recall.wanted]
    if not events:
        return "It wasn't on my mind, I'm afraid."
    dated = sorted((p for p in events if p.when.date), key=lambda p: -len(p.words & recall.wanted))
    if not dated:
        return "I had only heard of it in passing."
    for event in dated:
        if doing := _at_the_time(recall, event) or _planned(recall, event):
            return doing
    return recall.pick(
        "kept", "Nothing that I could name. The hours went by.", "I couldn't say any more. Other things came first."
    )


def _of(recall: Recall, text: str) -> bool:
    return bool(content(text) & recall.wanted)


def _at_the_time(recall: Recall, event: Prop) -> str:
    """'I was mending a net then', of the event's hours or shortly before; '' where no memory shown is of them."""
    if event.when.date is None or event.when.start is None:
        return ""
    midnight = dt.datetime.combine(event.when.date, dt.time())
    began, ended = (midnight + dt.timedelta(minutes=minutes) for minutes in _hours(event))
    own = [
        (n, p)
        for n, p in recall.props
        if n.sort == "mine" and p.kind == "doing" and began - _JUST_BEFORE <= n.at < ended and p.subj == recall.me
    ]
    found = next((said for _, p in reversed(own) if (said := recall.voice.gerund(p))), "")
    return sentence(f"I was {found} then") if found else ""


def _planned(recall: Recall, event: Prop) -> str:
    """What the plan of the day had in the event's hours, longest; '' if it is a plan of another day, or has nothing."""
    if event.when.date != recall.now.date() or event.when.start is None:
        return ""
    began, ended = _hours(event)

    def shared(block: Block) -> int:
        return min(block.end, ended) - max(block.start, began)

    meant = max(shown_plan(recall.fields), key=shared, default=None)
    if meant is None or shared(meant) <= 0:
        return ""
    if event.event in meant.activity:
        return "I had meant to come, and didn't get to it."
    if is_bed(meant):
        return "I meant to be in bed by then."
    return sentence(f"I had set those hours aside for {_first_person(meant.activity)}")


def _hours(event: Prop) -> tuple[int, int]:
    """When an event that has a start begins and ends, in minutes after midnight."""
    start = event.when.start or 0
    return start, event.when.end or start + _USUAL_MINUTES
