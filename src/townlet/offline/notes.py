"""Memories as they are shown, sorted by what sort of sentence each is."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from townlet.cognition.wording import DAY_PLAN_LEAD, I_SAID_TO, PLANS, PROMISE_LEAD, SAID_TO, SAID_TO_ME, THOUGHT_LEAD
from townlet.offline.fields import Fields, moment, number, records, text

Sort = Literal[
    "heard",
    "said",
    "overheard",
    "thought",
    "agenda",
    "intent",
    "promise",
    "promised me",
    "told",
    "talk",
    "mine",
    "other",
]
"""heard, said, overheard: lines; thought: a reflection; agenda: the plan of a day; intent: 'X plans to';
promise, promised me, told: what talks left; talk: a memo; mine: a sentence about oneself."""


@dataclass(frozen=True)
class Note:
    """One memory shown: its sort, whom it names first, and the words that matter."""

    n: int
    """Its number as shown, or its place in the list, from 1."""
    at: dt.datetime
    text: str
    sort: Sort
    who: str
    """Speaker, hearer or partner, as the sort has it; the subject's name for sentences of other sorts."""
    body: str
    """The quotation, the thought, or what was promised; else the whole sentence."""

    @property
    def own(self) -> bool:
        """Whether it tells of oneself at first hand."""
        return self.sort in ("mine", "promise", "told", "intent")


_NAME = r"[A-Z][\w’'-]*(?: [A-Z][\w’'-]*)*"
_PATTERNS: tuple[tuple[Sort, re.Pattern[str]], ...] = (
    ("said", re.compile(rf"{I_SAID_TO}(?P<who>[^:]{{1,60}}): ['\"‘“](?P<body>.*)['\"’”]\.?$", re.S)),
    ("heard", re.compile(rf"(?P<who>[^:]{{1,60}}?){SAID_TO_ME}['\"‘“](?P<body>.*)['\"’”]\.?$", re.S)),
    ("overheard", re.compile(rf"(?P<who>[^:]{{1,60}}?){SAID_TO}[^:]{{1,60}}: ['\"‘“](?P<body>.*)['\"’”]\.?$", re.S)),
    ("thought", re.compile(rf"(?P<who>){THOUGHT_LEAD}(?P<body>.*)", re.S)),
    ("agenda", re.compile(rf"{DAY_PLAN_LEAD}\w+ \w+ \d+, (?P<who>[^:]{{1,60}}?){PLANS}(?P<body>.*)", re.S)),
    ("promise", re.compile(rf"{PROMISE_LEAD}(?P<who>{_NAME}) to (?P<body>.*)", re.S)),
    ("promised me", re.compile(rf"(?P<who>{_NAME}) promised me to (?P<body>.*)", re.S)),
    ("told", re.compile(rf"I told (?P<who>{_NAME}) that (?P<body>.*)", re.S)),
    ("talk", re.compile(rf"{_NAME} talked with (?P<who>{_NAME})(?P<body>.*)", re.S)),
)
_SUBJECT = re.compile(rf"(?:The |A |An )?({_NAME})")


@lru_cache(30000)
def sort_of(written: str, me: str) -> tuple[Sort, str, str]:
    """(sort, who, body) of a memory's sentence, as `me` would take it."""
    for sort, pattern in _PATTERNS:
        if found := pattern.match(written):
            return sort, found["who"], found["body"]
    subject = _SUBJECT.match(written)
    if me and written.startswith(me):
        return ("intent" if written[len(me) :].startswith(" plans to ") else "mine"), me, written
    if written.startswith(("I ", "I'm ", "My ")):
        return "mine", me, written
    return "other", subject[1] if subject else "", written


def notes(fields: Fields, key: str = "memories") -> list[Note]:
    """The memories of a field, as they were shown; with 'memories' come those of live matters."""
    me = text(fields, "name")
    found = []
    shown = [*records(fields, key), *records(fields, "live")] if key == "memories" else records(fields, key)
    for place, record in enumerate(shown, 1):
        written = text(record, "text")
        if written:
            sort, who, body = sort_of(written, me)
            found.append(Note(number(record, "n", place), moment(text(record, "when")), written, sort, who, body))
    return found
