"""The statements that a person reflects upon, read once for all detectors."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from townlet.offline.english import contract, sentence
from townlet.offline.fields import Fields, moment, records, text
from townlet.offline.forms import lemmas_of, verb_form
from townlet.offline.lexicon import LEX
from townlet.offline.notes import Note, notes
from townlet.offline.prop import Prop, content
from townlet.offline.reading import Reader
from townlet.offline.say import Voice, roll

DULL = frozenset(LEX["dull"]["words"])
"""Words that say too little to be what somebody cares about."""
_IDLE = re.compile(
    r"\b(?:going to bed|morning routine|working$|tidying|cleaning|laundry|resting|relaxing|shopping|errands)\b"
)
_CHORE = re.compile(
    r"\b(?:brush|shower|dress|wash|eat|breakfast|lunch|dinner|sleep|bed\b|curtains|hair|toast|kettle|"
    r"dishes|waking|getting (?:up|out|ready)|table|"
    r"closet|teeth|clearing|tidy|choosing what)",
    re.I,
)


@dataclass(frozen=True)
class Finding:
    """Something that follows from the statements shown, and the numbers of those that carry it."""

    weight: float
    text: str
    because: tuple[int, ...]
    kind: str = ""
    """Which detector found it: an answer holds one of each kind."""


class Evidence:
    """All that detectors look at."""

    def __init__(self, fields: Fields, seed: int) -> None:
        self.fields, self.seed = fields, seed
        self.me = text(fields, "name")
        self.notes: list[Note] = notes(fields)
        self.now: dt.datetime = moment(text(fields, "now"))

    @cached_property
    def reader(self) -> Reader:
        shown = [note.text for note in self.notes] + [text(self.fields, "question")]
        told = {text(one, "name"): text(one, "pronoun") for one in records(self.fields, "pronouns")}
        return Reader.of(self.me, "", shown, self.now, told)

    @cached_property
    def voice(self) -> Voice:
        return Voice(self.me, "", self.now, (), self.seed, (), self.reader.gender, full_names=True)

    @cached_property
    def props(self) -> list[tuple[Note, Prop]]:
        """Every proposition with the statement it stands in; secrets of one's own included."""
        return [(n, p) for n in self.notes if n.sort != "agenda" for p in self.reader.memory(n.text, n.n, n.at)]

    @cached_property
    def others(self) -> list[str]:
        """Everybody else whom the statements name, the most often named first."""
        count: dict[str, int] = {}
        for person in sorted(self.reader.people):
            if person and person != self.me and " " in person:
                count[person] = sum(person in note.text for note in self.notes)
        return sorted((p for p in count if count[p]), key=lambda p: -count[p])

    def sorted_as(self, *sorts: str, who: str | None = None) -> list[Note]:
        """The notes of some sorts, of one person if one is named."""
        return [n for n in self.notes if n.sort in sorts and (who is None or n.who == who)]

    def pick(self, key: str, *options: str) -> str:
        """One of several wordings, the same for the same person, key and seed."""
        return min(options, key=lambda option: roll(self.seed, self.me, key, option))

    def theirs(self, words: str, who: str) -> str:
        """The words with `who`, named in them as an owner, as a pronoun: 'their watercolours'."""
        pronoun = {"he": "his", "she": "her"}.get(self.reader.gender.get(who, ""), "their")
        first = who.split(" ")[0]
        named = rf"(?:{re.escape(who)}|{re.escape(first)})"
        gender = self.reader.gender.get(who, "")
        if gender in ("he", "she"):
            words = re.sub(rf"(?<=\w )\b{named}(?= (?:is|was|has|had|will|can)\b)", gender, words)
        return re.sub(rf"\b{named}['’]s\b", pronoun, words)

    def days(self, notes: Iterable[Note]) -> int:
        """On how many days the notes were made."""
        return len({note.at.date() for note in notes})

    def clause(self, prop: Prop) -> str:
        """A proposition as a clause of one's own thought."""
        return self.voice.clause(prop, vary=False, absolute=True)


Detector = Callable[[Evidence], Iterable[Finding]]


def finding(weight: float, words: str, because: Iterable[Note]) -> Iterator[Finding]:
    """A finding if it rests on something; at most six statements are cited, the newest."""
    numbers = sorted({note.n for note in because})[-6:]
    if numbers and words:
        yield Finding(weight, contract(sentence(words)), tuple(numbers))


def chore(activity: str) -> bool:
    """Whether a doing is what everybody does every day."""
    return bool(_CHORE.search(activity))


_CLAUSE_ENDS = re.compile(r"[,;.]| (?:because|when|while|which|who|that|so|before|although|but) ")


def clipped(words: str) -> str:
    """The first thing that the words name: 'dancing and hates counting money' -> 'dancing'."""
    words = _CLAUSE_ENDS.split(words)[0].strip()
    for found in re.finditer(r" and (\w+)", words):
        form = verb_form(found[1])
        if (form and form[1] in ("VBZ", "VBD")) or found[1].endswith("ed"):
            return words[: found.start()]
    return words


def thing_like(word: str) -> bool:
    """Whether a word can stand for a thing by itself."""
    return bool(lemmas_of(word, "NOUN")) and not (lemmas_of(word, "ADJ") and not lemmas_of(word, "VERB"))


_PHRASE = re.compile(
    r"\b(?:the|my|her|his|their|your|our) ((?:[a-z][a-z'-]+ ){0,2}[a-z][a-z'-]{2,})\b(?! of (?:the|my)\b)"
)
_LEAVES = frozenset(LEX["dull"]["joints"])
"""Words at which a noun phrase ends."""


def matters(words: str) -> list[str]:
    """The things that a text is about, as bare noun phrases: 'harbour dance', 'fog bell'; without repeats."""
    found: dict[str, None] = {}
    for match in _PHRASE.finditer(words):
        kept: list[str] = []
        for word in match[1].split(" "):
            if word in _LEAVES:
                break
            kept.append(word)
        if kept and not {kept[-1], *content(kept[-1])} & DULL and content(kept[-1]) and thing_like(kept[-1]):
            found[" ".join(kept[-2:])] = None
    return list(found)


def agenda(e: Evidence) -> list[tuple[Note, str]]:
    """What the plans shown give whole hours to, as gerunds, meals and bed left out."""
    found = []
    for note in e.sorted_as("agenda"):
        items = re.split(r" at \d{1,2}:\d\d [ap]m(?:, |\.|$)", note.body)
        found += [(note, item) for item in items if item and not chore(item) and not _IDLE.search(item)]
    return found


def as_mine(words: str, me: str) -> str:
    """The words with oneself in the first person: 'her ferry' -> 'my ferry'."""
    first = me.split(" ")[0] if me else ""
    words = re.sub(r"\b(?:his|her|their)\b", "my", words)
    return re.sub(rf"\b{re.escape(me)}(?:'s)?\b|\b{re.escape(first)}'s\b", "my", words) if first else words
