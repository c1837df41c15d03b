"""The statements that a person reflects upon, read once for all detectors."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from townlet.language.offline.english import contract, sentence
from townlet.language.offline.fields import Fields, moment, text
from townlet.language.offline.lexicon import LEX
from townlet.language.offline.notes import Note, notes
from townlet.language.offline.prop import Prop, content
from townlet.language.offline.reading import Reader
from townlet.language.offline.say import Voice, roll

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
        return Reader.of(self.me, "", shown, self.now)

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
        if kept and not {kept[-1], *content(kept[-1])} & DULL and content(kept[-1]):
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
