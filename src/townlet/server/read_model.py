"""A run file as the server knows it: read once, and then whatever its owner adds."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from threading import Lock

from townlet.analysis.history import RecordedMinds, WorldHistory
from townlet.memory.record import Memory
from townlet.runfile import EventRow, RunReader
from townlet.runfile.files import open_reader
from townlet.server.event_feed import EventFeed
from townlet.server.protocol.messages import StepsMessage
from townlet.server.timeline_markers import MarkerIndex
from townlet.town import town_from_files
from townlet.world.clock import Clock

_HOURS_KEPT = 64
"""Reels of whole hours that are kept as they are sent; a few hundred kilobytes each."""


class RunReadModel:
    """The past, the film and the marks of a run, up to step `until`. May be read by many threads."""

    def __init__(self, path: Path, end: int | None = None) -> None:
        """Nothing from step `end` on is taken in; by default all that there is. Raises RunFileError."""
        self.path, self._end = path, end
        with open_reader(path) as reader:
            self.header = reader.header
            self.town = town_from_files(reader.town_files(), str(path))
        self.clock = Clock(self.header.start, self.header.step_seconds)
        self.past = WorldHistory(self.town, self.clock)
        self.film, self.marks = EventFeed(self.past), MarkerIndex()
        self.thoughts: list[Memory] = []
        """All reflections, in the order of their steps."""
        self.minds = RecordedMinds(path, self.past)
        self.reel_of_hour = lru_cache(_HOURS_KEPT)(self._reel_of_hour)
        self._growing = Lock()
        self.grow()

    @property
    def until(self) -> int:
        """The first step that is not known to have happened."""
        return self.past.until

    @property
    def hour(self) -> int:
        """Steps in a game hour."""
        return self.clock.steps(60)

    def grow(self) -> StepsMessage | None:
        """Take in the steps that were completed since the last time; None if there are none. Raises RunFileError."""
        with self._growing, open_reader(self.path) as reader:
            last = reader.last_step()
            until = 0 if last is None else last + 1 if self._end is None else min(last + 1, self._end)
            return self._taken_in(reader, self.until, until) if until > self.until else None

    def thoughts_before(self, step: int) -> list[Memory]:
        """All reflections made before a step, oldest first."""
        return [memory for memory in tuple(self.thoughts) if memory.id.step < step]

    def reel(self, from_step: int, to_step: int) -> str:
        """A stretch of the film as JSON."""
        if to_step == from_step + self.hour and from_step % self.hour == 0 and to_step <= self.until:
            return self.reel_of_hour(from_step)
        return self.film.reel(from_step, to_step).model_dump_json()

    def _reel_of_hour(self, from_step: int) -> str:
        return self.film.reel(from_step, from_step + self.hour).model_dump_json()

    def _taken_in(self, reader: RunReader, from_step: int, to_step: int) -> StepsMessage:
        minds: list[EventRow] = []
        for row in reader.events(from_step, to_step - 1):
            if row.agent:
                minds.append(row)
            else:
                self.film.note(self.past.add(row))
        self.past.reach(to_step)
        thoughts = _reflections(reader, from_step, to_step, {row.agent for row in minds})
        self.thoughts.extend(thoughts)
        marks = self.marks.note(self.past.between(from_step, to_step), minds, thoughts)
        events = self.film.between(from_step, to_step)
        return StepsMessage(from_step=from_step, to_step=to_step, events=list(events), marks=marks)


def _reflections(reader: RunReader, from_step: int, to_step: int, people: set[str]) -> list[Memory]:
    """What was thought from one step to another. Later on only those are looked at who thought at all."""
    whose: list[str | None] = [None] if from_step == 0 else [*sorted(people)]
    found = [
        memory
        for agent in whose
        for memory in reader.memories(agent, to_step - 1, from_step=from_step, kind="reflection")
    ]
    return sorted(found, key=lambda memory: memory.id.step)
