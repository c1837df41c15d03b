"""A run as studies see it: who there is and all that they left behind, on one clock."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from townlet.cognition.persona import Persona
from townlet.engine.runfile import RunHeader
from townlet.study.manifest import Manifest
from townlet.study.remembered import Remembered
from townlet.study.source import Source
from townlet.study.traces import Conversation, Line, ObjectChange, PlanChange, Spell, Stay
from townlet.study.words import Vocabulary
from townlet.town import Town
from townlet.world.clock import Clock
from townlet.world.doors import Doors

ENOUGH_PEOPLE = 8
"""The size of the smallest town for which shares of its people and its silences are held against a bar; our choice."""


@dataclass(frozen=True, eq=False)
class RunRecord:
    """What people said and did, read once from a run file, and the way to what they remember, which is not held."""

    source: Source
    people: tuple[Persona, ...]
    """Residents, in the order in which they joined."""
    visitors: tuple[str, ...]
    talks: tuple[Conversation, ...]
    spells: tuple[Spell, ...]
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
    def remembered(self) -> Remembered:
        """What everybody remembers."""
        return Remembered(self.source)

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
    def lines(self) -> tuple[Line, ...]:
        """Every line, in the order in which they were said."""
        said = [line for talk in self.talks for line in talk.lines]
        return tuple(sorted(said, key=lambda line: (line.step, line.talk, line.number)))

    @cached_property
    def own_lines(self) -> tuple[Line, ...]:
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

    def spells_of(self, person: str) -> tuple[Spell, ...]:
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
    def _spells(self) -> Mapping[str, tuple[Spell, ...]]:
        found: dict[str, list[Spell]] = {}
        for spell in self.spells:
            found.setdefault(spell.person, []).append(spell)
        return {person: tuple(spells) for person, spells in found.items()}

    @cached_property
    def _stays(self) -> Mapping[str, tuple[Stay, ...]]:
        found: dict[str, list[Stay]] = {}
        for stay in self.stays:
            found.setdefault(stay.person, []).append(stay)
        return {person: tuple(stays) for person, stays in found.items()}
