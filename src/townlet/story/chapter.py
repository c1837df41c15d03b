"""What a story is made of: chapters, their quotes and evidence, and threads. Plain data, as JSON as well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

from townlet.memory.record import MemoryId
from townlet.runfile import Json, as_data
from townlet.runfile.traces import SpokenLine
from townlet.runfile.view import format_memory_id
from townlet.world.address import Address
from townlet.world.setting import Tile

EvidenceKind = Literal["line", "memory", "event"]


@dataclass(frozen=True)
class Evidence:
    """Something in the run file that proves a clause of a chapter."""

    kind: EvidenceKind
    id: str
    """A line's utterance, a memory's id ('person/step/ordinal'), or an event's 'kind/step/whom it concerns'."""
    step: int
    who: str
    text: str
    """The words of the line or memory, or what happened."""

    @property
    def talk(self) -> str:
        return self.id.rpartition("#")[0] if self.kind == "line" else ""


def cite_line(line: SpokenLine) -> Evidence:
    """Return a spoken line as evidence."""
    return Evidence("line", line.utterance, line.step, line.speaker, line.text)


def cite_memory(memory: MemoryId, text: str) -> Evidence:
    """Return a memory as evidence."""
    return Evidence("memory", format_memory_id(memory), memory.step, memory.agent, text)


def cite_event(kind: str, step: int, whom: str, text: str) -> Evidence:
    """Return an event of the log as evidence."""
    return Evidence("event", f"{kind}/{step}/{whom}", step, whom, text)


@dataclass(frozen=True)
class Quote:
    """Words of a spoken line, or of the inner voice."""

    who: str
    """The speaker; empty for the inner voice."""
    text: str
    """One sentence or more, word for word."""
    utterance: str = ""
    """The line that the words are from; empty for the inner voice."""


@dataclass(frozen=True)
class StoryChapter:
    """A moment worth telling. Every clause rests on the evidence."""

    kind: str
    title: str
    sentences: tuple[str, ...]
    step: int
    """The moment itself."""
    start: int
    """The step at which to begin to watch."""
    end: int
    """The last step to watch."""
    people: tuple[str, ...]
    """Those whom it is about and who can be seen there, the protagonist first."""
    place: Address | None
    """Where it happens: the place of whoever is quoted, or else of the protagonist; None out of doors."""
    tile: Tile | None
    """Where a camera should look."""
    evidence: tuple[Evidence, ...]
    quote: Quote | None = None
    talk: str = ""
    """The talk in which it happens; empty if it happens in none."""
    because: tuple[Evidence, ...] = ()
    """What led here: earlier lines and events, oldest first."""
    threads: tuple[str, ...] = ()
    """The ids of the threads that it belongs to."""
    score: float = 0.0
    """How much it is worth telling, compared with other chapters of the run."""
    id: str = ""
    """'kind-step', with a number if several begin so. Unique in a story."""
    others: tuple[str, ...] = ()
    """Those whom it is about, too, although they are elsewhere at that moment."""

    @property
    def about(self) -> tuple[str, ...]:
        """All whom it is about: those who are there, and the others."""
        return (*self.people, *self.others)

    @property
    def caption(self) -> str:
        return " ".join(self.sentences)

    @property
    def where(self) -> str:
        """The place for a heading: 'kitchen, Mill House'."""
        return place_heading(self.place)

    def as_json(self, start: datetime, step_seconds: int, chapters: Sequence[StoryChapter] = ()) -> dict[str, Json]:
        """Return the chapter as JSON. What led here names the chapter among `chapters` that tells it, if one does."""
        told = {each.quote.utterance: each.id for each in chapters if each.quote and each.quote.utterance}
        return {
            "id": self.id,
            "kind": self.kind,
            "title": self.title,
            "caption": self.caption,
            "sentences": list(self.sentences),
            "time": _time(start, step_seconds, self.step),
            "step": self.step,
            "from": self.start,
            "to": self.end,
            "people": list(self.people),
            "others": list(self.others),
            "place": self.where,
            "camera": {
                "place": str(self.place) if self.place else None,
                "tile": as_data(self.tile),
                "person": self.people[0] if self.people else None,
            },
            "talk": self.talk or None,
            "quote": as_data(self.quote),
            "because": [
                {
                    **as_data(each),
                    "time": _time(start, step_seconds, each.step),
                    "talk": each.talk or None,
                    "chapter": told.get(each.id) if each.kind == "line" else None,
                }
                for each in self.because
            ],
            "evidence": as_data(self.evidence),
            "threads": list(self.threads),
            "score": round(self.score, 3),
        }


@dataclass(frozen=True)
class Beat:
    """One step of a thread."""

    step: int
    text: str
    people: tuple[str, ...]
    place: Address | None
    tile: Tile | None
    evidence: tuple[Evidence, ...]
    quote: Quote | None = None

    @property
    def where(self) -> str:
        return place_heading(self.place)

    def as_json(self, start: datetime, step_seconds: int) -> dict[str, Json]:
        return {
            "step": self.step,
            "time": _time(start, step_seconds, self.step),
            "text": self.text,
            "people": list(self.people),
            "place": self.where,
            "tile": as_data(self.tile),
            "quote": as_data(self.quote),
            "talk": self.quote.utterance.rpartition("#")[0] or None if self.quote else None,
            "evidence": as_data(self.evidence),
        }


@dataclass(frozen=True)
class Thread:
    """Beats that belong together, in order: how a piece of news spread, what became of a request, a person's days."""

    id: str
    """What the command line takes: 'news-1', 'voice-2', or a name."""
    title: str
    beats: tuple[Beat, ...]
    opening: tuple[str, ...] = ()
    """What was so at the start, such as who knew."""
    ending: tuple[str, ...] = ()
    """What can be said at the end of the run, such as who never heard."""
    knew: tuple[str, ...] = ()
    """Who knew from the start, if it is about a piece of news."""
    spreads: bool = False
    """Whether it tells how something became known: the first of a beat's people passes it on to the others."""

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for beat in self.beats for name in beat.people))

    def as_json(self, start: datetime, step_seconds: int) -> dict[str, Json]:
        beats: list[Json] = [beat.as_json(start, step_seconds) for beat in self.beats]
        around = {"opening": list(self.opening), "ending": list(self.ending)}
        return {"id": self.id, "title": self.title, "beats": beats, **around}


@dataclass(frozen=True)
class Story:
    """The chapters of a run in order of time, its threads, and what could not be told."""

    title: str
    chapters: tuple[StoryChapter, ...]
    threads: tuple[Thread, ...]
    gaps: tuple[str, ...]
    """A sentence for each thing that the run has nothing to tell of, such as talk."""
    found: tuple[StoryChapter, ...]
    """All chapters that were found, the chosen ones among them, in order of time."""
    start: datetime
    step_seconds: int
    until: int
    """The first step that the story does not know of."""
    tested: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What forks of the run showed of what led to a chapter, in sentences, by the id of the evidence."""

    def time(self, step: int) -> datetime:
        return self.start + timedelta(seconds=step * self.step_seconds)

    def thread(self, name: str) -> Thread | None:
        return next((thread for thread in self.threads if thread.id == name), None)

    def as_json(self) -> dict[str, Json]:
        return {
            "title": self.title,
            "until": self.until,
            "chapters": [each.as_json(self.start, self.step_seconds, self.chapters) for each in self.chapters],
            "threads": [each.as_json(self.start, self.step_seconds) for each in self.threads],
            "gaps": list(self.gaps),
            "tested": as_data(self.tested),
        }


def _time(start: datetime, step_seconds: int, step: int) -> str:
    return (start + timedelta(seconds=step * step_seconds)).isoformat()


def place_heading(place: Address | None) -> str:
    """Return a place as a heading, without a room that bears its house's name: 'Mill Cafe', 'kitchen, Mill House'."""
    if place is None:
        return "out of doors"
    house, *rooms = place.parts[1:] or place.parts
    return ", ".join((*(room for room in reversed(rooms) if room.casefold() not in house.casefold()), house))
