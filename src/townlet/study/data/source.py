"""A run file to read tables from, as far as it had come when it was opened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path

from townlet.engine.events import Joined
from townlet.engine.log import event_of
from townlet.engine.runfile import EventRow, RunHeader
from townlet.engine.simulation import opened
from townlet.memory.record import Memory, MemoryId
from townlet.study.manifest import Manifest, manifest_of
from townlet.town import Town, town_from_files


@dataclass(frozen=True)
class Source:
    """All tables of one source end with the same step, however much the run has grown since.

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
    def town(self) -> Town:
        with opened(self.path) as reader:
            return town_from_files(reader.town_files(), str(self.path))


def memory_key(memory: MemoryId) -> str:
    """A memory's id as one text: 'person/step/ordinal'."""
    return "/".join(map(str, memory))
