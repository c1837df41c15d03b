"""Puts what was found into words: sentences from `sentences.toml`, with names, times and places filled in."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from string import Formatter
from typing import Any, Literal

from townlet.cognition.wording import say_clock
from townlet.measures.diffusion.facts import TrackedFact
from townlet.measures.text.wording import capitalise_first
from townlet.measures.text.words import split_sentences, unique_first_names
from townlet.runfile.traces import SpokenLine
from townlet.story.chapter import Evidence, Quote, StoryChapter
from townlet.story.chronicle import Chronicle
from townlet.world.address import Address
from townlet.world.setting import Tile
from townlet.world.sight import SIGHT_RADIUS, distance
from townlet.world.tree import spoken

DAYS_OF_A_WEEK = 7
"""A longer run needs the date beside the day of the week."""
SCENE_TILES = 14
"""How far people of one room may be from one another to be shown together."""
LEAD_STEPS = 3
"""How many steps before a moment one begins to watch: half a minute."""
_MARKED = re.compile("\x01([^\x02]+)\x02")
_PRONOUNS = {
    "she": {"their": "her", "them": "her", "themselves": "herself"},
    "he": {"their": "his", "them": "him", "themselves": "himself"},
    "they": {"their": "their", "them": "them", "themselves": "themselves"},
}


@dataclass(frozen=True)
class Wording:
    """The sentences of one kind of chapter."""

    stakes: float
    """What such a moment is worth to a reader who knows nothing of the town."""
    title: str
    slots: frozenset[str]
    sentences: Mapping[str, str]


class SentencesDefect(ValueError):
    """`sentences.toml` has a defect. Only somebody who changes the file sees this."""


class Sentences:
    """The file `sentences.toml`, checked: each kind has its stakes, title and sentences, which use its slots only."""

    def __init__(self, text: str) -> None:
        data = tomllib.loads(text)
        self.titles = frozenset(data["titles"])
        """Words before a name that are no name themselves, in lower case."""
        self.cues = {name: re.compile("|".join(parts), re.IGNORECASE) for name, parts in data["cues"].items()}
        """Regular expressions by name, each tried at any place of a sentence."""
        self.plain: Mapping[str, str] = data["plain"]
        """Sentences and headings that belong to no kind of chapter."""
        self.kinds = {name: _wording_of(name, table) for name, table in data["kinds"].items()}


def _wording_of(kind: str, table: Mapping[str, Any]) -> Wording:
    slots = frozenset(table["slots"])
    wording = Wording(float(table["stakes"]), table["title"], slots, table["say"])
    for text in (wording.title, *wording.sentences.values()):
        for unknown in sorted(_slots_of(text) - slots):
            raise SentencesDefect(f"sentences.toml: {kind} has no slot {unknown!r}; its slots are {sorted(slots)}.")
    for name, text in wording.sentences.items():
        if not text.rstrip().endswith((".", "!", "?", "”")):
            raise SentencesDefect(f"sentences.toml: {kind}.say.{name} is no whole sentence; end it with a full stop.")
    return wording


def _slots_of(text: str) -> set[str]:
    return {name.partition(".")[0] for _, name, _, _ in Formatter().parse(text) if name}


SENTENCES = Sentences(files(__package__).joinpath("sentences.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Someone:
    """A person in a sentence. The first mention prints the full name, later ones what they are called."""

    name: str
    pronoun: Literal["she", "he", "they"]

    def __format__(self, spec: str) -> str:
        return f"\x01{self.name}\x02"

    def __getattr__(self, form: str) -> str:
        try:
            return _PRONOUNS[self.pronoun][form]
        except KeyError:
            raise AttributeError(form) from None


@dataclass(frozen=True)
class Moment:
    """When and where a chapter plays, and what proves it."""

    step: int
    people: Sequence[str]
    """Those whom it is about, wherever they are then."""
    evidence: Sequence[Evidence]
    line: SpokenLine | None = None
    """The line that is quoted."""
    about: str = ""
    """What the quoted sentence should be about, if the line has several."""
    because: Sequence[Evidence] = ()
    threads: Sequence[str] = ()
    weight: float = 1.0
    """How much more or less than its kind it is worth."""
    quote: Quote | None = None
    end: int | None = None
    tile: Tile | None = None
    """Where it happens, if that is not where its speaker or first person is."""


@dataclass
class Telling:
    """Writes chapters about what a chronicle holds."""

    chronicle: Chronicle
    live: bool = False
    """Whether the run goes on: 'so far' in place of 'by the end of the run'."""
    _someone: dict[str, Someone] = field(default_factory=dict)

    # Words.

    def someone(self, name: str) -> Someone:
        if name not in self._someone:
            joined = self.chronicle.view.joined.get(name)
            pronoun: Any = joined[1].persona.pronouns if joined else "they"
            self._someone[name] = Someone(name, pronoun if pronoun in _PRONOUNS else "they")
        return self._someone[name]

    def several(self, names: Iterable[str], most: int = 8) -> str:
        """Return names as a list: 'Ann Bo, Cy Dee and Eve Fu'. Beyond `most`, the rest are counted."""
        marked = [f"{self.someone(name)}" for name in names]
        if len(marked) > most:
            marked = [*marked[: most - 1], f"{len(marked) - most + 1} others"]
        return " and ".join([", ".join(marked[:-1]), marked[-1]] if len(marked) > 1 else marked)

    def when(self, step: int, beside: int | None = None) -> str:
        """Return a step as 'at 9:05 am', or 'on Monday at 9:05 am' if it is on another day than the step `beside`."""
        time = self.chronicle.view.time(step)
        clock = say_clock(time)
        if beside is not None and self.chronicle.view.time(beside).date() == time.date():
            return f"at {clock}"
        return f"on {self.day(step)} at {clock}"

    def day(self, step: int) -> str:
        time = self.chronicle.view.time(step)
        long = self.chronicle.until > DAYS_OF_A_WEEK * self.chronicle.view.clock.steps_a_day
        return f"{time:%A} {time:%B} {time.day}" if long else f"{time:%A}"

    def where(self, place: Address | None) -> str:
        return where(place)

    @property
    def end(self) -> str:
        """'By the end of the run', or 'So far' for a run that goes on."""
        return SENTENCES.plain["so_far" if self.live else "by_the_end"]

    def times(self, count: int) -> str:
        """Return how often: 'once', 'twice', '3 times'."""
        return {1: "once", 2: "twice"}.get(count, f"{count} times")

    def plain(self, key: str, **slots: object) -> str:
        """Return a sentence or heading that belongs to no kind of chapter."""
        return self.mention([SENTENCES.plain[key].format(**slots)])[0]

    def mention(self, texts: Sequence[str], full: bool = True) -> list[str]:
        """Return texts with names in place of marks: in full at the first mention, unless `full` is false."""
        met: set[str] = set()

        def name(found: re.Match[str]) -> str:
            person = found[1]
            if full and person not in met:
                met.add(person)
                return person
            return self.called.get(person, person)

        return [capitalise_first(_MARKED.sub(name, text)) for text in texts]

    @cached_property
    def called(self) -> Mapping[str, str]:
        """What people are called for short: a first name that only one person has, and that is no title."""
        firsts = unique_first_names(list(self.chronicle.view.joined))
        return {
            name: first
            for first, name in firsts.items()
            if len(name.split()) > 1 and first.lower() not in SENTENCES.titles and first[:1].isalpha()
        }

    # Chapters.

    def chapter(self, kind: str, say: Iterable[str], moment: Moment, **slots: object) -> StoryChapter:
        """Return a chapter of a kind with the named sentences of the kind, filled in with `slots`."""
        wording, line = SENTENCES.kinds[kind], moment.line
        title, *sentences = (
            self.mention([wording.title.format(**slots)], full=False)[0],
            *self.mention([wording.sentences[name].format(**slots) for name in say]),
        )
        first = line.speaker if line else moment.people[0] if moment.people else ""
        talk = self.chronicle.talks.get(line.talk, []) if line else []
        start = min(talk[0].step if talk else moment.step, moment.step)
        end = moment.end if moment.end is not None else max(talk[-1].step if talk else 0, moment.step + 12)
        quote = moment.quote or (self.quote(line, moment.about) if line else None)
        tile = moment.tile or (self.chronicle.tile(first, moment.step) if first else None)
        place = self.chronicle.place(first, moment.step) if first else None
        named = tuple(dict.fromkeys(moment.people))
        people = tuple(name for name in named if tile and self._is_there(name, tile, place, moment.step))
        return StoryChapter(
            kind,
            title,
            tuple(sentences),
            moment.step,
            max(0, start - LEAD_STEPS),
            min(end, max(self.chronicle.until - 1, moment.step)),
            people,
            place,
            tile,
            tuple(dict.fromkeys(moment.evidence)),
            quote,
            line.talk if line else "",
            tuple(sorted(dict.fromkeys(moment.because), key=lambda each: (each.step, each.id))),
            tuple(moment.threads),
            wording.stakes * moment.weight,
            others=tuple(name for name in named if name not in people),
        )

    def _is_there(self, name: str, tile: Tile, place: Address | None, step: int) -> bool:
        """Return whether a person is near enough to a tile to be shown with it; in one room they may be further."""
        own = self.chronicle.tile(name, step)
        same = place is not None and place == self.chronicle.place(name, step)
        return own is not None and distance(own, tile) <= (SCENE_TILES if same else SIGHT_RADIUS)

    def quote(self, line: SpokenLine, about: str) -> Quote:
        """Return the sentence of a line that shares most words with `about`, with the next if it is short."""
        parts = split_sentences(line.text)
        wanted = self.chronicle.vocabulary.stems(about)
        best = max(
            range(len(parts)),
            key=lambda place: (
                parts[place] == about,
                len(wanted & self.chronicle.vocabulary.stems(parts[place])),
                len(parts[place]),
            ),
            default=0,
        )
        chosen = parts[best] if parts else line.text
        if len(chosen) < SHORT_QUOTE and best + 1 < len(parts):
            chosen = f"{chosen} {parts[best + 1]}"
        return Quote(line.speaker, chosen if chosen in line.text else line.text, line.utterance)


SHORT_QUOTE = 30
"""A quoted sentence of fewer characters is quoted with the next one."""

_QUESTION = re.compile(r"(?:do|did|have) you (?:know|heard?)\s+(?:anything )?", re.IGNORECASE)
_CLAUSE = re.compile(r"(?:of|about|that|who|whom|whose|what|when|where|why|how|whether|which)\b", re.IGNORECASE)


def news_of(fact: TrackedFact) -> str:
    """Return a fact as what follows 'hears': 'of a party', 'who is running for mayor'."""
    found = _QUESTION.match(fact.question)
    rest = fact.question[found.end() :].rstrip("? .") if found else ""
    return rest if _CLAUSE.match(rest) else f"the news “{fact.name}”"


def where(place: Address | None) -> str:
    """Return a place in words, without a room that bears the name of its house: 'Mill Cafe'."""
    if place is None:
        return "out of doors"
    parts = place.parts[1:]
    if len(parts) == 2 and parts[1].casefold() in parts[0].casefold():
        return parts[0]
    return spoken(place)
