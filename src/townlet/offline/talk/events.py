"""Events that people arrange: who gives them, who has said that they would come, what stands in the way."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from townlet.offline.prop import Prop, Verb, same_event, similar
from townlet.offline.talk.scene import SAME, Said, Scene

_HOSTS = re.compile(
    r"\b(plan|host|hold|throw|organi[sz]|giv|arrang|putt?(?:ing)? on|teach|run(?:ning)? a|lead|celebrat|hav)"
)
_GUEST = re.compile(r"\b(attend|go(?:ing)? to|com(?:e|ing) to|join|take part|visit|invited|watch|see )")
_FIXED = re.compile(r"\b(work|teach|class|lecture|lesson|shift|serv|minding|rehears|appointment|exam)")
LATE_MINUTES = 15
"""So long after its start an event is not yet spoken of as past."""
_AGREES = frozenset(("accept", "accept_again"))


def noun(p: Prop) -> str:
    """The word by which an event is known again: 'supper'."""
    return p.event.split()[-1] if p.event else ""


def hosted_by(p: Prop, who: str) -> bool:
    """Whether the proposition tells of an event that `who` gives."""
    text = p.text.lower()
    arranged = p.kind == "event" and bool(_HOSTS.search(text)) and not _GUEST.search(text)
    return bool(p.event) and p.subj == who and arranged


def ahead(p: Prop, scene: Scene) -> bool:
    """Whether it is still to come."""
    today = scene.now.date()
    if p.when.date is None or p.when.date < today:
        return False
    minutes = scene.now.hour * 60 + scene.now.minute
    return p.when.date > today or p.when.start is None or p.when.start > minutes - LATE_MINUTES


def going(p: Prop, who: str, props: Iterable[Prop], talk: Iterable[Said] = ()) -> bool:
    """Whether `who` gives the event or has said to come to it, by what is shown."""
    if not p.event:
        return False
    for q in props:
        if not same_event(q.event, p.event) or q.kind == "refusal":
            continue
        if (q.kind in ("promise", "agenda") and q.subj == who) or hosted_by(q, who):
            return True
    spoken = False
    for line in talk:
        if line.speaker == who and spoken and _AGREES & set(line.acts):
            return True
        spoken = spoken or noun(p) in line.text.lower()
    return False


def refused(p: Prop, who: str, props: Iterable[Prop]) -> bool:
    """Whether `who` has said no to the event."""
    return any(q.kind == "refusal" and q.subj == who and same_event(q.event, p.event) for q in props)


def clash(scene: Scene, event: Prop) -> Prop | None:
    """What the speaker has on at the hour of the event and cannot move, as they could a meal or a walk.

    Who works at that hour today will do so tomorrow.
    """
    own = [p for p in scene.props if p.subj == scene.me and not (p.sources or p.told) and similar(p, event) < SAME]
    fixed = [p for p in own if p.kind in ("event", "promise", "plan", "agenda") and p.when.overlaps(event.when)]
    work = [p for p in own if p.kind == "agenda" and replace(p.when, date=event.when.date).overlaps(event.when)]
    engaged = (p for p in (*fixed, *work) if p.kind in ("event", "promise") or _FIXED.search(_words_of(p)))
    return next(engaged, None)


def _words_of(p: Prop) -> str:
    """The words of the clause itself, of a day's plan only those of this hour."""
    return " ".join(t if isinstance(t, str) else t.lemma for t in p.toks if isinstance(t, str | Verb)).lower()
