"""The one context of every answer: who one is, whom one faces, when and where, and what one remembers."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

from townlet.offline.fields import Fields, records, text, texts
from townlet.offline.reader.facts import Fact, Reader, RememberedLine, sentences
from townlet.offline.reader.people import People, persons, slot
from townlet.offline.reader.phrases import spoken
from townlet.offline.times import read_now
from townlet.offline.words import WORDS, cached, words
from townlet.town.prose import KIN
from townlet.world.register import first_name

_KIN = re.compile(
    rf"⟦([^⟧]+)⟧ (?:is|as) (?:the |an? )?(?:(?!former\b|late\b|ex\b)[a-z]+ )?({KIN}) of"
    r" (⟦[^⟧]+⟧(?:(?:,| and) ⟦[^⟧]+⟧)*)"
)
_PARTS_OF_KIN = re.compile(r"(half-|step-?|)(.+?)(-in-law|)")
_LIVED = frozenset(("thing", "thought", "plans", "promise", "told", "talked", "asked", "helped"))
"""Kinds of facts that come from what happens: at midnight, when a town begins, nothing happens."""
_AT = re.compile(r" (?:at|in|on) (?=[^\W\d_a-z])")
"""What tells where somebody was seen at something: 'slicing bread at Mill Cafe'."""
SHOWN = ("memories", "live", "promised", "last_talk")
"""The fields of prompts that hold memories."""


def draw(*keys: object) -> float:
    """Return a number in [0, 1) that depends on the keys alone."""
    written = "|".join(map(str, keys))
    return int.from_bytes(hashlib.blake2b(written.encode("utf-8", "replace"), digest_size=6).digest(), "big") / 2**48


def is_trifle(doing: str) -> bool:
    """Return whether what somebody is doing is something with which anybody fills an hour: 'sorting out a drawer'."""
    return any(doing.startswith(each) for each in _pastimes())


@cached()
def _acts() -> frozenset[str]:
    """What anybody may be seen at in the moment in which a town begins: the acts of trades and routines."""
    kinds = (*words().rows("routines", "routine"), *(row for row in words().tables["trades"].values() if "acts" in row))
    acts = (act.partition("|")[0].strip() for row in kinds for act in row["acts"])
    return frozenset(act for act in acts if "{" not in act)


@cached()
def _pastimes() -> frozenset[str]:
    rows = (row for kind in ("pastime", "outing") for row in words().rows("pastimes", kind))
    return frozenset(activity for row in rows for activity in row["do"])


class Context:
    """What a prompt shows of one person. Nothing else is known."""

    def __init__(self, fields: Fields, seed: int, also: Iterable[str] = ()) -> None:
        self.fields, self.seed = fields, seed
        self.me = text(fields, "name")
        self.you = text(fields, "other") or text(fields, "asker")
        self.now = read_now(text(fields, "now"))
        self.place = text(fields, "place")
        self.doing, self.your_doing = text(fields, "doing"), text(fields, "other_doing")
        self.summary = text(fields, "summary")
        self.near = texts(fields, "overhearing")
        pronouns = {text(each, "name"): text(each, "pronoun") for each in records(fields, "pronouns")}
        speakers = [text(each, "speaker") for each in records(fields, "lines")]
        self.people = People(pronouns, [self.me, self.you, *speakers, *also])
        self.reader = Reader(self.me, self.people)

    @cached_property
    def _memories(self) -> list[tuple[dt.datetime, str, int]]:
        """When and what, oldest first, each text once, with its place among those shown."""
        shown = [each for key in SHOWN for each in records(self.fields, key)]
        found = {text(each, "text"): (read_now(text(each, "when")), place) for place, each in enumerate(shown)}
        return sorted(((at, written, place) for written, (at, place) in found.items()), key=lambda each: each[0])

    @cached_property
    def past_lines(self) -> list[RememberedLine]:
        """Lines that are remembered, oldest first."""
        lines = (self.reader.line(written, at, number) for at, written, number in self._memories)
        return [line for line in lines if line]

    @cached_property
    def lines(self) -> list[RememberedLine]:
        """The lines of this talk so far."""
        said = [(text(each, "speaker"), text(each, "line")) for each in records(self.fields, "lines")]
        return [
            RememberedLine(who, self.you if who == self.me else self.me, line, self.now, now=True) for who, line in said
        ]

    @cached_property
    def facts(self) -> list[Fact]:
        """What the memories say that quote nobody, oldest first."""
        first = self._memories[0][0] if self._memories else self.now
        found = [*self._of_summary]
        told = {fact.text for fact in found if fact.when.date is None}
        for at, written, number in self._memories:
            if self.reader.line(written, at):
                continue
            for fact in self.reader.facts(written, at, own=at == first, number=number):
                own = at == first and self._known_before(fact)
                if not (own and fact.text in told):
                    found.append(replace(fact, own=own))
        # 'On Tuesday' in the description means the Tuesday of the memory that says the same, not the next one.
        dated = {fact.text for fact in found if fact.number >= 0}
        return [fact for fact in found if fact.number >= 0 or fact.when.date is None or fact.text not in dated]

    def _known_before(self, fact: Fact) -> bool:
        """Whether a fact of the first moment that is remembered was known before it, and not lived in it."""
        lived = fact.kind in _LIVED or (fact.kind == "doing" and fact.who != self.me)
        if fact.kind == "doing" and (is_trifle(fact.about) or _AT.split(fact.about)[0] in _acts()):
            return False
        return not lived or fact.at.time() == dt.time()

    @cached_property
    def _of_summary(self) -> list[Fact]:
        """What the description of oneself says: it is in every prompt."""
        _, _, rest = self.summary.partition(". ")
        today = self.now.replace(hour=0, minute=0)
        return [fact for each in sentences(rest) for fact in self.reader.facts(each, today, own=True)]

    def mine(self, *kinds: str, who: str = "") -> list[Fact]:
        """Return facts of these kinds about oneself, or about somebody else."""
        return [fact for fact in self.facts if fact.kind in kinds and fact.who == (who or self.me)]

    def draw(self, *keys: object) -> float:
        """Return a number in [0, 1) for this person and these keys."""
        return draw(self.seed, self.me, *keys)

    # Who is who.

    def kin(self, a: str, b: str) -> str:
        """Return what `b` is to `a`: 'spouse', 'father', 'daughter', ...; '' if nothing of the kind is known."""
        return self._kinship.get((a, b), "")

    @cached_property
    def _kinship(self) -> dict[tuple[str, str], str]:
        found: dict[tuple[str, str], str] = {}
        for fact in self.facts:
            if fact.kind == "married" and len(fact.people) > 1:
                found[fact.people[0], fact.people[1]] = found[fact.people[1], fact.people[0]] = "spouse"
            for who, kin, others in _KIN.findall(fact.text):
                for other in persons(others):
                    relation = "spouse" if kin in ("wife", "husband") else kin
                    found[other, who] = relation
                    found[who, other] = "spouse" if relation == "spouse" else self._converse_of(kin, other)
        return {**self._in_law(found), **found}

    def _converse_of(self, kin: str, who: str) -> str:
        """Return what `who` is to somebody who is the `kin` of them."""
        half, plain_kin, in_law = _PARTS_OF_KIN.fullmatch(kin).groups()  # type: ignore[union-attr]  # It fits any word.
        he, she = WORDS.tables["kin"]["converse"].get(plain_kin, ("", ""))
        converse = str(he if self.people.pronouns.get(who) == "he" else she)
        return f"{half}{converse}{in_law}" if converse else "relative"

    def _in_law(self, found: dict[tuple[str, str], str]) -> dict[tuple[str, str], str]:
        """The children of one's spouse are one's children."""
        more = {}
        for (a, b), kin in found.items():
            if kin != "spouse":
                continue
            for (parent, child), relation in found.items():
                if parent == b and relation in ("son", "daughter") and child != a:
                    more[a, child] = relation
                    more[child, a] = "father" if self.people.pronouns.get(a) == "he" else "mother"
        return more

    @cached_property
    def household(self) -> bool:
        """Whether one lives with the other."""
        if text(self.fields, "household") or self.kin(self.me, self.you) == "spouse":
            return True
        return any(fact.kind == "home" and {self.me, self.you} <= set(fact.people) for fact in self.facts)

    @cached_property
    def bond(self) -> str:
        """What the other is to one: household, kin, friend, acquaintance, stranger or rival."""
        both = (fact for fact in self.facts if fact.own and {self.me, self.you} <= set(fact.people))
        # Who only knows of somebody has not met them.
        between = {fact.kind for fact in both if "⟧ knows of ⟦" not in fact.text}
        if "quarrel" in between:
            return "rival"
        if self.kin(self.me, self.you):
            return "kin"
        if between & {"friend", "love"} or self.household:
            return "friend"
        told = text(self.fields, "colleagues") or text(self.fields, "neighbours")
        if between - {"habit"} or self.past_talks or self._together or told:
            return "acquaintance"
        return "stranger"

    @property
    def _together(self) -> bool:
        """Whether one has the habit of doing something with, for or from the other; to see them is none."""
        habits = (fact for fact in self.facts if fact.own and fact.kind == "habit" and self.me in fact.people)
        return any(
            re.search(rf"\b(?:and|with|from|to|for) (?:⟦[^⟧]+⟧,? (?:and )?)*{re.escape(slot(self.you))}(?!')", f.text)
            for f in habits
        )

    @cached_property
    def past_talks(self) -> list[RememberedLine]:
        """Lines between the two from before this talk."""
        pair = {self.me, self.you}
        return [line for line in self.past_lines if {line.speaker, line.hearer} == pair]

    @cached_property
    def met_today(self) -> bool:
        """Whether the two have talked today already."""
        today = self.now.date()
        return bool(text(self.fields, "met_today")) or any(line.at.date() == today for line in self.past_talks)

    @cached_property
    def manners(self) -> frozenset[str]:
        """The manners of speech that a description suggests: warm, lively, gruff, shy, formal, dry."""
        low = self.summary.lower().partition("is ")[2].partition(".")[0]
        tags = words().tables["manners"]
        return frozenset(tag for tag, stems in tags.items() if re.search(rf"\b(?:{'|'.join(stems)})", low))

    # Saying.

    def call(self, who: str) -> str:
        """Return how one speaks of somebody to the other: 'Dad', 'your father', 'my wife Ann', 'Ann'."""
        words = WORDS.tables["kin"]
        mine, yours = (self._called_kin(each, who) for each in (self.me, self.you))
        if mine in words["address"] and (mine == yours or self.kin(self.me, self.you)):
            return str(words["address"][mine]) if mine == yours or not yours else f"your {yours}"
        if yours and (not mine or yours in words["address"]):
            return f"your {yours}"
        if mine in words["address"]:
            return f"my {mine}"
        if mine and self.bond == "stranger":
            return f"my {mine} {self._short(who)}"
        return self._short(who)

    def _short(self, who: str) -> str:
        """Return somebody's first name; the full name where the first is all of another's."""
        first = first_name(who)
        return who if first in self.people.pronouns else first

    def _called_kin(self, of: str, who: str) -> str:
        kin = self.kin(of, who)
        if kin == "spouse":
            return {"he": "husband", "she": "wife"}.get(self.people.pronouns.get(who, ""), "partner")
        return kin

    def say(self, slotted: str, known: Iterable[str] = ()) -> str:
        """Return a slotted text as one says it to the other. Pronouns stand at once for those in `known`."""
        return spoken(slotted, self.me, self.you, self.people, self.call, known)
