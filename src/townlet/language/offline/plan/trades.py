"""Kinds of occupation: which one a person has, and what its hours hold."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from townlet.language.offline.lexicon import LEX
from townlet.language.offline.notes import Note

Hours = tuple[int, int]


@dataclass(frozen=True)
class Act:
    """Something done for some minutes: a gerund phrase, what it is done at, and what that does to the thing."""

    activity: str
    objects: tuple[str, ...] = ()
    """Words for things that serve, best first."""
    state: str = ""
    emoji: str = ""


@dataclass(frozen=True)
class Trade:
    """A kind of occupation."""

    kind: str
    hours: Hours
    """Usual start and end of its working day, in minutes after midnight."""
    acts: tuple[Act, ...]
    weekends: bool


def act_of(row: str) -> Act:
    """An act from its lexicon row, 'gerund | thing/other thing | its state | emoji'."""
    activity, objects, state, emoji = (*(part.strip() for part in row.split("|")), "", "", "")[:4]
    return Act(activity, tuple(word for word in objects.split("/") if word), state, emoji)


_TRADES = tuple(
    (re.compile("|".join(rf"\b(?:{stem})" for stem in row["stems"]), re.I),
     Trade(kind, (row["hours"][0], row["hours"][1]), tuple(act_of(act) for act in row["acts"]),
           bool(row.get("weekends", False))))
    for kind, row in LEX["trades"].items()
)  # fmt: skip
_IDLE = Trade("none", (600, 960), (), True)
_OCCUPATION = re.compile(
    r"\b(?:is|works as|work as|working as) (?:(?:also|currently|now|still) )?"
    r"(?:an? |the )?((?:[\w'’-]+ ){0,5}?[\w'’-]+)(?= at\b| in\b| of\b| who\b| and\b| for\b| with\b|[.,;:]|$)"
)
_ROLE_OF = re.compile(r"\b(?:owns|runs|keeps|manages) (?:the |a |an )?((?:[\w'’-]+ ?){1,6})")
_HOUSEHOLD = re.compile(r"\b(?:keeps|looks after|runs) (?:the |her |his |their )?(?:family's )?(?:house|household|home)\b")


@lru_cache(4096)
def trade_in(phrase: str) -> Trade | None:
    """The trade that a phrase such as 'retired postman' names, by where its last word of a trade stands.

    'retired' wins over what one was, and 'student' over what one studies.
    """
    for strong in ("retired", "student"):
        if re.search(rf"\b{strong}\b", phrase, re.I):
            return _named(strong)
    found = [(match.end(), -order, trade) for order, (stems, trade) in enumerate(_TRADES)
             for match in stems.finditer(phrase)]  # fmt: skip
    return max(found, key=lambda one: one[:2])[2] if found else None


def _named(word: str) -> Trade | None:
    return next((trade for stems, trade in _TRADES if stems.search(word)), None)


@lru_cache(2048)
def trade_of(name: str, summary: str, seeds: tuple[str, ...] = ()) -> Trade:
    """The trade that a person's summary (or else their memories) tells of; one without acts if none does."""
    about = [part for part in re.split(r"(?<=[.!?])\s+|;\s*", summary) if part]
    for part in (*about, *(seed for seed in seeds if seed.startswith(name))):
        if _HOUSEHOLD.search(part):
            return _named("homemaker") or _IDLE
        for pattern in (_OCCUPATION, _ROLE_OF):
            for match in pattern.finditer(part):
                if trade := trade_in(match[1]):
                    return trade
    return _IDLE


def seeds_of(shown: list[Note]) -> tuple[str, ...]:
    """What the memories shown say about oneself."""
    return tuple(note.text for note in shown if note.sort == "mine")
