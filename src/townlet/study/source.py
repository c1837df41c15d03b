"""A run file to read from, as far as it had come when it was opened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path

from townlet.engine.events import Embodied, Joined, Shown
from townlet.engine.log import event_of
from townlet.engine.runfile import EventRow, RecallRow, RunHeader
from townlet.engine.simulation import opened
from townlet.memory.record import Memory, MemoryId
from townlet.study.manifest import Manifest, manifest_of
from townlet.study.naming import Naming
from townlet.study.traces import Line, Spoken
from townlet.town import Town, town_from_files
from townlet.world.events import Said


@dataclass(frozen=True)
class Source:
    """All that is read of one source ends with the same step, however much the run has grown since.

    The file is open only while it is read. Methods may raise RunFileError.
    """

    path: Path
    header: RunHeader
    last: int
    """The last step read; -1 for a run without a complete one."""
    manifest: Manifest

    @classmethod
    def of(cls, path: Path) -> Source:
        """A run as it stands now. Raises RunFileError."""
        with opened(path) as reader:
            last = reader.last_step()
            return cls(path, reader.header, -1 if last is None else last, manifest_of(reader, last))

    def time(self, step: int) -> datetime:
        return self.header.time_of(step)

    def events(self, *kinds: str) -> Iterator[EventRow]:
        """The events of these kinds, in the order in which they happened."""
        with opened(self.path) as reader:
            yield from reader.events(0, self.last, kinds=kinds)

    def memories(self, person: str) -> Iterator[Memory]:
        """All of one person's, oldest first."""
        with opened(self.path) as reader:
            yield from reader.memories(person, self.last)

    def memories_by_step(self) -> Iterator[Memory]:
        """Everybody's, in the order in which they were made."""
        with opened(self.path) as reader:
            yield from reader.memories_by_step(self.last)

    def recalls(self) -> Iterator[RecallRow]:
        """What was recalled, in order of steps."""
        with opened(self.path) as reader:
            yield from reader.recalls(self.last)

    def spoken(self) -> Iterator[Spoken]:
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
                    line = line_of(said, row.step, typed=said.speaker in embodied)
                    yield Spoken(line, shown.pop(said.utterance, ()))

    def shown_to(self, person: str) -> Mapping[str, tuple[MemoryId, ...]]:
        """For each line that somebody said, the memories in their prompt."""
        with opened(self.path) as reader:
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
    def naming(self) -> Naming:
        """Finds the residents who are named in a text; places and visitors may be called like them."""
        places = (part for place in self.town.setting.places for part in place.parts)
        return Naming(self.residents, (*places, *(name for name in self.joined if name not in self.residents)))

    @cached_property
    def town(self) -> Town:
        with opened(self.path) as reader:
            return town_from_files(reader.town_files(), str(self.path))


def line_of(said: Said, step: int, *, typed: bool) -> Line:
    """A spoken line and when it was said."""
    return Line(said.talk, said.number, said.speaker, said.to, said.text, step, said.hearers, typed)


def memory_key(memory: MemoryId) -> str:
    """A memory's id as one text: 'person/step/ordinal'."""
    return "/".join(map(str, memory))
