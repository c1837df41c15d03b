"""A run up to the moment at which people are asked: what they lived through, and what they could name."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import TypeVar

from townlet.cognition.state import Plan
from townlet.memory.record import Memory
from townlet.study.record import RunRecord
from townlet.study.traces import Conversation, Line, Spell, Stay
from townlet.study.truth.company import Together, together
from townlet.study.truth.judging import words_for_people
from townlet.world.address import Address

_Stretch = TypeVar("_Stretch", Stay, Spell)


@dataclass(frozen=True)
class Scene:
    """What of a run was over when a step began. Nothing here knows what interviews are shown."""

    record: RunRecord
    step: int
    people: tuple[str, ...]
    """The residents who can be asked."""
    plans: Mapping[str, Plan]
    """Everybody's plan as it stands at that moment."""

    def draw(self, person: str, key: str) -> Random:
        """A generator that depends on the run's seed, the person and the key alone."""
        said = f"truth/{self.record.header.seed}/{person}/{key}"
        return Random(int.from_bytes(hashlib.sha256(said.encode()).digest()[:8], "big"))

    @cached_property
    def day(self) -> int:
        """The day on which people are asked, from 0."""
        return self.record.day(self.step)

    @cached_property
    def talks(self) -> tuple[Conversation, ...]:
        """The talks that had begun, with the lines that were said by then; both have spoken."""
        cut = (replace(talk, lines=self._said(talk)) for talk in self.record.talks)
        return tuple(talk for talk in cut if len({line.speaker for line in talk.lines}) > 1)

    def talks_of(self, person: str, day: int | None = None) -> dict[str, list[Conversation]]:
        """Somebody's talks by the other in them; of one day, if given."""
        found: dict[str, list[Conversation]] = {}
        for talk in self.talks:
            if person in talk.participants and day in (None, self.record.day(talk.lines[0].step)):
                for other in talk.participants:
                    if other != person:
                        found.setdefault(other, []).append(talk)
        return found

    def memories_of(self, person: str) -> Sequence[Memory]:
        """All that somebody remembered, oldest first."""
        of = self.record.remembered.of(person)
        return [memory for memory in of.values() if memory.id.step < self.step]

    def stays_of(self, person: str) -> Sequence[Stay]:
        """Where somebody was, up to the moment."""
        return self._stays.get(person, ())

    def spells_of(self, person: str) -> Sequence[Spell]:
        """What somebody was at, up to the moment."""
        return self._spells.get(person, ())

    @cached_property
    def together(self) -> Together:
        """Who was with whom."""
        names = [person.name for person in self.record.people]
        return together({name: self.stays_of(name) for name in names}, {name: self.spells_of(name) for name in names})

    def others(self, person: str, question: str = "") -> dict[str, tuple[str, ...]]:
        """Everybody else who might be named, with the words for them; without those whom the question names."""
        names = words_for_people([each.name for each in self.record.people])
        return {name: words for name, words in names.items() if name != person and name not in question}

    def buildings(self, person: str = "") -> dict[str, tuple[str, ...]]:
        """Every building and open ground, with the words for it; home and work are also called so by their owner."""
        found = {sector: (sector, *rooms) for sector, rooms in self._sectors.items()}
        own = next((each for each in self.record.people if each.name == person), None)
        if own:
            found[building(own.home)] += ("home", "my house", "my place")
        if own and own.workplace and building(own.workplace) != building(own.home):
            found[building(own.workplace)] += ("at work", "my workplace")
        return found

    @cached_property
    def _sectors(self) -> dict[str, tuple[str, ...]]:
        """Each sector with the names of rooms that are in no other."""
        rooms: dict[str, set[str]] = {}
        for place in self.record.town.setting.places:
            if place.depth > 1:
                rooms.setdefault(building(place), set()).update(place.parts[2:3])
        shared = {room for room in set().union(*rooms.values()) if sum(room in of for of in rooms.values()) > 1}
        return {sector: tuple(sorted(of - shared - {sector})) for sector, of in sorted(rooms.items())}

    @cached_property
    def _stays(self) -> dict[str, list[Stay]]:
        return _until(self.step, self.record.stays)

    @cached_property
    def _spells(self) -> dict[str, list[Spell]]:
        return _until(self.step, self.record.spells)

    def _said(self, talk: Conversation) -> tuple[Line, ...]:
        return tuple(line for line in talk.lines if line.step < self.step)


def building(place: Address) -> str:
    """The name of the building or open ground that a place is in or is."""
    return place.parts[1] if place.depth > 1 else place.name


def _until(step: int, stretches: Iterable[_Stretch]) -> dict[str, list[_Stretch]]:
    """What began before a step, by person, and is over by it."""
    found: dict[str, list[_Stretch]] = {}
    for each in stretches:
        if each.start < step:
            found.setdefault(each.person, []).append(replace(each, end=min(each.end, step)))
    return found
