"""The chronicle: what the story needs of a run, read step by step, so that it can go on as a live run grows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any, TypeVar

from townlet.measures.diffusion.facts import read_tracked_facts
from townlet.measures.diffusion.spread import FactSpread, FactTracer
from townlet.measures.record import name_finder_of
from townlet.measures.text.words import Vocabulary
from townlet.memory.record import Memory, MemoryId
from townlet.runfile import RunDamaged
from townlet.runfile.event_log import COMMANDS, event_of
from townlet.runfile.rows import EventRow
from townlet.runfile.traces import (
    BODY_EVENTS,
    ActivitySpan,
    BodyEvent,
    LineWithMemories,
    SpokenLine,
    Stay,
    WhereaboutsTracker,
)
from townlet.runfile.view import RunView, line_from_event
from townlet.state.events import Embodied, Shown
from townlet.world.address import Address
from townlet.world.doors import Doors
from townlet.world.events import (
    Acted,
    Appeared,
    Arrived,
    Blocked,
    Departed,
    Halted,
    Said,
    StateChanged,
    SteppedAside,
    Told,
    Whispered,
)
from townlet.world.setting import Tile

STEPS_AT_ONCE = 360
"""How many steps of events are held as rows while a run is read: an hour of the default step."""
_KINDS = (
    *BODY_EVENTS,
    *(kind.__name__ for kind in (Said, Shown, Embodied, StateChanged, Whispered, Told)),
)


_DERIVED = ("people", "vocabulary", "spreads", "memories_of", "lines_of", "talks_of", "stays_of", "spans_of")
"""What is computed from the rest of a chronicle, and anew when it has read on."""
_Own = TypeVar("_Own", Stay, ActivitySpan)


@dataclass(frozen=True)
class Voice:
    """Words of a user to a person: as the inner voice, or under a persona's name."""

    number: int
    """Counted from 1, in order of steps."""
    step: int
    person: str
    text: str
    persona: str = ""
    """The name under which the user spoke; empty for the inner voice."""


@dataclass(frozen=True)
class Trouble:
    """A state that a user gave an object."""

    number: int
    step: int
    object: Address
    state: str


@dataclass(frozen=True)
class ObjectSetting:
    """An object's state, changed by a person of the town."""

    step: int
    object: Address
    state: str
    person: str


@dataclass
class Chronicle:
    """Lines, memories, walks and changes of a run up to a step. `read_on` adds what has happened since."""

    view: RunView
    """The run, as it stood when it was last read."""
    until: int = 0
    """The first step that is not read yet."""
    lines: dict[str, SpokenLine] = field(default_factory=dict)
    """By utterance, in the order in which they were said."""
    shown: dict[str, tuple[MemoryId, ...]] = field(default_factory=dict)
    """For each utterance, the memories in its speaker's prompt."""
    talks: dict[str, list[SpokenLine]] = field(default_factory=dict)
    memories: dict[MemoryId, Memory] = field(default_factory=dict)
    """All but what was merely seen or done."""
    sightings: dict[Trouble, list[Memory]] = field(default_factory=dict)
    """For each object that a user changed, the memories of those who saw its state."""
    voices: list[Voice] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    settings: list[ObjectSetting] = field(default_factory=list)
    _steps: dict[str, list[int]] = field(default_factory=dict)
    _paths: dict[str, list[tuple[Tile, ...]]] = field(default_factory=dict)
    _tiles: dict[Tile, Tile] = field(default_factory=dict)
    _stays: list[Stay] = field(default_factory=list)
    _spans: list[ActivitySpan] = field(default_factory=list)
    _embodied: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.facts = read_tracked_facts(self.view.town)
        self._tracers = [FactTracer(fact, self.view.clock) for fact in self.facts]
        self._bodies = WhereaboutsTracker(Doors(self.view.town.setting))

    # Reading.

    def read_on(self, view: RunView) -> None:
        """Read what has happened since. `view` is the same run, perhaps grown. Raises RunFileError."""
        self.view = view
        try:
            while self.until < view.until:
                last = min(self.until + STEPS_AT_ONCE, view.until) - 1
                self._read(self.until, last)
                self.until = last + 1
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            why = f"{type(error).__name__}: {error}"
            raise RunDamaged(f"Run file {view.path} holds events that cannot be read ({why}); verify it.") from error
        for name in _DERIVED:
            self.__dict__.pop(name, None)

    def _read(self, first: int, last: int) -> None:
        with self.view.reader() as reader:
            rows = list(reader.events(first, last, kinds=_KINDS))
            memories = list(reader.memories_by_step(last, from_step=first))
        happened = {step: list(group) for step, group in groupby(rows, lambda row: row.step)}
        remembered = {step: list(group) for step, group in groupby(memories, lambda memory: memory.id.step)}
        for step in sorted(happened.keys() | remembered.keys()):
            # People remember, then speak; but a command comes before both.
            spoken = list(self._events(happened.get(step, ())))
            for memory in remembered.get(step, ()):
                self._note_memory(memory)
            for line in spoken:
                self._note_line(line)

    def _events(self, rows: Sequence[EventRow]) -> Iterator[LineWithMemories]:
        shown: dict[str, tuple[MemoryId, ...]] = {}
        for row in rows:
            event = event_of(row)
            match event:
                case Said():
                    line = line_from_event(event, row.step, typed=event.speaker in self._embodied)
                    yield LineWithMemories(line, shown.get(event.utterance, ()))
                case Shown(utterance=utterance, memories=memories):
                    shown[utterance] = memories
                case Embodied(agent, on):
                    (self._embodied.add if on else self._embodied.discard)(agent)
                case Whispered(agent, text):
                    self.voices.append(Voice(len(self.voices) + 1, row.step, agent, text))
                case Told(agent, persona, text):
                    self.voices.append(Voice(len(self.voices) + 1, row.step, agent, text, persona))
                case StateChanged():
                    self._note_state(event, row)
                case _:
                    self._note_body(event, row.step)

    def _note_state(self, event: StateChanged, row: EventRow) -> None:
        if event.by:
            self.settings.append(ObjectSetting(row.step, event.address, event.state, event.by))
        elif row.phase == COMMANDS and row.step > 0:
            trouble = Trouble(len(self.troubles) + 1, row.step, event.address, event.state)
            self.troubles.append(trouble)
            self.sightings[trouble] = []

    def _note_body(self, event: Any, step: int) -> None:
        assert isinstance(event, BodyEvent)
        self._bodies.note(event, step)
        match event:
            case Acted(agent=agent, path=path) | SteppedAside(agent, path):
                self._walk(agent, step, path)
            case Appeared(agent, tile) | Arrived(agent, tile) | Halted(agent, tile) | Blocked(agent=agent, tile=tile):
                self._walk(agent, step, (tile,))
            case Departed():
                pass

    def _walk(self, agent: str, step: int, path: tuple[Tile, ...]) -> None:
        if path:
            self._steps.setdefault(agent, []).append(step)
            # One object for each tile: a large town takes a million steps.
            same = tuple(self._tiles.setdefault(tile, tile) for tile in path)
            self._paths.setdefault(agent, []).append(same)

    def _note_memory(self, memory: Memory) -> None:
        for tracer in self._tracers:
            tracer.note_memory(memory)
        if memory.source == "seen":
            for trouble in self.troubles:
                if memory.id.step >= trouble.step and memory.text.find(trouble.object.name) >= 0 <= memory.text.find(
                    trouble.state
                ):
                    self.sightings[trouble].append(memory)
        elif memory.source != "done":
            self.memories[memory.id] = memory

    def _note_line(self, spoken: LineWithMemories) -> None:
        for tracer in self._tracers:
            tracer.note_line(spoken)
        line = spoken.line
        self.lines[line.utterance] = line
        self.shown[line.utterance] = spoken.shown
        self.talks.setdefault(line.talk, []).append(line)

    # What was so.

    @cached_property
    def people(self) -> tuple[str, ...]:
        """The residents, in the order in which they came."""
        return self.view.residents

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary(self.view.joined, self.view.town.setting)

    def named(self, text: str) -> frozenset[str]:
        """The residents who are named in a text."""
        return name_finder_of(self.view).named(text)

    @cached_property
    def spreads(self) -> tuple[FactSpread, ...]:
        """Who knows each fact of the town, and from whom."""
        return tuple(tracer.spread() for tracer in self._tracers)

    @cached_property
    def memories_of(self) -> Mapping[str, tuple[Memory, ...]]:
        """Each person's kept memories, oldest first."""
        found: dict[str, list[Memory]] = {}
        for memory in self.memories.values():
            found.setdefault(memory.id.agent, []).append(memory)
        return {person: tuple(memories) for person, memories in found.items()}

    @cached_property
    def lines_of(self) -> Mapping[str, tuple[SpokenLine, ...]]:
        """The lines that each person spoke, in order."""
        found: dict[str, list[SpokenLine]] = {}
        for line in self.lines.values():
            found.setdefault(line.speaker, []).append(line)
        return {person: tuple(lines) for person, lines in found.items()}

    @cached_property
    def stays_of(self) -> Mapping[str, tuple[Stay, ...]]:
        self._take()
        open_stays, _ = self._bodies.ongoing(self.until)
        return _by_person([*self._stays, *open_stays])

    @cached_property
    def spans_of(self) -> Mapping[str, tuple[ActivitySpan, ...]]:
        self._take()
        _, open_spans = self._bodies.ongoing(self.until)
        return _by_person([*self._spans, *open_spans])

    @cached_property
    def talks_of(self) -> Mapping[frozenset[str], tuple[str, ...]]:
        """The ids of the talks of each pair, in order."""
        found: dict[frozenset[str], list[str]] = {}
        for talk, lines in self.talks.items():
            pair = frozenset(name for line in lines for name in (line.speaker, line.to))
            if len(pair) == 2:
                found.setdefault(pair, []).append(talk)
        return {pair: tuple(talks) for pair, talks in found.items()}

    def tile(self, person: str, step: int) -> Tile | None:
        """Where a person stands at a step; None if they are not in the town."""
        steps = self._steps.get(person, [])
        place = bisect_right(steps, step) - 1
        if place < 0:
            return None
        path = self._paths[person][place]
        return path[min(step - steps[place], len(path) - 1)]

    def place(self, person: str, step: int) -> Address | None:
        """The innermost place where a person is at a step; None out of doors."""
        stays = self.stays_of.get(person, ())
        at = bisect_right(stays, step, key=lambda stay: stay.start) - 1
        return stays[at].place if at >= 0 and step < stays[at].end else None

    def span(self, person: str, step: int) -> ActivitySpan | None:
        """What a person is busy with at a step."""
        spans = self.spans_of.get(person, ())
        at = bisect_right(spans, step, key=lambda span: span.start) - 1
        return spans[at] if at >= 0 and step < spans[at].end else None

    def lines_of_evidence(self, memory: Memory) -> tuple[SpokenLine, ...]:
        """The spoken lines that a memory of a talk is based on, in order."""
        cited = (self.memories.get(each) for each in memory.evidence)
        found = (self.lines.get(each.utterance) for each in cited if each and each.utterance)
        return tuple(line for line in found if line)

    def _take(self) -> None:
        stays, spans = self._bodies.take_ended()
        self._stays += stays
        self._spans += spans


def _by_person(items: Sequence[_Own]) -> Mapping[str, tuple[_Own, ...]]:
    found: dict[str, list[_Own]] = {}
    for item in items:
        found.setdefault(item.person, []).append(item)
    return {person: tuple(sorted(own, key=lambda item: item.start)) for person, own in found.items()}
