"""Traces: everything that memories tell of, one by one: facts, and what somebody did about a matter."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from townlet.offline.forms import verb_form, verb_lemma
from townlet.offline.matters.matter import Matter
from townlet.offline.moves import lookup
from townlet.offline.moves.talk import TalkContext
from townlet.offline.reader.facts import Fact
from townlet.offline.reader.people import persons, slot
from townlet.offline.reader.phrases import gerund, helped_with
from townlet.offline.words import WORDS

NEW = dt.timedelta(hours=30)
"""What is remembered for longer is not new."""


@dataclass(frozen=True)
class Trace:
    """One thing that a memory tells."""

    kind: str
    """The kind of a fact (pursuit, did and seen for what somebody does), 'matter.deed', or thought and thought.TONE."""
    by: str
    """Whom it is about, or who did it."""
    to: str
    """The other whom it concerns; '' for nobody."""
    source: str
    """Who told it; '' if it is known at first hand."""
    at: dt.datetime
    number: int
    """The number under which the memory was shown."""
    fact: Fact
    matter: Matter | None = None
    parts: Mapping[str, str] = field(default_factory=dict)
    """Slotted phrases that frames can use."""

    @property
    def people(self) -> frozenset[str]:
        return frozenset((self.by, self.to, self.source, *self.fact.people)) - {""}

    @cached_property
    def words(self) -> frozenset[str]:
        return self.matter.words if self.matter else self.fact.words


PARTS = frozenset(
    ("it", "whole", "why", "do", "ing", "need", "help", "ev", "thing", "doing", "work", "place", "trade", "names")
)
"""The phrases that a trace can have; names lists all whose deed it is."""


class Traces:
    """The traces of what a prompt shows, newest first, by kind."""

    def __init__(self, talk: TalkContext, tones: Mapping[int, str]) -> None:
        self.talk, self._tones = talk, tones
        found = [*self._facts(), *self._deeds()]
        each = {(t.kind, t.by, t.to, t.source, t.fact.text, t.number): t for t in found}
        self.all = sorted(each.values(), key=lambda t: (t.at, t.number), reverse=True)
        self.by_kind: dict[str, list[Trace]] = {}
        for trace in self.all:
            self.by_kind.setdefault(trace.kind, []).append(trace)

    def _facts(self) -> Iterator[Trace]:
        talk = self.talk
        for fact in [*talk.facts, *(fact for fact in talk.heard if fact.source != talk.me)]:
            if fact.number < 0:
                continue
            by = talk.me if fact.kind == "thought" else fact.who
            to = next((name for name in persons(f"{fact.text} {fact.about}") if name != by), "")
            matter = next((m for m in talk.matters if m.fact is fact), None) or self._matter(fact)
            tone = self._tones.get(fact.number, "")
            for kind in filter(None, (self._kind(fact), tone and f"thought.{tone}")):
                yield Trace(kind, by, to, fact.source, fact.at, fact.number, fact, matter, _parts(fact, matter))

    def _matter(self, fact: Fact) -> Matter | None:
        kind = {"attend": "event", "doing": "pursuit"}.get(fact.kind, fact.kind)
        alike = (m for m in self.talk.matters if m.kind == kind and m.owner in (fact.who, "") and m.words & fact.words)
        return max(alike, key=lambda m: len(m.words & fact.words), default=None)

    def _kind(self, fact: Fact) -> str:
        """Return the kind of trace; '' for what nobody thinks about."""
        if fact.kind == "thing":
            return "" if fact.own else "state"
        if fact.kind != "doing":
            return fact.kind
        if fact.own or (fact.source and fact.source == fact.who):
            return "pursuit"
        dull = re.match(WORDS.tables["reflection"]["dull"], fact.about) is not None or len(fact.about.split()) < 2
        return "" if dull or fact.source else "did" if fact.who == self.talk.me else "seen"

    def _deeds(self) -> Iterator[Trace]:
        for matter in self.talk.matters:
            for deed in matter.deeds:
                if deed.number >= 0 and deed.does != "spoken":
                    kind, fact = f"{matter.kind}.{deed.does}", matter.fact
                    yield Trace(kind, deed.by, deed.to, "", deed.at, deed.number, fact, matter, _parts(fact, matter))

    def is_new(self, trace: Trace) -> bool:
        return trace.at > self.talk.now - NEW

    def is_over(self, trace: Trace) -> bool:
        """Return whether the day of what it tells is past."""
        if trace.matter is not None:
            return lookup.is_past(self.talk, trace.matter)
        return trace.fact.end is not None and trace.fact.end <= self.talk.now

    def is_ahead(self, trace: Trace) -> bool:
        """Return whether what it tells has a day and has not begun."""
        fact = (trace.matter or trace).fact
        start = trace.matter.start() if trace.matter is not None else fact.start
        begun = start is not None and start <= self.talk.now
        return fact.when.date is not None and not begun and not self.is_over(trace)


_HANGING = re.compile(r"(?:it|its|they|their|this|that)\b")
_OFFICE = re.compile(r"\w+ (?:in|of|for) the ")
_MANY = re.compile(r",| (?:and|that|who|which) ")
_SOMEBODY = re.compile(r"⟦[^⟧]+⟧(?:self)?")
_OWN_WORK = re.compile(
    r"\w+ing (?:on |up |out )?(?:an?|the|⟦[^⟧]+⟧'s) (?P<what>(?:(?! (?:who|that|which|whom|whose)\b).)+)"
)


def _parts(fact: Fact, matter: Matter | None) -> dict[str, str]:
    """Return the phrases by which frames can speak of a fact: none that hangs in the air."""
    made = matter.parts if matter else {}
    do = made.get("do", "") or (fact.about if fact.kind in ("wish", "plan", "promise", "can") else "")
    thing, purpose, why = made.get("thing", ""), made.get("purpose", ""), made.get("why", "") or fact.why
    if _is_gerund(thing):
        verb, _, rest = thing.partition(" ")
        do, thing = f"{verb_lemma(verb)} {rest}", ""
    ing = gerund(do) if do else ""
    it = made.get("it", "") or fact.about
    unsaid = it == do or _MANY.search(it) or _is_gerund(it) or _OFFICE.match(it) or _SOMEBODY.fullmatch(it)
    if fact.kind == "talked" and unsaid:
        it = ""
    doing = made.get("doing", "") or (fact.about if fact.kind == "doing" else "")
    work = _OWN_WORK.match(doing)
    found = {
        "it": it,
        "whole": fact.text,
        "why": "" if _HANGING.match(why) else why,
        "do": do,
        "ing": ing,
        "thing": thing,
        "need": (f"{thing} for {purpose}" if thing and purpose else thing)
        or (WORDS.tables["reflection"]["hand"].format(do=do) if do else ""),
        "help": f"{thing} for {purpose}" if thing and purpose else thing or helped_with(do),
        "ev": made.get("event", ""),
        "doing": doing,
        "work": _whose(fact.who, work["what"].rstrip(" ,")) if work and fact.who else "",
        "place": fact.place,
        "trade": fact.about if fact.kind == "trade" else "",
    }
    return {name: said for name, said in found.items() if said}


def _whose(who: str, work: str) -> str:
    """Return a piece of work by its owner, unless the owner is named in it: 'the show of her works'."""
    return f"the {work}" if slot(who) in work else f"{slot(who)}'s {work}"


def _is_gerund(phrase: str) -> bool:
    form = verb_form(phrase.split(" ")[0]) if phrase else None
    return form is not None and form[1] == "VBG"
