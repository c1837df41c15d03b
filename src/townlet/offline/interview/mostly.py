"""Questions about what is mostly so: with whom one talks and spends one's time, where one goes, where others are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from townlet.offline.interview.recall import Recall
from townlet.offline.notes import Note
from townlet.offline.plan.frame import Frame
from townlet.offline.plan.hours import shown_plan
from townlet.offline.plan.timeline import Block

_MOST = re.compile(r"\b(?:most|mostly|usually|mainly)\b", re.I)
_TALK = re.compile(r"\bwho(?:m)? do you (?:talk|speak|chat)\b", re.I)
_TIME = re.compile(r"\bwho(?:m)? (?:do|did|have) you spen[dt]\b|\bwho(?:m)? are you with\b", re.I)
_GO = re.compile(r"\bwhere do you (?:go|spend)\b|\bwhich places? do you (?:go to|visit)\b", re.I)
_OTHER = re.compile(r"(?i:\bwhere (?:does|is)) [A-Z]")
_PLACE = re.compile(
    r" (?:at|in|to) (?:the )?([A-Z][\w’'-]*(?: (?:and|of|the|[A-Z][\w’'-]*))*)(?=[.,;]|$| with| from| for)"
)
_WORKPLACE = re.compile(_PLACE.pattern.replace("at|in|to", "at|in|of|for", 1))
_BESIDES = re.compile(r"\b(?:besides|apart from|aside from|other than|except)\b[^?]*\b(?:home|work)\b", re.I)
_WORK = re.compile(r"(?:working (?:as|at|on)|running)\b")


def answer(recall: Recall) -> str:
    """The answer, if it is such a question and the memories hold it; else ''."""
    question = recall.question
    if not _MOST.search(question):
        return ""
    if _TALK.search(question):
        return _name(recall, _partners(recall))
    if _TIME.search(question):
        return _name(recall, _company(recall))
    if _GO.search(question):
        return _own_place(recall)
    if _OTHER.search(question):
        return _others_place(recall)
    return ""


def _partners(recall: Recall) -> Counter[str]:
    """In how many of the moments shown one talked with somebody."""
    talks = {(note.who, note.at) for note in recall.notes if note.sort in ("heard", "said", "talk") and note.who}
    return Counter(who for who, _ in sorted(talks))


def _company(recall: Recall) -> Counter[str]:
    """In how many of the moments shown somebody was about."""
    known = sorted(who for who in recall.reader.people if who and " " in who and who != recall.me)
    moments = {(who, note.at) for who in known for note in recall.notes if note.who == who}
    return Counter(who for who, _ in sorted(moments))


def _name(recall: Recall, counts: Counter[str]) -> str:
    who = _first(counts)
    return recall.pick("mostly", f"{who}, I think.", f"That would be {who}.") if who else ""


def _own_place(recall: Recall) -> str:
    """Where the memories shown and today's plan have one; asked besides home and work, neither of them."""
    planned = Counter(sector for block in shown_plan(recall.fields) if (sector := _sector(block)))
    places = _places(note for note in recall.notes if note.sort == "mine") + planned
    if _BESIDES.search(recall.question):
        for place in _home_and_work(recall, list(places)):
            del places[place]
    return _told(recall, places)


def _home_and_work(recall: Recall, places: Iterable[str]) -> set[str]:
    """Where the plan has one sleep and work, and of the places those that one's own trade names."""
    blocks = shown_plan(recall.fields)
    acts = {act.activity for act in Frame.from_now(recall.fields, recall.seed).trade.acts}
    working = {_sector(block) for block in blocks if _WORK.match(block.activity) or _does(block, acts)}
    trades = [p.text for p in recall.about_me if p.kind == "trade" and p.subj == recall.me]
    own = {place for place in places if any(place in trade for trade in trades) or recall.me in place}
    return working | own | {_sector(block) for block in (*blocks[:1], *blocks[-1:])}


def _does(block: Block, acts: set[str]) -> bool:
    return any(act in block.activity for act in acts)


def _sector(block: Block) -> str:
    return block.place.partition(":")[0].strip()


def _others_place(recall: Recall) -> str:
    """Where somebody works, if the memories shown tell it; else where they have seen them."""
    named = [who for who in sorted(recall.reader.people) if who and who != recall.me and who in recall.question]
    trades = [p.text for _, p in recall.props if p.kind == "trade" and p.subj in named]
    work = Counter(place for trade in trades for place in _WORKPLACE.findall(trade))
    return _told(recall, work) or _told(
        recall, _places(note for note in recall.notes if note.who in named and note.sort == "other")
    )


def _places(notes: Iterable[Note]) -> Counter[str]:
    return Counter(found for note in notes for found in _PLACE.findall(note.body))


def _told(recall: Recall, places: Counter[str]) -> str:
    asked = recall.question.lower()
    where = _first(Counter({place: count for place, count in places.items() if place.lower() not in asked}))
    return f"{where}, as far as I can tell." if where else ""


def _first(counts: Counter[str]) -> str:
    """The most frequent; by the alphabet where it is as many."""
    return min(counts, key=lambda each: (-counts[each], each), default="")
