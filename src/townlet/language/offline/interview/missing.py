"""Questions why one was not there: what one was at while something went on."""

from __future__ import annotations

import datetime as dt
import re

from townlet.language.offline.english import sentence
from townlet.language.offline.interview.recall import Recall
from townlet.language.offline.prop import Prop, content

_KEPT = re.compile(
    r"(?i)\bwhat (?:kept|held|stopped) you\b|\bwhy (?:did(?:n't| you not)|were(?:n't| you not)|weren't you)\b"
    r"[^?]*\b(?:come|go|there|attend|join|at)\b"
)
_USUAL_MINUTES = 120
_JUST_BEFORE = dt.timedelta(minutes=45)


def answer(recall: Recall) -> str:
    """What one was doing at the time, by the memories shown; '' if it is no such question."""
    if not _KEPT.search(recall.question):
        return ""
    if declined := [n for n in recall.notes if n.sort == "told" and "I cannot" in n.body and _of(recall, n.body)]:
        return f"I'd told {declined[-1].who} beforehand that I couldn't come."
    events = [p for _, p in recall.props if p.event and p.when.date and p.words & recall.wanted]
    events.sort(key=lambda p: -len(p.words & recall.wanted))
    for event in events:
        if doing := _at_the_time(recall, event):
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
    began = dt.datetime.combine(event.when.date, dt.time()) + dt.timedelta(minutes=event.when.start)
    ended = began + dt.timedelta(minutes=(event.when.end or event.when.start + _USUAL_MINUTES) - event.when.start)
    own = [
        (n, p)
        for n, p in recall.props
        if n.sort == "mine" and p.kind == "doing" and began - _JUST_BEFORE <= n.at < ended and p.subj == recall.me
    ]
    found = next((said for _, p in reversed(own) if (said := recall.voice.gerund(p))), "")
    return sentence(f"I was {found} then") if found else ""
