"""A run as studies see it: who there is and all that they left behind, on one clock."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from townlet.analysis.text.words import NameFinder, Vocabulary
from townlet.analysis.traces import (
    ActivitySpan,
    BodyEvent,
    LineWithMemories,
    ObjectChange,
    PlanChange,
    SpokenLine,
    Stay,
    TalkTranscript,
    WhereaboutsTracker,
)
from townlet.cognition.persona import Persona
from townlet.memory.record import Memory, MemoryId
from townlet.runfile import CallFilter, EventRow, RecallRow, RunDamaged, RunFileError, RunHeader, RunReader
from townlet.runfile.event_log import event_of
from townlet.runfile.events import Embodied, Joined, Shown
from townlet.runfile.files import open_reader
from townlet.runfile.manifest import Manifest, build_manifest
from townlet.town import Town, town_from_files
from townlet.world.address import Address
from townlet.world.clock import Clock
from townlet.world.doors import Doors
from townlet.world.events import Said, StateChanged


@dataclass(frozen=True)
class RunSource:
    """All that is read of one source ends with the same step, however much the run has grown since.

    The file is open only while it is read. Methods may raise RunFileError.
    """

    path: Path
    header: RunHeader
    last: int
    """The last step read; -1 for a run without a complete one."""
    manifest: Manifest

    @classmethod
    def of(cls, path: Path) -> RunSource:
        """A run as it stands now. Raises RunFileError."""
        with open_reader(path) as reader:
            last = reader.last_step()
            return cls(path, reader.header, -1 if last is None else last, build_manifest(reader, last))

    def time(self, step: int) -> datetime:
        return self.header.time_of(step)

    def events(self, *kinds: str) -> Iterator[EventRow]:
        """The events of these kinds, in the order in which they happened."""
        with open_reader(self.path) as reader:
            yield from reader.events(0, self.last, kinds=kinds)

    def memories(self, person: str) -> Iterator[Memory]:
        """All of one person's, oldest first."""
        with open_reader(self.path) as reader:
            yield from reader.memories(person, self.last)

    def memories_by_step(self) -> Iterator[Memory]:
        """Everybody's, in the order in which they were made."""
        with open_reader(self.path) as reader:
            yield from reader.memories_by_step(self.last)

    def recalls(self) -> Iterator[RecallRow]:
        """What was recalled, in order of steps."""
        with open_reader(self.path) as reader:
            yield from reader.recalls(self.last)

    def spoken(self) -> Iterator[LineWithMemories]:
        """Every line with the memories that its speaker was shown, in the order in which they were said."""
        shown: dict[str, tuple[MemoryId, ...]] = {}
        embodied: set[str] = set()
        for row in self.events(Said.__name__, Shown.__name__, Embodied.__name__):
            match event_of(row):
                case Embodied(agent, on):
                    (embodied.add if on else embodied.discard)(agent)
                case Shown(utterance=utterance, memories=memories):
                    # It is written ahead of the line, in the same step.
                    shown[utterance] = memories
                case Said() as said:
                    line = line_from_event(said, row.step, typed=said.speaker in embodied)
                    yield LineWithMemories(line, shown.pop(said.utterance, ()))

    def shown_to(self, person: str) -> Mapping[str, tuple[MemoryId, ...]]:
        """For each line that somebody said, the memories in their prompt."""
        with open_reader(self.path) as reader:
            events = map(event_of, reader.events(0, self.last, person, kinds=(Shown.__name__,)))
            return {event.utterance: event.memories for event in events if isinstance(event, Shown)}

    @cached_property
    def joined(self) -> Mapping[str, tuple[int, Joined]]:
        """Everybody who was ever in the run, in the order in which they came, with the step."""
        found: dict[str, tuple[int, Joined]] = {}
        for row in self.events(Joined.__name__):
            event = event_of(row)
            assert isinstance(event, Joined)
            found.setdefault(event.persona.name, (row.step, event))
        return found

    @cached_property
    def residents(self) -> tuple[str, ...]:
        return tuple(name for name, (_, joined) in self.joined.items() if not joined.visitor)

    @cached_property
    def naming(self) -> NameFinder:
        """Finds the residents who are named in a text; places and visitors may be called like them."""
        places = (part for place in self.town.setting.places for part in place.parts)
        return NameFinder(self.residents, (*places, *(name for name in self.joined if name not in self.residents)))

    @cached_property
    def town(self) -> Town:
        with open_reader(self.path) as reader:
            return town_from_files(reader.town_files(), str(self.path))


def line_from_event(said: Said, step: int, *, typed: bool) -> SpokenLine:
    """A spoken line and when it was said."""
    return SpokenLine(said.talk, said.number, said.speaker, said.to, said.text, step, said.hearers, typed)


def format_memory_id(memory: MemoryId) -> str:
    """A memory's id as one text: 'person/step/ordinal'."""
    return "/".join(map(str, memory))


PEOPLE_HELD = 50
"""A few more than live in the paper's town; of more people it is read anew, so go through them one after another."""


class RunMemories:
    """Methods may raise RunFileError."""

    def __init__(self, source: RunSource) -> None:
        self._source = source
        self.of = lru_cache(PEOPLE_HELD)(self._of)
        """All of one person's memories by id, oldest first."""
        self.shown_to = lru_cache(PEOPLE_HELD)(source.shown_to)
        """For each line that somebody said, the memories in their prompt."""

    def by_step(self) -> Iterator[Memory]:
        """Everybody's, in the order of steps, then of names; one by one."""
        return self._source.memories_by_step()

    @cached_property
    def thoughts(self) -> Mapping[MemoryId, Memory]:
        """Everybody's reflections and plans by id, in the order of `by_step`; they are few, and held."""
        return {memory.id: memory for memory in self.by_step() if memory.kind != "observation"}

    def get(self, memory: MemoryId) -> Memory | None:
        """One memory; None for one that nobody has."""
        return self.of(memory.agent).get(memory)

    def shown(self, line: SpokenLine) -> tuple[Memory, ...]:
        """The memories that the speaker of a line was shown."""
        own = self.of(line.speaker)
        return tuple(own[each] for each in self.shown_to(line.speaker).get(line.utterance, ()) if each in own)

    def _of(self, person: str) -> Mapping[MemoryId, Memory]:
        return {memory.id: memory for memory in self._source.memories(person)}


ENOUGH_PEOPLE = 8
"""The size of the smallest town for which shares of its people and its silences are held against a bar; our choice."""


@dataclass(frozen=True, eq=False)
class RunRecord:
    """What people said and did, read once from a run file, and the way to what they remember, which is not held."""

    source: RunSource
    people: tuple[Persona, ...]
    """Residents, in the order in which they joined."""
    visitors: tuple[str, ...]
    talks: tuple[TalkTranscript, ...]
    spells: tuple[ActivitySpan, ...]
    stays: tuple[Stay, ...]
    plans: tuple[PlanChange, ...]
    object_changes: tuple[ObjectChange, ...]
    sectors_known: Mapping[str, Mapping[str, int]]
    """For each person, the sectors that they know of, by name, with the step at which they first did."""
    reactions: Mapping[str, int]
    """How often each choice was taken when something might have changed what somebody does."""

    @property
    def header(self) -> RunHeader:
        return self.source.header

    @property
    def manifest(self) -> Manifest:
        """What every result that comes of it is of."""
        return self.source.manifest

    @property
    def town(self) -> Town:
        return self.source.town

    @property
    def last_step(self) -> int:
        return self.source.last

    @cached_property
    def remembered(self) -> RunMemories:
        """What everybody remembers."""
        return RunMemories(self.source)

    @property
    def small(self) -> bool:
        """Whether so few people live here that bars meant for a town say nothing."""
        return len(self.people) < ENOUGH_PEOPLE

    @cached_property
    def clock(self) -> Clock:
        return Clock(self.header.start, self.header.step_seconds)

    @cached_property
    def doors(self) -> Doors:
        return Doors(self.town.setting)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary((*(person.name for person in self.people), *self.visitors), self.town.setting)

    @cached_property
    def lines(self) -> tuple[SpokenLine, ...]:
        """Every line, in the order in which they were said."""
        said = [line for talk in self.talks for line in talk.lines]
        return tuple(sorted(said, key=lambda line: (line.step, line.talk, line.number)))

    @cached_property
    def own_lines(self) -> tuple[SpokenLine, ...]:
        """Those that people of the town said by themselves: what is typed tells nothing of how they speak."""
        return tuple(line for line in self.lines if not line.typed)

    @cached_property
    def days(self) -> int:
        """How many calendar days the run touches."""
        return self.day(self.last_step) + 1

    def time(self, step: int) -> datetime:
        return self.clock.at(step)

    def when(self, step: int) -> str:
        """A moment for people to read: '2, 9:40' is twenty to ten on the second day."""
        time = self.time(step)
        return f"day {self.day(step) + 1}, {time.hour}:{time.minute:02d}"

    def day(self, step: int) -> int:
        """Which calendar day a step falls into, from 0."""
        return (self.time(step).date() - self.header.start.date()).days

    def midnight(self, day: int) -> int:
        """The step at which a day begins; negative where the run begins later."""
        return self.clock.step_at(datetime.combine(self.header.start.date(), datetime.min.time())) + (
            day * self.clock.steps_a_day
        )

    def minutes(self, steps: float) -> float:
        return steps * self.header.step_seconds / 60

    def spells_of(self, person: str) -> tuple[ActivitySpan, ...]:
        return self._spells.get(person, ())

    def stays_of(self, person: str) -> tuple[Stay, ...]:
        return self._stays.get(person, ())

    def person_days(self) -> Iterator[tuple[Persona, int]]:
        """Every resident on every day of which the run holds at least the time from noon to eight in the evening."""
        noon, evening = self.clock.steps(12 * 60), self.clock.steps(20 * 60)
        for person in self.people:
            for day in range(self.days):
                if self.midnight(day) + noon >= 0 and self.last_step + 1 >= self.midnight(day) + evening:
                    yield person, day

    @cached_property
    def _spells(self) -> Mapping[str, tuple[ActivitySpan, ...]]:
        found: dict[str, list[ActivitySpan]] = {}
        for spell in self.spells:
            found.setdefault(spell.person, []).append(spell)
        return {person: tuple(spells) for person, spells in found.items()}

    @cached_property
    def _stays(self) -> Mapping[str, tuple[Stay, ...]]:
        found: dict[str, list[Stay]] = {}
        for stay in self.stays:
            found.setdefault(stay.person, []).append(stay)
        return {person: tuple(stays) for person, stays in found.items()}


_MINDS = "MindChanged"
_PASSED_OVER = frozenset(("TookIn", "Left", "TalkEnded", "Announced", "Shown"))


class EmptyRun(RunFileError):
    """A run in which no step was completed."""


def read_run_record(path: Path) -> RunRecord:
    """Everything that is measured of a run. Raises RunFileError, also for a run without a complete step."""
    source = RunSource.of(path)
    if source.last < 0:
        raise EmptyRun(f"{path} holds no complete step yet; let it run on before measuring it.")
    with open_reader(path) as reader:
        try:
            return _Reading(reader, source).record()
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            why = f"{type(error).__name__}: {error}"
            raise RunDamaged(f"Run file {path} holds events that cannot be read ({why}); verify it.") from error


class _Reading:
    """One pass over a run file, as far as its source goes."""

    def __init__(self, reader: RunReader, source: RunSource) -> None:
        self.reader, self.source = reader, source
        self.whereabouts = WhereaboutsTracker(Doors(source.town.setting))
        self.people: list[Persona] = []
        self.visitors: list[str] = []
        self.said: dict[str, list[SpokenLine]] = {}
        self.embodied: set[str] = set()
        self.plans: list[PlanChange] = []
        self.object_changes: list[ObjectChange] = []
        self.sectors: dict[str, dict[str, int]] = {}
        self._versions: dict[str, tuple[int, int]] = {}

    def record(self) -> RunRecord:
        for row in self.reader.events(0, self.source.last):
            if row.kind == _MINDS:
                self._note_mind(row)
            elif row.kind not in _PASSED_OVER:
                self._note(row)
        self.whereabouts.close(self.source.last + 1)
        return RunRecord(
            self.source,
            tuple(self.people),
            tuple(self.visitors),
            tuple(TalkTranscript(talk, tuple(lines)) for talk, lines in self.said.items()),
            tuple(self.whereabouts.spells),
            tuple(self.whereabouts.stays),
            tuple(self.plans),
            tuple(self.object_changes),
            self.sectors,
            self._reactions(),
        )

    def _note(self, row: EventRow) -> None:
        event = event_of(row)
        match event:
            case Joined(persona, knows, visitor=visitor):
                self._learn(persona.name, knows, row.step)
                if visitor:
                    self.visitors.append(persona.name)
                else:
                    self.people.append(persona)
            case Embodied(agent, by_person):
                (self.embodied.add if by_person else self.embodied.discard)(agent)
            case Said():
                self.said.setdefault(event.talk, []).append(
                    line_from_event(event, row.step, typed=event.speaker in self.embodied)
                )
            case StateChanged():
                self.object_changes.append(ObjectChange(row.step, event))
            case _ if isinstance(event, BodyEvent):
                self.whereabouts.note(event, row.step)

    def _note_mind(self, row: EventRow) -> None:
        """Only plans and newly known places are measured of what changed in a mind; the rest is not even decoded."""
        change: dict[str, Any] = json.loads(row.data)
        person, plan = change["agent"], change.get("plan")
        self._learn(person, (Address.parse(text) for text in change.get("known", ())), row.step)
        if plan is None:
            return
        version = (plan.get("made", 0), plan.get("revision", 0))
        if self._versions.get(person) != version:
            self._versions[person] = version
            self.plans.append(PlanChange(row.step, person, version[1], plan.get("reason", "")))

    def _learn(self, person: str, places: Iterable[Address], step: int) -> None:
        """Note which sectors somebody knows of from a step on."""
        sectors = self.sectors.setdefault(person, {})
        for place in places:
            if place.depth > 1:
                sectors.setdefault(place.parts[1], step)

    def _reactions(self) -> dict[str, int]:
        calls = self.reader.calls(CallFilter(name="react", status="answered", to_step=self.source.last))
        return dict(sorted(Counter(_choice(call.reply) for call in calls).items()))


def _choice(reply: str) -> str:
    """What was chosen, as far as the reply can be read."""
    try:
        answer = json.loads(reply)
    except json.JSONDecodeError:
        return "unreadable"
    return str(answer.get("choice", "unreadable")) if isinstance(answer, dict) else "unreadable"
