"""The record that is measured: the people of a run, what they said and did, and when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache

from townlet.cognition.answers import Reaction
from townlet.cognition.persona import Persona
from townlet.language.answer_reader import read_answer
from townlet.measures.text.words import NameFinder, Vocabulary
from townlet.memory.record import Memory, MemoryId
from townlet.runfile import RunDamaged, RunFileError, RunHeader
from townlet.runfile.manifest import Manifest
from townlet.runfile.traces import (
    ActivitySpan,
    ObjectChange,
    PlanChange,
    SpokenLine,
    Stay,
    TalkTranscript,
)
from townlet.runfile.view import RunView
from townlet.town import Town
from townlet.world.clock import Clock
from townlet.world.doors import Doors

PEOPLE_HELD = 50
"""How many people's memories are held at a time: more than live in the paper's town. Beyond that, memories are read
again, so go through people one after another."""
_VIEWS_HELD = 4
"""How many runs have their name finder cached. A few suffice: commands that compare runs read one after another."""


class RunMemories:
    """Everybody's memories, read on demand. Methods raise RunFileError."""

    def __init__(self, source: RunView) -> None:
        self._source = source
        self.of = lru_cache(PEOPLE_HELD)(self._of)
        """Return one person's memories by id, oldest first."""
        self.shown_to = lru_cache(PEOPLE_HELD)(source.memories_shown_to)
        """Return for each of one person's utterances the memories in its prompt."""

    def by_step(self) -> Iterator[Memory]:
        """Yield everybody's memories, ordered by step and then by name."""
        return self._source.memories_by_step()

    @cached_property
    def thoughts(self) -> Mapping[MemoryId, Memory]:
        """Everybody's reflections and plans by id, in the order of `by_step`.

        They are few, so they are kept in memory.
        """
        return {memory.id: memory for memory in self.by_step() if memory.kind != "observation"}

    def get(self, memory: MemoryId) -> Memory | None:
        """Return one memory by its id; None if nobody has it."""
        return self.of(memory.agent).get(memory)

    def shown(self, line: SpokenLine) -> tuple[Memory, ...]:
        """Return the memories in the prompt of a line's speaker."""
        own = self.of(line.speaker)
        return tuple(own[each] for each in self.shown_to(line.speaker).get(line.utterance, ()) if each in own)

    def _of(self, person: str) -> Mapping[MemoryId, Memory]:
        return {memory.id: memory for memory in self._source.memories(person)}


ENOUGH_PEOPLE = 8
"""The smallest town whose shares of people are compared with a bar: in smaller towns one person is too
large a share. Our choice, not the paper's."""


@dataclass(frozen=True, eq=False)
class RunRecord:
    """What people said and did, read once. Memories are read through `remembered` when they are needed."""

    view: RunView
    people: tuple[Persona, ...]
    """Residents, in the order in which they joined."""
    visitors: tuple[str, ...]
    talks: tuple[TalkTranscript, ...]
    spans: tuple[ActivitySpan, ...]
    stays: tuple[Stay, ...]
    plans: tuple[PlanChange, ...]
    object_changes: tuple[ObjectChange, ...]
    sectors_known: Mapping[str, Mapping[str, int]]
    """For each person, the names of the sectors they know, with the step at which they learned of them."""
    reactions: Mapping[str, int]
    """How often each reaction was chosen: go on, act, wait or talk."""

    @property
    def header(self) -> RunHeader:
        return self.view.header

    @property
    def manifest(self) -> Manifest:
        """The manifest for every result made from this record."""
        return self.view.manifest

    @property
    def town(self) -> Town:
        return self.view.town

    @property
    def last_step(self) -> int:
        return self.view.last

    @cached_property
    def remembered(self) -> RunMemories:
        """The memories of everybody in the run."""
        return RunMemories(self.view)

    @property
    def small(self) -> bool:
        """Whether the town is too small for the bars on shares of people."""
        return len(self.people) < ENOUGH_PEOPLE

    @property
    def clock(self) -> Clock:
        return self.header.clock

    @cached_property
    def doors(self) -> Doors:
        return Doors(self.town.setting)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary((*(person.name for person in self.people), *self.visitors), self.town.setting)

    @cached_property
    def lines(self) -> tuple[SpokenLine, ...]:
        """Every spoken line, in the order in which they were said."""
        said = [line for talk in self.talks for line in talk.lines]
        return tuple(sorted(said, key=lambda line: (line.step, line.talk, line.number)))

    @cached_property
    def own_lines(self) -> tuple[SpokenLine, ...]:
        """The lines that agents spoke. Lines typed by a person say nothing about how agents speak."""
        return tuple(line for line in self.lines if not line.typed)

    @cached_property
    def days(self) -> int:
        """The number of calendar days that the run touches."""
        return self.day(self.last_step) + 1

    def time(self, step: int) -> datetime:
        return self.clock.at(step)

    def when(self, step: int) -> str:
        """Return a step as text for people, such as 'day 2, 9:40'."""
        time = self.time(step)
        return f"day {self.day(step) + 1}, {time.hour}:{time.minute:02d}"

    def day(self, step: int) -> int:
        """Return the calendar day of a step, counted from 0."""
        return (self.time(step).date() - self.header.start.date()).days

    def midnight(self, day: int) -> int:
        """Return the step at which a day begins; negative if the run starts later that day."""
        return self.clock.step_at(datetime.combine(self.header.start.date(), datetime.min.time())) + (
            day * self.clock.steps_a_day
        )

    def minutes(self, steps: float) -> float:
        return steps * self.header.step_seconds / 60

    def spans_of(self, person: str) -> tuple[ActivitySpan, ...]:
        return self._spans.get(person, ())

    def stays_of(self, person: str) -> tuple[Stay, ...]:
        return self._stays.get(person, ())

    def person_days(self) -> Iterator[tuple[Persona, int]]:
        """Yield each resident with each day that the run covers at least from noon to 20:00."""
        noon, evening = self.clock.steps(12 * 60), self.clock.steps(20 * 60)
        for person in self.people:
            for day in range(self.days):
                if self.midnight(day) + noon >= 0 and self.last_step + 1 >= self.midnight(day) + evening:
                    yield person, day

    @cached_property
    def whole_days(self) -> tuple[int, ...]:
        """The days that the run covers at least from noon to 20:00, counted from 0."""
        return tuple(sorted({day for _, day in self.person_days()}))

    @cached_property
    def _spans(self) -> Mapping[str, tuple[ActivitySpan, ...]]:
        found: dict[str, list[ActivitySpan]] = {}
        for span in self.spans:
            found.setdefault(span.person, []).append(span)
        return {person: tuple(spans) for person, spans in found.items()}

    @cached_property
    def _stays(self) -> Mapping[str, tuple[Stay, ...]]:
        found: dict[str, list[Stay]] = {}
        for stay in self.stays:
            found.setdefault(stay.person, []).append(stay)
        return {person: tuple(stays) for person, stays in found.items()}


class EmptyRun(RunFileError):
    """The run has no complete step."""


def read_run_record(view: RunView) -> RunRecord:
    """Read everything that is measured. Raises RunFileError, also for a run without a complete step."""
    if view.last < 0:
        raise EmptyRun(f"{view.path} holds no complete step yet; let it run on before measuring it.")
    try:
        return _read(view)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        why = f"{type(error).__name__}: {error}"
        raise RunDamaged(f"Run file {view.path} holds events that cannot be read ({why}); verify it.") from error


def _read(view: RunView) -> RunRecord:
    talks: dict[str, list[SpokenLine]] = {}
    for line in view.lines():
        talks.setdefault(line.talk, []).append(line)
    stays: list[Stay] = []
    spans: list[ActivitySpan] = []
    for ended_stays, ended_spans, _ in view.whereabouts():
        stays += ended_stays
        spans += ended_spans
    return RunRecord(
        view,
        tuple(joined.persona for _, joined in view.joined.values() if not joined.visitor),
        tuple(name for name, (_, joined) in view.joined.items() if joined.visitor),
        tuple(TalkTranscript(talk, tuple(lines)) for talk, lines in talks.items()),
        tuple(spans),
        tuple(stays),
        tuple(view.plan_changes()),
        tuple(view.object_changes()),
        _sectors_known(view),
        dict(sorted(Counter(_choice(call.reply) for call in view.calls("react")).items())),
    )


def _sectors_known(view: RunView) -> dict[str, dict[str, int]]:
    known: dict[str, dict[str, int]] = {}
    for step, person, places in view.places_learned():
        sectors = known.setdefault(person, {})
        for place in places:
            if place.depth > 1:
                sectors.setdefault(place.parts[1], step)
    return known


@lru_cache(_VIEWS_HELD)
def name_finder_of(view: RunView) -> NameFinder:
    """Return a finder of residents in texts, which knows the places and visitors that share a name with them."""
    places = (part for place in view.town.setting.places for part in place.parts)
    visitors = (name for name in view.joined if name not in view.residents)
    return NameFinder(view.residents, (*places, *visitors))


def _choice(reply: str) -> str:
    """Return the choice in a reply; 'unreadable' if it has none."""
    answer = read_answer(reply, Reaction).answer
    return answer.choice if answer else "unreadable"
