"""The read model of a run: its event log folded into world history, event feed and markers, extended as it grows."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from threading import Lock

from townlet.memory.record import Memory
from townlet.runfile import EventRow, RunReader
from townlet.runfile.history import RecordedMinds, WorldHistory
from townlet.runfile.view import RunView
from townlet.server.event_feed import EventFeed
from townlet.server.protocol.messages import StepsMessage
from townlet.server.timeline_markers import MarkerIndex

_CACHED_HOURS = 64
"""How many feed segments of whole hours are cached as JSON; each has a few hundred kilobytes."""


class RunReadModel:
    """The world history, event feed, markers and minds of a run, before step `next_step`. Safe for many threads."""

    def __init__(self, path: Path, end: int | None = None) -> None:
        """Read the run; if `end` is given, ignore that step and all later ones. Raises RunFileError."""
        self.path, self._end = path, end
        self.view = RunView(path)
        """The run as it stood when the server opened it."""
        self.header, self.town, self.clock = self.view.header, self.view.town, self.view.clock
        self.past = WorldHistory(self.town, self.clock)
        self.feed, self.markers = EventFeed(self.past), MarkerIndex()
        self.reflections: list[Memory] = []
        """All reflections, ordered by step."""
        self.minds = RecordedMinds(path, self.past)
        self.hour_json = lru_cache(_CACHED_HOURS)(self._hour_json)
        self._reading = Lock()
        self.read_new_steps()

    @property
    def next_step(self) -> int:
        """The first step that has not happened, as far as the file has been read."""
        return self.past.until

    @property
    def hour(self) -> int:
        """The number of steps in a game hour."""
        return self.clock.steps(60)

    def read_new_steps(self) -> StepsMessage | None:
        """Read the steps that were completed since the last call; None if there are none. Raises RunFileError."""
        with self._reading, self.view.reader() as reader:
            last = reader.last_step()
            until = 0 if last is None else last + 1 if self._end is None else min(last + 1, self._end)
            return self._take_in(reader, self.next_step, until) if until > self.next_step else None

    def reflections_before(self, step: int) -> list[Memory]:
        """Return all reflections made before a step, oldest first."""
        return [memory for memory in tuple(self.reflections) if memory.id.step < step]

    def segment_json(self, from_step: int, to_step: int) -> str:
        """Return the feed segment from `from_step` until before `to_step` as JSON; whole hours are cached."""
        if to_step == from_step + self.hour and from_step % self.hour == 0 and to_step <= self.next_step:
            return self.hour_json(from_step)
        return self.feed.segment(from_step, to_step).model_dump_json()

    def _hour_json(self, from_step: int) -> str:
        return self.feed.segment(from_step, from_step + self.hour).model_dump_json()

    def _take_in(self, reader: RunReader, from_step: int, to_step: int) -> StepsMessage:
        minds: list[EventRow] = []
        for row in reader.events(from_step, to_step - 1):
            if row.agent:
                minds.append(row)
            else:
                self.feed.add(self.past.add(row))
        self.past.reach(to_step)
        reflections = _reflections(reader, from_step, to_step, {row.agent for row in minds})
        self.reflections.extend(reflections)
        marks = self.markers.add(self.past.between(from_step, to_step), minds, reflections)
        events = self.feed.between(from_step, to_step)
        return StepsMessage(from_step=from_step, to_step=to_step, events=list(events), marks=marks)


def _reflections(reader: RunReader, from_step: int, to_step: int, people: set[str]) -> list[Memory]:
    """Return the reflections between two steps, ordered by step.

    After the first reading only `people` are queried, those with changes of mind in these steps: most have none.
    """
    whose: list[str | None] = [None] if from_step == 0 else [*sorted(people)]
    found = [
        memory
        for agent in whose
        for memory in reader.memories(agent, to_step - 1, from_step=from_step, kind="reflection")
    ]
    return sorted(found, key=lambda memory: memory.id.step)
