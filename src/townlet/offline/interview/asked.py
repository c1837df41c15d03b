"""A question as the one asked understands it, and what they may tell of what they know."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from townlet.cognition.asked_time import AskedTime, time_asked
from townlet.language.prompt import Field
from townlet.offline.english import expand, listing, lower_first
from townlet.offline.fields import Fields, records, text
from townlet.offline.matters.matter import Matter
from townlet.offline.moves.talk import TalkContext
from townlet.offline.reader.facts import Fact, content, in_confidence
from townlet.offline.reader.people import persons, slot
from townlet.offline.reader.phrases import bound, from_speech
from townlet.offline.times import read_when, say_when
from townlet.offline.words import WORDS
from townlet.world.register import first_name

TABLE = WORDS.tables["questions"]
SAME = 0.6
"""A fact with this share of its words in another says the same."""
STRANGER = "⁂"
"""The name of an asker whose name is not known: one that stands in no text."""


@dataclass(frozen=True)
class Question:
    """One question, or one part of a compound question."""

    raw: str
    """As it was asked, without contractions."""
    said: str
    """As it was asked, in small letters."""
    text: str
    """The same with people as slots, whether by name, by kin word or by a pronoun that can only mean them."""
    people: tuple[str, ...]
    """Who is asked about, besides the two who talk."""
    words: frozenset[str]
    """The words that carry matter; where there are none, those of what was said before."""
    when: AskedTime
    bare: bool = False
    """Whether it has no matter of its own: 'Why?', 'Since when?'."""

    def asks(self, name: str) -> bool:
        """Return whether a pattern of the table is found in it."""
        return re.search(TABLE[name], self.raw, re.I) is not None


class Asked(TalkContext):
    """Somebody who is asked questions. Nothing that they may not tell is among what is open here."""

    def __init__(self, fields: Fields, seed: int) -> None:
        super().__init__(_with_stranger(fields), seed)
        self.before = [line.text for line in self.lines]
        """What was asked and answered before, oldest first."""

    def call(self, who: str) -> str:
        """Return how one speaks of somebody: to strangers by the full name."""
        called = super().call(who)
        return who if called == first_name(who) and self.bond == "stranger" else called

    @cached_property
    def open(self) -> list[Fact]:
        """What one may tell, oldest first: no secret, and no thought about whom a secret is about."""
        hidden = {name for fact in self.known if fact.secret for name in fact.people if name != self.me}
        kept = (fact for fact in (*self.known, *self._remarks) if not fact.secret and fact.kind != "plans")
        return [
            fact
            for fact in kept
            if not (fact.kind == "thought" and hidden & {*fact.people})
            and not (fact.source and fact.kind == "thing" and not re.match(TABLE["subject"], fact.text))
        ]

    @cached_property
    def _remarks(self) -> list[Fact]:
        """What others said in words that a move reads as no more than a remark."""
        heard = (a for a in self.acts if a.line.speaker != self.me and not in_confidence(a.line.text, a.read.text))
        remarks = (a for a in heard if a.move and not a.move.tells and not a.move.role)
        told = (self.reader.told(a.read.text, a.line.speaker, a.line.hearer, a.line.at, a.line.number) for a in remarks)
        return [fact for fact in told if fact and len(fact.words) > 1 and ". " not in fact.text]

    def confided(self, words: frozenset[str]) -> bool:
        """Return whether what is asked about was told in confidence."""
        secrets = (fact.words for fact in self.known if fact.secret and fact.source)
        return any(len(each & words) >= max(1, min(2, len(words))) for each in secrets)

    def of(self, who: str, *kinds: str) -> list[Fact]:
        """Return what one may tell of somebody, of these kinds: what they said themselves first, the newest first."""
        found = [fact for fact in reversed(self.open) if fact.who == who and (fact.kind in kinds or not kinds)]
        return sorted(found, key=lambda fact: fact.source not in ("", who))

    def best(self, matters: Iterable[Matter], words: frozenset[str]) -> Matter | None:
        """Return the matter that shares most words with a question; None if none shares any."""
        best = max(matters, key=lambda matter: len(matter.words & words), default=None)
        return best if best and best.words & words else None

    def met(self) -> list[str]:
        """Return everybody whom one remembers talking with, the last one first."""
        lines = ({line.speaker, line.hearer} for line in reversed(self.past_lines))
        memos = ({*fact.people} for fact in reversed(self.open) if fact.kind in ("talked", "promise", "attend"))
        pairs = [people - {self.me} for people in (*lines, *memos) if self.me in people]
        return [*dict.fromkeys(name for people in pairs for name in people)]

    def relatives(self, word: str) -> list[str]:
        """Return who is one's 'wife', 'children', 'mum'."""
        row = TABLE["kin"].get(word)
        kinds, pronoun = (row[0].split(), row[1]) if row else ([word], "")
        fits = (name for name in self.people.pronouns if self.kin(self.me, name) in kinds)
        return [name for name in fits if not pronoun or self.people.forms(name)[0] in (pronoun, "they")]

    # Saying.

    def names(self, people: Iterable[str], most: int = 4) -> str:
        """Return people as a list: 'Ann Bo and my husband Cy'; '' if there are none."""
        return listing([self.call(who) for who in dict.fromkeys(people)][:most])

    def phrase(self, slotted: str, known: Iterable[str] = ()) -> str:
        """Return a slotted phrase or clause in one's own words, fit for the middle of a sentence."""
        slotted = re.sub(rf"(?:⟦[^⟧]+⟧(?:, | and ))+{slot(self.me)}'s\b", "our", slotted)
        return lower_first(self.say(slotted, known)).rstrip(" .")

    def own_words(self, activity: str) -> str:
        """Return an activity of one's own as one says it."""
        own = re.sub(r"\b(?:his|her|their)\b", f"{slot(self.me)}'s", self.people.masked(activity))
        return re.sub(r" (?:by|on|at|for|to|in|with|of|from)$", "", self.phrase(own))

    def clause(self, fact: Fact, known: Iterable[str] = (), source: bool = True) -> str:
        """Return what a fact says, with its time, its reason and who told it: 'Gus tells me that he is leaving'."""
        gone = fact.end is not None and fact.end <= self.now
        said = re.sub(r"(?<=⟧) is\b", " was", fact.text, count=1) if gone else fact.text
        said = re.sub(r"(?<=⟧) plans\b", " planned", said, count=1) if gone else said
        said = f"{said} {say_when(fact.when, self.now)}".strip()
        said += f", {TABLE['because']} {fact.why}" if fact.why else ""
        if source and fact.source not in ("", self.me):
            said = said[:1].lower() + said[1:] if re.match(TABLE["subject"], said) else said
            said = TABLE["hearsay"].format(who=slot(fact.source), me=slot(self.me), said=said)
        return self.phrase(said, known)

    def told(self, facts: Iterable[Fact], known: Sequence[str] = (), most: int = 2) -> list[str]:
        """Return clauses of the first few facts that do not say the same."""
        chosen: list[Fact] = []
        for fact in facts:
            same = any(fact.words and len(fact.words & other.words) >= SAME * len(fact.words) for other in chosen)
            if not same and len(chosen) < most:
                chosen.append(fact)
        before = ["", *(fact.source or fact.who for fact in chosen)]
        return [self.clause(fact, [*known, name]) for fact, name in zip(chosen, before, strict=False)]

    # Understanding.

    def question(self, said: str) -> Question:
        """Return a question as it is understood after what was said before."""
        raw = re.sub(r"\b(what|where|when|how|why)'s\b", r"\1 is", expand(" ".join(said.split())), flags=re.I)
        raw = re.sub(rf"^{re.escape(first_name(self.me))}, ", "", raw)
        whole = self.people.masked(self._kin_named(raw))
        named = [name for name in persons(whole) if name not in (self.me, self.you)]
        for pronoun in ("he", "she"):
            meant = next((name for name in self._spoken_of() if self.people.forms(name)[0] == pronoun), "")
            if meant and not any(self.people.forms(name)[0] == pronoun for name in named):
                whole = bound(whole, meant, self.people, others_too=True)
        people = tuple(name for name in persons(whole) if name not in (self.me, self.you))
        if not people and re.search(TABLE["pronouns"], raw, re.I):
            people = tuple(dict.fromkeys(self._spoken_of()))[:1]
        slotted = read_when(from_speech(whole, self.you, self.me, self.people), self.now.date())[0]
        words = content(slotted) - frozenset(TABLE["dull"])
        bare = not words and not people
        if bare and self.before:
            words = content(" ".join(self.before[-2:])) - frozenset(TABLE["dull"])
            people = tuple(dict.fromkeys(self._spoken_of()))
        return Question(
            raw, said.lower().replace("’", "'").strip(), whole, people, words, time_asked(raw, self.now), bare
        )

    def _spoken_of(self) -> Iterator[str]:
        """Everybody named before, the last one first."""
        for line in reversed(self.before):
            yield from (name for name in reversed(persons(self.people.masked(line))) if name not in (self.me, self.you))

    def _kin_named(self, raw: str) -> str:
        """Put names for 'your husband' and the like, where one has one such relative."""

        def name(found: re.Match[str]) -> str:
            kin = self.relatives(found[1].lower())
            return slot(kin[0]) if len(kin) == 1 else found[0]

        return re.sub(rf"\byour ({'|'.join(TABLE['kin'])})\b", name, raw, flags=re.I)


def _with_stranger(fields: Fields) -> Fields:
    """Return the fields with a name for an asker of whom one knows none: 'a reporter' is nobody's name."""
    asker = text(fields, "asker")
    if not asker or asker in (text(each, "name") for each in records(fields, "pronouns")):
        return fields
    lines: list[Field] = [
        {**each, "speaker": STRANGER if text(each, "speaker") == asker else text(each, "speaker")}
        for each in records(fields, "lines")
    ]
    return {**fields, "asker": STRANGER, "lines": lines}
