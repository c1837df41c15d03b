"""The read model of a run: its event log folded into world history, event feed and markers, extended as it grows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from townlet.memory.record import Memory
from townlet.runfile import RunReader
from townlet.runfile.event_log import event_of
from townlet.runfile.history import RecordedMinds, TimedEvent, WorldHistory
from townlet.runfile.view import RunView
from townlet.server.event_feed import EventFeed
from townlet.server.protocol.event_feed import TimelineMarker
from townlet.server.protocol.messages import StepsMessage
from townlet.server.story_teller import StoryTeller
from townlet.server.timeline_markers import MARKED, MarkerIndex, PlanReason
from townlet.world.events import Said

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
        self.past = WorldHistory(path, self.town, self.clock)
        self.feed, self.markers = EventFeed(self.past), MarkerIndex()
        self.reflections: list[Memory] = []
        """All reflections, ordered by step."""
        self.minds = RecordedMinds(path, self.past)
        self.teller = StoryTeller(path)
        self.hour_json = lru_cache(_CACHED_HOURS)(self._hour_json)
        self._reading = Lock()
        with self.view.reader() as reader:
            self._open(reader, self._complete_until(reader))

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
            until = self._complete_until(reader)
            return self._take_in(reader, self.next_step, until) if until > self.next_step else None

    @contextmanager
    def without_reading(self) -> Iterator[None]:
        """Wait until no thread reads new steps, and let none begin to while the block runs."""
        with self._reading:
            yield

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

    def _complete_until(self, reader: RunReader) -> int:
        last = reader.last_step()
        return 0 if last is None else last + 1 if self._end is None else min(last + 1, self._end)

    def _open(self, reader: RunReader, to_step: int) -> None:
        """Take in a whole run without decoding more of its past than its markers need."""
        self.past.read(reader, to_step)
        events = [
            TimedEvent(row.step, row.phase, event_of(row))
            for row in reader.events(0, to_step - 1, "", kinds=MARKED)
            # Only the first line of a talk has a marker; its number, 0, is not written.
            if row.kind != Said.__name__ or '"number":' not in row.data
        ]
        self._mark(events, _read_minds(reader, 0, to_step, set()))

    def _take_in(self, reader: RunReader, from_step: int, to_step: int) -> StepsMessage:
        """Take in some steps. They are read before anything changes, because a query that fails is asked again."""
        rows = list(reader.events(from_step, to_step - 1))
        news = _read_minds(reader, from_step, to_step, {row.agent for row in rows if row.agent})
        for row in rows:
            if not row.agent:
                self.past.add(row)
        self.past.reach(to_step)
        marks = self._mark(self.past.between(from_step, to_step), news)
        feed = list(self.feed.between(from_step, to_step))
        return StepsMessage(from_step=from_step, to_step=to_step, events=feed, marks=marks)

    def _mark(self, events: Iterable[TimedEvent], news: _NewsOfMinds) -> list[TimelineMarker]:
        self.reflections.extend(news.reflections)
        return self.markers.add(events, news.plans, news.reflections)


class _NewsOfMinds(NamedTuple):
    """What is marked of people's minds."""

    plans: list[PlanReason]
    reflections: list[Memory]


def _read_minds(reader: RunReader, from_step: int, to_step: int, people: set[str]) -> _NewsOfMinds:
    plans = list(reader.plan_reasons(from_step, to_step - 1))
    return _NewsOfMinds(plans, _reflections(reader, from_step, to_step, people))


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
