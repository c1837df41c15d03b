"""A question as the one asked understands it, and what they may tell of what they know."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache, cached_property

from townlet.cognition.asked_time import AskedTime, time_asked
from townlet.language.prompt import Field
from townlet.offline.english import expand, listing, lower_first
from townlet.offline.fields import Fields, records, text
from townlet.offline.forms import lemmas_of
from townlet.offline.matters.matter import Matter
from townlet.offline.moves.talk import TalkContext
from townlet.offline.reader.facts import SO_FAR, Fact, content, in_confidence
from townlet.offline.reader.people import persons, slot
from townlet.offline.reader.phrases import bound, from_speech, is_subject
from townlet.offline.times import read_when, say_when
from townlet.offline.words import WORDS
from townlet.world.register import first_name

TABLE = WORDS.tables["questions"]
SAME = 0.6
"""A fact with this share of its words in another says the same."""
KINDRED = 0.9
"""What a word of an answer counts that means nearly what the question names: 'repair' for 'mend'."""
LONGEST = 280
"""A sentence of one's own story is told whole up to so many letters."""
_ARTICLES = ("a", "an", "the")
STRANGER = "⁂"
"""The name of an asker whose name is not known: one that stands in no text."""


@cache
def _kindred() -> Mapping[str, frozenset[str]]:
    """Return for the words of questions those of answers that speak of the same, as lemmas."""
    found: dict[str, frozenset[str]] = {}
    for group in map(content, TABLE["synonyms"]):
        for word in group:
            found[word] = found.get(word, frozenset()) | group - {word}
    for word, others in TABLE["kindred"].items():
        (stem,) = content(word)
        found[stem] = found.get(stem, frozenset()) | content(others)
    return found


@cache
def _dull() -> frozenset[str]:
    """Return the words of questions that no answer needs to hold, as they stand and as lemmas."""
    return frozenset(TABLE["dull"]) | content(" ".join(TABLE["dull"]))


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

    @cached_property
    def _meant(self) -> tuple[frozenset[str], ...]:
        """For each word, the words of an answer that speak of the same."""
        return tuple(_kindred().get(word, frozenset()) for word in sorted(self.words))

    def shares(self, words: frozenset[str]) -> float:
        """Return how many words of the question an answer with these words speaks of; kindred words count for less."""
        kindred = sum(
            1
            for word, others in zip(sorted(self.words), self._meant, strict=True)
            if word not in words and others & words
        )
        return len(self.words & words) + KINDRED * kindred

    def asks(self, name: str) -> bool:
        """Return whether a pattern of the table is found in it."""
        return re.search(TABLE[name], self.raw, re.I) is not None


def worded(said: str) -> str:
    """Return a question without contractions, and in the words in which the rows know what it asks."""
    raw = re.sub(r"\b(what|where|when|how|why|who)'s\b", r"\1 is", expand(" ".join(said.split())), flags=re.I)
    for row in TABLE["wording"]:
        raw = re.sub(row["says"], row["as"], raw, flags=re.I)
    return raw[:1].upper() + raw[1:]


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
        kept = (f for f in (*self.known, *self._remarks) if not self.is_secret(f) and f.kind != "plans")
        return [
            fact
            for fact in kept
            if not (fact.kind == "thought" and hidden & {*fact.people})
            and not (fact.source and fact.kind == "thing" and not re.match(TABLE["subject"], fact.text))
        ]

    def is_secret(self, fact: Fact) -> bool:
        """Return whether a fact is to be kept, or stands in a sentence of one's own story of which a part is."""
        return fact.secret or (fact.own and fact.number in self._kept_back)

    @cached_property
    def _kept_back(self) -> frozenset[int]:
        own = {fact.number for fact in self.known if fact.own and not fact.source and fact.number >= 0}
        told = ((number, text) for _, text, number in self._memories if number in own)
        parts = {fact.number for fact in self.known if fact.number in own and fact.own and fact.secret}
        return frozenset(parts | {number for number, text in told if in_confidence(text)})

    @cached_property
    def story(self) -> Mapping[int, str]:
        """The sentences of one's own story that hold of any day, by their number among the memories shown."""
        own: dict[int, list[Fact]] = {}
        for fact in self.known:
            if fact.own and not fact.source and fact.number >= 0:
                own.setdefault(fact.number, []).append(fact)
        lasting = {
            number
            for number, facts in own.items()
            if all(fact.when.date is None or re.search(TABLE["weekly"], fact.text) for fact in facts)
        }
        return {number: text for _, text, number in self._memories if number in lasting}

    def tells_of(self, name: str) -> bool:
        """Return whether one's own story names somebody who does not live in the town."""
        told = (*self.story.values(), *(fact.text for fact in self.open if fact.own))
        return any(re.search(rf"\b{re.escape(name)}\b", text) for text in told)

    def words_of(self, fact: Fact) -> frozenset[str]:
        """Return the words of a fact: of the whole sentence, where it stands in one's own story."""
        whole = self.story.get(fact.number, "") if fact.own and not fact.source else ""
        return fact.words | content(self.people.masked(whole)) if whole else fact.words

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

    def keeps(self, question: Question) -> bool:
        """Return whether what is asked about is a secret of one's own."""
        # 'Are you looking for another job?' asks of oneself: one word is enough to feel found out.
        least = 1 if question.asks("of_oneself") and question.asks("whether") else max(1, min(2, len(question.words)))
        secrets = (fact for fact in self.known if not fact.source and self.is_secret(fact))
        return any(question.shares(self.words_of(fact)) >= least * KINDRED for fact in secrets)

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
        slotted = re.sub(rf"(?:⟦[^⟧]+⟧, )*⟦[^⟧]+⟧ and {slot(self.me)}'s\b", "our", slotted)
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
        said = re.sub(r"\bcannot come\b", "could not come", said) if gone else said
        said = re.sub(r"(?<=⟧) will (?=[a-z])", " was to ", said, count=1) if gone else said
        said = f"{said} {say_when(fact.when, self.now)}".strip()
        said += f", {TABLE['because']} {fact.why}" if fact.why else ""
        if source and fact.source not in ("", self.me):
            said = said[:1].lower() + said[1:] if re.match(TABLE["subject"], said) else said
            frame = TABLE["hearsay" if fact.hearer in ("", self.me) else "overheard"]
            said = frame.format(who=slot(fact.source), me=slot(self.me), hearer=slot(fact.hearer), said=said)
        return self.phrase(said, known)

    def told(self, facts: Iterable[Fact], known: Sequence[str] = (), most: int = 2) -> list[str]:
        """Return the first few facts that do not say the same: as sentences of one's own story, else as clauses."""
        chosen: list[Fact] = []
        for fact in facts:
            same = any(
                (fact.who == other.who and fact.words and len(fact.words & other.words) >= SAME * len(fact.words))
                or (fact.own and other.own and fact.number == other.number in self.story)
                for other in chosen
            )
            if not same and len(chosen) < most:
                chosen.append(fact)
        before = ["", *(fact.source or fact.who for fact in chosen)]
        return [
            self._whole(fact) or self.clause(fact, [*known, name]) for fact, name in zip(chosen, before, strict=False)
        ]

    def _whole(self, fact: Fact) -> str:
        """Return the sentence of one's own story that a fact is from, as one says it; '' if it is told by itself."""
        written = self.story.get(fact.number, "") if fact.own and not fact.source else ""
        if not written or len(written) > LONGEST:
            return ""
        slotted = bound(self.people.masked(expand(SO_FAR.sub("", written))), self.me, self.people)
        subject = self.people.forms(self.me)[0]
        like_me = any(self.people.forms(name)[0] == subject for name in persons(slotted) if name != self.me)
        if like_me and re.search(rf"\b{subject}\b", slotted):
            return ""  # Whom a pronoun means, its clause tells.
        first = slotted.partition(" ")[0]
        common = (
            first.lower() in (*_ARTICLES, *WORDS.stop)
            or lemmas_of(first.lower(), "NOUN")
            or lemmas_of(first.lower(), "ADJ")
        )
        slotted = slotted[:1].lower() + slotted[1:] if common and not first.startswith("⟦") else slotted
        me = re.escape(slot(self.me))
        # 'Before she dies she means to sail', 'Before breakfast she walks'.
        first = rf"^([a-z]+ {me} [^,⟦]+|(?i:{TABLE['when_first']})\b[^,⟦]{{1,40}}) {me}(?= )"
        if (lead := re.match(first, slotted)) and is_subject(lead[1], slotted[lead.end() :]):
            slotted = f"{lead[1]}, {slotted[lead.end(1) :].lstrip()}"
        for says, put in TABLE["of_two"]:
            slotted = re.sub(says, put, slotted)
        return self.phrase(slotted)

    # Understanding.

    def question(self, said: str, after: str = "") -> Question:
        """Return a question as it is understood after what was said before.

        `after` is what stands right before it: the time named there holds for a question that names none.
        """
        raw = worded(said)
        raw = re.sub(rf"^{re.escape(first_name(self.me))}, ", "", raw)
        whole = self._by_surname(self.people.masked(self._kin_named(raw)))
        named = [name for name in persons(whole) if name not in (self.me, self.you)]
        for pronoun in ("he", "she"):
            here = [name for name in named if self.people.forms(name)[0] == pronoun]
            spoken_of = (name for name in self._spoken_of() if self.people.forms(name)[0] == pronoun)
            meant = next(spoken_of, "") if not here else here[0] if len(here) == 1 else ""
            if meant:
                whole = bound(whole, meant, self.people, others_too=True)
        people = tuple(name for name in persons(whole) if name not in (self.me, self.you))
        if not people and re.search(TABLE["pronouns"], raw, re.I):
            people = tuple(dict.fromkeys(self._spoken_of()))[:1]
        slotted = read_when(from_speech(whole, self.you, self.me, self.people), self.now.date())[0]
        words = content(slotted) - _dull()
        bare = not words and not people
        if bare and self.before:
            words = content(" ".join(self.before[-2:])) - _dull()
            people = tuple(dict.fromkeys(self._spoken_of()))
        when = time_asked(raw, self.now)
        when = when if when.named or not after else time_asked(f"{after} {raw}", self.now)
        if when.past and when.begins > self.now:
            # 'What did you do this morning?', just after midnight.
            when = replace(when, date=when.date - timedelta(1))
        return Question(raw, said.lower().replace("’", "'").strip(), whole, people, words, when, bare)

    def _spoken_of(self) -> Iterator[str]:
        """Everybody named before, the last one first."""
        for line in reversed(self.before):
            yield from (name for name in reversed(persons(self.people.masked(line))) if name not in (self.me, self.you))

    def _by_surname(self, slotted: str) -> str:
        """Put slots for last names that only one person has: 'Meilin' for Wu Meilin, 'Mrs. Bo' for Ann Bo."""
        lasts = Counter(name.split()[-1] for name in self.people.pronouns if " " in name)
        for name in self.people.pronouns:
            last = name.split()[-1]
            if lasts[last] == 1 and last in slotted:
                alone = rf"(?<![\w⟦’'-])(?:(?:Mr|Mrs|Ms|Miss|Dr)\.? )?{re.escape(last)}(?![\w⟧-])(?! [^\W\d_a-z])"
                parts = re.split(r"(⟦[^⟧]+⟧)", slotted)
                slotted = "".join(each if each.startswith("⟦") else re.sub(alone, slot(name), each) for each in parts)
        return slotted

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
