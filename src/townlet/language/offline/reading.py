"""Reading: sentences of memory and talk become propositions (see prop.py)."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from townlet.language.offline.english import DAYS, MONTHS, expand, read_now, read_when
from townlet.language.offline.kinds import event_in, is_secret, kind_of, place_in, valence_of
from townlet.language.offline.lexicon import LEX
from townlet.language.offline.prop import STOP, Prop, Ref, Token, Verb, content, similar
from townlet.language.offline.slots import Folk, slot
from townlet.language.offline.templates import match, unbridged
from townlet.language.offline.times import When

__all__ = [
    "INVITE",
    "NAME",
    "STOP",
    "Prop",
    "Reader",
    "Ref",
    "Token",
    "Verb",
    "content",
    "is_place",
    "similar",
    "split",
]

NAME = re.compile(
    r"\b[A-Z](?:['’][A-Z])?[^\W\d_]+(?:-[A-Z][^\W\d_]+)?"
    r"(?: (?:de |van |von |al-)?[A-Z](?:['’][A-Z])?[^\W\d_]+(?:-[A-Z][^\W\d_]+)?)+\b"
)
_CAPITALISED = re.compile(r"[^\W\d_a-z][\w'’-]*")
_STAMPED = re.compile(r"(\w+day \w+ \d+ \d{4}, \d+:\d\d [ap]m): (.*)", re.S)
_SAID = re.compile(r"(?P<who>[^:]+?) said to (?P<to>[^:]+?): ['\"“](?P<quote>.*)['\"”]\.?$", re.S)
_LEARNT = re.compile(
    r"(?P<who>[^:]+?) (?:heard|learned|learnt|was told)(?: from (?P<src>.+?))? that (?P<clause>.*)", re.S
)
_THOUGHT = re.compile(r"(?:I have come to think|[^:]+? has come to think) that (.*)", re.S)
_REFUSED = re.compile(r"I told (?P<to>[^:]+?) that (?P<clause>I cannot .*)", re.S)
_WAS_REFUSED = re.compile(r"(?P<who>[^:]+?) told me that they (?P<clause>cannot .*)", re.S)
_AGENDA = re.compile(r"On (?P<day>\w+day \w+ \d+),? (?P<who>[^:]+?) plans: (?P<items>.*)", re.S)
_AGENDA_ITEM = re.compile(r"(.+?) at (\d{1,2}:\d\d [ap]m)(?:,? and |, |\.|$)")
_ADDRESS = re.compile(r"\b(at|in|to|from) ((?:the |The )?[A-Z][^:.,;!?]*): (?:the )?([\w][\w'’ -]*)")
_LEAD = re.compile(
    r"^(?:And|But|So|Well|Oh|Honestly|Mind you|By the way|Listen|Anyway|Still|To be honest|Between us"
    r"|If you ask me|Love|My dear)[,:—-]? "
)
_TELLER = r"(?-i:[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)?)|the [a-z ]+?"
_ATTRIBUTED = re.compile(
    r"^(?:(?:so|well|apparently|oh|you know|listen|by the way|word is|rumour has it|they say|people say),?(?: that)? )?"
    rf"(?:(?:I (?:hear|heard|had it|got it)(?: it)?(?: straight)?(?: from (?P<a>{_TELLER}(?= that)))?"
    rf"|(?P<b>{_TELLER}) (?:says|said|tells me|told me|was telling me|mentioned|claims|swears|reckons)(?: to me)?"
    rf"|according to (?P<c>{_TELLER}(?=,))),? (?:that )?)?",
    re.I,
)
_UNNAMED = re.compile(r"(?i)(so |well )?(apparently|word is|rumour|they say|people say|i hear)")
INVITE = re.compile(
    r"(?i)\b(will you (?:come|join|be there)|would you (?:come|like to come)|why don't you come|do come|come along"
    r"|you should come|hope you(?:'ll| will| can)? (?:come|make it|be there)"
    r"|you(?:'re| are) (?:invited|very welcome|welcome)|can I count (?:you in|on you)|shall I (?:keep|save) you a place"
    r"|say you'll come|fancy coming|there's a place for you)"
)
_PHATIC = re.compile(
    r"(?i)^(hi|hello|hey|good (morning|afternoon|evening)|morning|afternoon|evening|thanks?|thank you|bye|goodbye"
    r"|see you|take care|oh|really|well|fine|yes|no|sure|right|lovely|splendid|nice|good|great|ah|huh|my|poor|and you"
    r"|listen|ha|sorry|pleased|glad|welcome|that('s| is| has)|what a|is that so|don't|do |let's|let me|keep |come |mind "
    r"|i'd better|i should|i must|i won't keep|i'll let you|i'd love|i'm afraid|i know|i see|i hope|until|same|not "
    r"|count me|you're|your |ask |here's|so long|anyway, i|now, i|just )"
)
_TELLER_AS_PRONOUN = re.compile(r"^(?:he|she|they)\b")
"""'Ann says they like it': the subject is Ann."""
_VAGUE_TIME = re.compile(
    r",? (?:earlier(?: today)?|lately|these days|the other day|last night|a while ago|not long since)$"
)
_TELLING = frozenset(
    (
        "event",
        "plan",
        "agenda",
        "promise",
        "need",
        "state",
        "fact",
        "relation",
        "opinion",
        "done",
        "thought",
        "doing",
        "wish",
        "trade",
    )
)
_SHOWN_KIND = {
    "thought": "thought",
    "tell_day": "doing",
    "tell_lately": "doing",
    "agenda": "agenda",
    "answer_seen": "doing",
}


def split(text: str) -> list[str]:
    """Sentences, and the parts of a sentence that semicolons divide."""
    return [s.strip() for s in re.split(r"(?<=[.!?])\s+|;\s*", text) if s.strip()]


def is_place(name: str) -> bool:
    return name.split()[-1].lower() in LEX["places"]["kinds"]


_NOT_NAMES = frozenset([*DAYS, *MONTHS, "The", "Have", "Did", "On", "Good", "At", "In", "When", "After", "Before"])


@lru_cache(20_000)
def names_in(text: str) -> tuple[str, ...]:
    """Full names of people that a text mentions: capitalised words with no sign of a place."""
    return tuple(n for n in NAME.findall(text) if not is_place(n) and n.split()[0] not in _NOT_NAMES)


@lru_cache(20_000)
def pronoun_in(text: str) -> tuple[str, str] | None:
    """(name, pronoun) where a text speaks of one person alone and uses a pronoun."""
    names = dict.fromkeys(names_in(text))
    found = re.search(r"\b(he|him|his|himself|she|her|hers|herself)\b", text.lower())
    if len(names) != 1 or not found or re.search(r"said to|\bI\b", text):
        return None
    return next(iter(names)), "he" if found[1] in ("he", "him", "his", "himself") else "she"


@lru_cache(50_000)
def capitals(text: str) -> tuple[str, ...]:
    """Capitalised words of a text, each once."""
    return tuple(dict.fromkeys(_CAPITALISED.findall(text.replace("'s", " "))))


@lru_cache(20_000)
def plain_places(text: str) -> str:
    """Addresses as people say them: 'at Mill Hall: kitchen' becomes 'in the kitchen at Mill Hall'."""
    return _ADDRESS.sub(_plain_place, text) if ":" in text else text


def _plain_place(m: re.Match[str]) -> str:
    preposition, sector, arena = m[1], m[2].strip(), m[3]
    known = arena.lower() in sector.lower() or not arena[0].islower()
    if known:
        return f"{preposition} {sector}"
    return f"{'in' if preposition == 'at' else preposition} the {arena} at {sector}"


class Reader:
    """Reads for one person, who is 'I' in what is said to them and by them."""

    def __init__(self, me: str, people: Iterable[str], now: dt.datetime, gender: dict[str, str] | None = None) -> None:
        self.me, self.now = me, now
        self.people = frozenset(people) | {me}
        self.gender = gender or {}
        ordered = sorted(p for p in self.people if p)
        self.first = {p.split()[0]: p for p in reversed(ordered)}
        self._by_first: dict[str, list[str]] = {}
        for p in ordered:
            self._by_first.setdefault(p.split()[0], []).append(p)
        self._names = {**self.first, **{p: p for p in ordered}}

    @classmethod
    def of(cls, me: str, other: str, texts: Sequence[str], now: dt.datetime) -> Reader:
        """A reader that learns people and their pronouns from the shown texts."""
        people = {n for t in texts for n in names_in(t)} | {p for p in (me, other) if p}
        gender = dict(found for t in texts if (found := pronoun_in(t)))
        return cls(me, people, now, gender)

    def person(self, word: str) -> str | None:
        """The full name that a word or two stand for, if they are a person's."""
        return self._names.get(word.strip())

    def memory(self, text: str, idx: int = -1, at: dt.datetime | None = None) -> list[Prop]:
        """Propositions of a remembered sentence; a stamp before it ('Tuesday May 6 2025, 9:40 am: …') is its time."""
        if m := _STAMPED.match(text):
            at, text = read_now(m[1]), m[2]
        names = self._relevant(text)
        gender = tuple((n, self.gender[n]) for n in dict.fromkeys(full for _, full in names) if n in self.gender)
        found = _read(text, self.me, names, gender, at or self.now)
        return [replace(p, idx=idx) for p in found]

    def line(self, quote: str, speaker: str, hearer: str, at: dt.datetime) -> list[Prop]:
        """Propositions that a spoken line asserts."""
        names = self._relevant(f"{speaker} {hearer} {quote}")
        gender = tuple(sorted(self.gender.items()))
        return list(_read_line(quote, speaker, hearer, names, gender, at))

    def _relevant(self, text: str) -> tuple[tuple[str, str], ...]:
        """The names that a text may use: caching by these lets readings be shared between prompts."""
        pairs: dict[str, str] = {}
        for word in capitals(text):
            for full in self._by_first.get(word, ()):
                pairs[full] = full
                pairs[word] = self.first[word]
        return tuple(pairs.items())


@lru_cache(30_000)
def _read(
    text: str, me: str, names: tuple[tuple[str, str], ...], gender: tuple[tuple[str, str], ...], at: dt.datetime
) -> tuple[Prop, ...]:
    return tuple(_Sentence(me, Folk(dict(names), dict(gender)), at).memory(text))


@lru_cache(30_000)
def _read_line(
    quote: str,
    speaker: str,
    hearer: str,
    names: tuple[tuple[str, str], ...],
    gender: tuple[tuple[str, str], ...],
    at: dt.datetime,
) -> tuple[Prop, ...]:
    return tuple(_Sentence(speaker, Folk(dict(names), dict(gender)), at).line(quote, speaker, hearer))


class _Sentence:
    """The reading of one sentence as of a moment."""

    def __init__(self, me: str, folk: Folk, at: dt.datetime) -> None:
        self.me, self.folk, self.at = me, folk, at

    def who(self, name: str) -> str:
        return self.me if name in ("I", "me") else self.folk.names.get(name, name)

    def memory(self, text: str) -> list[Prop]:
        return [replace(p, text=text, at=self.at) for p in self._memory(text)]

    def _memory(self, text: str) -> list[Prop]:
        if m := _SAID.match(text):
            return self.said(m["quote"], self.who(m["who"]), self.who(m["to"]))
        if m := _REFUSED.match(text):
            return [replace(p, kind="refusal", told=self.who(m["to"])) for p in self.clause(m["clause"], self.me, "")]
        if m := _WAS_REFUSED.match(text):
            props = self.clause(f"{m['who']} {m['clause']}", self.me, "")
            return [replace(p, kind="refusal", sources=(self.who(m["who"]),)) for p in props]
        if (m := _LEARNT.match(text)) and self.who(m["who"]) == self.me:
            source = self.who(m["src"]) if m["src"] else "somebody"
            return [replace(p, sources=(source,)) for p in self.clause(m["clause"], self.me, "")]
        if m := _THOUGHT.match(text):
            return [replace(p, kind="thought", secret=False) for p in self.clause(m[1], self.me, "")]
        if m := _AGENDA.match(text):
            return self.agenda(m["who"], m["day"], m["items"])
        if " talked with " in text:
            return [replace(p, kind="talk", event="") for p in self.clause(text, self.me, "")]
        return [p for s in split(text) for p in self.clause(s, self.me, "")]

    def said(self, quote: str, speaker: str, hearer: str) -> list[Prop]:
        props = self.line(quote, speaker, hearer)
        if speaker == self.me:
            return [replace(p, told=hearer) for p in props]
        return [replace(p, sources=(speaker, *p.sources)) for p in props]

    def agenda(self, name: str, day: str, items: str) -> list[Prop]:
        out = []
        for m in _AGENDA_ITEM.finditer(items):
            for p in self.clause(f"{name} is {m[1].strip()} on {day} at {m[2]}", self.me, ""):
                out.append(replace(p, kind="agenda"))
        return out

    def line(self, quote: str, speaker: str, hearer: str) -> list[Prop]:
        """What a spoken line asserts; questions and manners assert nothing."""
        invited = bool(INVITE.search(quote))
        return [
            replace(p, invited=invited and bool(p.event))
            for s in split(quote)
            for p in self._spoken(s, speaker, hearer)
            if p.kind in _TELLING and p.words and (not p.person or any(isinstance(t, Verb) for t in p.toks))
        ]

    def _spoken(self, s: str, speaker: str, hearer: str) -> list[Prop]:
        s = unbridged(s)
        reading = match(s)
        body, sources = reading.clause, tuple[str, ...]()
        foreign = body == s
        if reading.manners_only or len(body.split()) < 3 or (foreign and _PHATIC.search(s)):
            return []
        if reading.source:
            sources = (self.who(reading.source),)
        elif foreign:
            body, sources = self._attributed(body)
        if sources and sources[0] in self.folk.names:
            body = _TELLER_AS_PRONOUN.sub(sources[0], expand(body))
        kind = next((_SHOWN_KIND[a] for a in sorted(reading.acts) if a in _SHOWN_KIND), "")
        props = self.clause(body, speaker, hearer)
        return [replace(p, sources=sources, kind=kind or p.kind) for p in props]

    def _attributed(self, body: str) -> tuple[str, tuple[str, ...]]:
        """A clause without its 'Ann says', and whom it names as its source."""
        m = _ATTRIBUTED.match(body)
        who = m and (m["a"] or m["b"] or m["c"])
        if not m or not m[0] or not (who or _UNNAMED.match(m[0])):
            return body, ()
        named = who and who not in ("I", "You")
        return body[m.end() :], (self.who(who),) if who and named else ("somebody",)

    def clause(self, text: str, speaker: str, hearer: str) -> list[Prop]:
        """The proposition of one clause, or nothing where no subject is found."""
        text = expand(_LEAD.sub("", text.strip()).rstrip(".!? "))
        secret = is_secret(text.lower())
        text, when = read_when(text, self.at.date())
        text = _VAGUE_TIME.sub("", plain_places(text))
        slotted = slot(text, speaker, hearer, self.folk) if text else None
        if slotted is None or not slotted.toks:
            return []
        verb = next((t for t in slotted.toks if isinstance(t, Verb)), None)
        event = event_in(text)
        kind = kind_of(text, verb, slotted.person, event, when)
        if kind in ("plan", "doing") and when.start is not None and when.date is None:
            when = When(self.at.date(), when.start, when.end)
        names = {w.lower() for p in slotted.people for w in p.split()}
        return [
            Prop(
                slotted.toks, slotted.subject, slotted.person, kind, when, event, place_in(text), (), secret,
                valence_of(text.lower()), text=text, at=self.at, words=content(text) - names,
                people=frozenset(slotted.people),
            )
        ]  # fmt: skip
