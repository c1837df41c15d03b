"""Propositions: what a sentence says, with its people as slots, so that anyone can say it to anyone.

'Ann Bo is mending her net' is said by Ann as 'I'm mending my net' and to Ann as 'you're mending your net'.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from townlet.offline.forms import verb_lemma
from townlet.offline.lexicon import LEX
from townlet.offline.times import When


@dataclass(frozen=True)
class Ref:
    """A person in a sentence. `role`: s(ubject), o(bject), p(ossessive), r(eflexive); `pron`: he, she, they or ''."""

    who: str
    role: str
    pron: str = ""


@dataclass(frozen=True)
class Verb:
    """A finite verb that agrees with a person ('*' for several)."""

    lemma: str
    tense: str
    who: str


Token: TypeAlias = str | Ref | Verb


@dataclass(frozen=True)
class Prop:
    """One thing said or remembered."""

    toks: tuple[Token, ...]
    subj: str
    """A person's full name, or a noun phrase."""
    person: bool
    kind: str
    """event, plan, agenda, wish, need, fact, relation, opinion, doing, done, state, thought, promise, refusal,
    trade or talk."""
    when: When = field(default_factory=When)
    event: str = ""
    """A bare noun phrase: 'honey supper'."""
    place: str = ""
    """With its preposition: 'at Mill Hall'."""
    sources: tuple[str, ...] = ()
    """Who told it, nearest first; empty for what one knows oneself."""
    secret: bool = False
    valence: int = 0
    idx: int = -1
    """Which of the shown sentences it came from."""
    text: str = ""
    at: dt.datetime | None = None
    """When it was remembered."""
    told: str = ""
    """To whom I have said it."""
    words: frozenset[str] = frozenset()
    people: frozenset[str] = frozenset()
    invited: bool = False


STOP = frozenset(LEX["words"]["stop"])
"""Words that carry no matter."""
_WORD = re.compile(r"[A-Za-z][\w'’]*[\w]")


@lru_cache(20_000)
def content(text: str) -> frozenset[str]:
    """The words of a text that carry matter, as lemmas."""
    words = (w.lower().strip("'") for w in _WORD.findall(text))
    return frozenset(verb_lemma(w) or w.rstrip("s") for w in words if w not in STOP and len(w) > 2)


def same_event(a: str, b: str) -> bool:
    """Whether two noun phrases name one event: 'the supper' and 'the honey supper' do."""
    return bool(a and b) and (f" {a}".endswith(f" {b}") or f" {b}".endswith(f" {a}"))


def similar(a: Prop, b: Prop) -> float:
    """How far two propositions tell the same, from 0 to 1; two about the same event tell the same."""
    if same_event(a.event, b.event):
        return 1.0
    least = min(len(a.words), len(b.words))
    if least < 2:
        return float(bool(a.words) and a.words == b.words and a.subj == b.subj)
    return len(a.words & b.words) / least
