"""A thing in an unusual state: how much it calls for doing something, for one person, now, and what one does."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from townlet.offline.fields import Fields, records, text
from townlet.offline.forms import inflect, verb_form
from townlet.offline.matters.context import Context
from townlet.offline.reader.people import plain
from townlet.offline.states import SightedThing, classify
from townlet.offline.trades import trade_in
from townlet.offline.words import WORDS, pattern
from townlet.world.register import first_name

LEAST_URGENCY = 2.5
LEFT_TO_OTHERS = 3.0
"""How much less it presses to mend, fill or clean what stands where others live or work."""
OWN, SKILLED, CURIOUS, BY_CHANCE = 1.5, 2.0, 1.5, 2.0
"""How much more it presses if it is one's own, by trade, by one's nature, and as chance has it."""
SEEN_TO, ASLEEP = 6.0, 4.0
"""How much less it presses once it has been seen to, and while one sleeps."""
AT_IT = dt.timedelta(minutes=30)
"""For how long after somebody was seen at a thing one takes them to be at it."""
_SAME_IN_PAST = ("put", "shut", "set", "let", "cut", "read")


def thing(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `react` to a thing: to see to it, or to go on."""
    found = Thing(fields, seed)
    sight, words = found.sight, WORDS.tables["things"]
    if found.kind == "none":
        return _go_on(words["usual"], found)
    if found.kind != "alarm" and found.seen_to_by:
        return _go_on(words["others"], found)
    if found.urgency < LEAST_URGENCY:
        return _go_on(words["later"], found)
    does = sight.of.do[int(found.known.draw(found.observation, "do") * len(sight.of.do))]
    why = sight.of.why[int(found.known.draw(found.observation) * len(sight.of.why))]
    if found.kind == "errand" and pattern(words["larder"]).search(sight.thing):
        does = words["groceries"]
    infinitive = replace(sight, thing=found.bare).fill(does)
    if found.kind == "errand" and (shop := found.shop):
        infinitive += f" at {shop}"
    return {
        "choice": "act",
        "activity": gerund(infinitive),
        "reason": sight.fill(why).replace(" is ", f" {sight.verb} ", 1),
        "minutes": sight.of.minutes,
        "emoji": sight.of.emoji,
        "object_state": sight.of.after,
        "elsewhere": found.kind == "errand",
    }


def _go_on(reason: str, found: Thing) -> dict[str, object]:
    sight = found.sight
    said = reason.format(who=found.seen_to_by, the=sight.thing, verb=sight.verb, state=sight.state)
    return {"choice": "go on", "reason": said}


class Thing:
    """A thing as one sees it, with what one knows of it."""

    def __init__(self, fields: Fields, seed: int) -> None:
        self.fields = fields
        self.observation = text(fields, "observation")
        self.known = Context(fields, seed)
        self.sight: SightedThing = classify(self.observation)
        self.kind = self.sight.of.sort

    @cached_property
    def bare(self) -> str:
        """The thing without where it is: that goes without saying for whoever stands before it."""
        return re.split(r" (?:in|at) (?=the |[^\W\d_a-z])", self.sight.thing)[0]

    @cached_property
    def head(self) -> str:
        return re.escape(self.bare.split()[-1].lower()) if self.bare.split() else "thing"

    @cached_property
    def own(self) -> bool:
        """Whether it bears one's name, or one is at it."""
        first = first_name(self.known.me)
        named = first and re.search(rf"(?<!\w){re.escape(first)}(?: \w+)*?['’]s\b", self.sight.thing)
        return bool(named) or self.sight.thing.split()[-1].lower() in self.known.doing.lower()

    @cached_property
    def others_place(self) -> bool:
        """Whether it stands where others live or work, so that they may be left to see to it."""
        sector = _sector(self.known.place)
        plan = [_sector(text(record, "place")) for record in records(self.fields, "plan")]
        family = self.known.me.rpartition(" ")[2]
        named = bool(family) and (family in self.sight.thing or family in sector)
        return bool(sector and plan) and not named and sector != plan[-1] and sector not in self.known.summary

    @cached_property
    def seen_to_by(self) -> str:
        """Who is remembered to be at it already; '' if nobody is."""
        at_it = pattern(WORDS.tables["things"]["at_it"].replace("{thing}", self.head))
        for fact in self.known.facts:
            lately = self.known.now - fact.at <= AT_IT
            if fact.kind == "doing" and fact.who != self.known.me and lately and at_it.match(fact.about.lower()):
                return fact.who
        return ""

    @cached_property
    def was_seen_to(self) -> bool:
        done = pattern(WORDS.tables["things"]["seen_to"].replace("{thing}", self.head))
        return any(done.search(plain(each).lower()) for each in self._shown())

    def _shown(self) -> Iterator[str]:
        yield from (fact.text for fact in self.known.facts)
        yield from (line.text for line in self.known.past_lines)

    @cached_property
    def urgency(self) -> float:
        """How much it calls for doing something."""
        of, known, words = self.sight.of, self.known, WORDS.tables["things"]
        found = of.urgency + OWN * self.own
        if self.kind == "curiosity":
            nature = known.summary.partition(".")[0]
            found += CURIOUS * bool(pattern(words["curious"]).search(nature))
            found += BY_CHANCE * known.draw(self.observation, "curious")
        if self.kind in ("repair", "errand", "chore") and not self.own and self.others_place:
            found -= LEFT_TO_OTHERS
        if self.kind == "repair":
            trades = (trade_in(fact.about) for fact in known.mine("trade"))
            found += SKILLED * any(trade and trade.kind in words["menders"] for trade in trades)
        if self.kind != "alarm":
            found -= ASLEEP * bool(pattern(WORDS.tables["doings"]["asleep"]).search(known.doing))
        return found - SEEN_TO * self.was_seen_to

    @cached_property
    def shop(self) -> str:
        """A shop that the plan or a memory names; '' if none."""
        places = [_sector(text(record, "place")) for record in records(self.fields, "plan")]
        remembered = [re.sub(r"^(?:at|in|on) ", "", fact.place) for fact in self.known.facts]
        named = (each for each in (*remembered, *places) if pattern(WORDS.tables["things"]["shop"]).search(each))
        return plain(next(named, ""))


def _sector(place: str) -> str:
    return place.partition(":")[0].strip()


def gerund(infinitive: str) -> str:
    """'fetch a cloth and see to the sink' -> 'fetching a cloth and seeing to the sink'."""
    words = infinitive.split(" ")
    for k, word in enumerate(words):
        if k == 0 or words[k - 1] == "and":
            form = verb_form(word) if word.isalpha() else None
            if (form and form[1] == "VB") or word in _SAME_IN_PAST:
                words[k] = inflect(word, "VBG")
    return " ".join(words)
