"""Questions about one's home and who belongs to it: family, housemates, neighbours."""

from __future__ import annotations

import re

from townlet.offline.english import listing
from townlet.offline.interview.recall import Recall
from townlet.offline.plan.hours import shown_plan
from townlet.offline.prop import Prop

WITH_WHOM = re.compile(
    r"\b(?:live|living|stay|share a (?:house|home|flat)) (?:here )?with\b|\bliv(?:e|ing) alone\b", re.I
)
HOME = re.compile(r"\b(?:where do you live|do you live (?:here|in|near)\b|your (?:home|house))\b", re.I)
FAMILY = re.compile(
    r"\b(?:family|married|wife|husband|children|kids|parents|siblings|partner|friends?\b|neighbou?rs)\b", re.I
)
_SAME_ROOF = re.compile(
    r"\b(?:lives? with|living with|shares? (?:a|an|the|their) (?:house|home|flat|apartment|cottage|dorm|rooms?)"
    r"|housemates?|flatmates?|roommates?|married|husband|wife|(?:son|daughter|mother|father) of)\b"
)
_AT_NIGHT = re.compile(r"\b(?:bed|asleep|sleep\w*|waking|wak\w+ up|getting up)\b")


def family(recall: Recall) -> str:
    if re.search(r"(?i)married|wife|husband|partner", recall.question):
        return (
            recall.told([p for p in bonds_of(recall) if re.search(r"married|wife|husband|partner", p.text)], 1)
            or "No, I'm not."
        )
    return recall.told(bonds_of(recall), 3) or recall.pick(
        "family",
        "There's not much to tell; I keep to myself.",
        "I'd rather talk about that when we know each other better.",
    )


def bonds_of(recall: Recall) -> list[Prop]:
    """What the memories and the summary say of one's own family and friends."""
    return [
        p
        for p in [*(p for _, p in recall.props), *recall.about_me]
        if p.kind == "relation" and (p.subj == recall.me or recall.me in p.people)
    ]


def housemates(recall: Recall) -> str:
    """With whom one lives, by what one's memories say of family and of shared roofs."""
    shared = [p for p in _of_oneself(recall) if not p.sources and _SAME_ROOF.search(p.text)]
    people = {name for p in shared for name in (*p.people, p.subj)} & recall.reader.people
    names = sorted(name for name in people if name != recall.me and " " in name)
    return f"With {listing(names)}." if names else "I live by myself."


def _of_oneself(recall: Recall) -> list[Prop]:
    told = [*(p for _, p in recall.props), *recall.about_me]
    return [p for p in told if recall.me in (p.subj, *p.people)]


def home(recall: Recall) -> str:
    """Where one lives: where the day's plan has one sleep and get up."""
    at = next((b.place for b in shown_plan(recall.fields) if b.place and _AT_NIGHT.search(b.activity)), "")
    if at:
        sector = at.partition(":")[0].strip()
        own = re.sub(rf"{re.escape(recall.me)}['’]s\b", "my own", sector)
        return f"At {own}."
    said = [p for p in _of_oneself(recall) if re.search(r"\b(?:lives?|moved)\b", p.text)]
    return recall.told(said, 2) or "Here in town, like everybody you meet."
