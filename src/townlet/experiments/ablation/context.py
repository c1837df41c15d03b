"""Who was in one place with whom, awake, and for how long."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import TypeVar

from townlet.analysis.record import RunRecord
from townlet.analysis.traces import ActivitySpan, SpokenLine, Stay, TalkTranscript
from townlet.cognition.state import Plan
from townlet.experiments.ablation.grading import name_words_by_person
from townlet.memory.record import Memory
from townlet.world.address import Address

SharedStays = dict[tuple[str, str], list[tuple[Stay, Stay, int]]]
"""For each two people, one way and the other: their stays in one place, and how many steps they overlap awake."""


def find_shared_stays(stays: Mapping[str, Iterable[Stay]], spells: Mapping[str, Iterable[ActivitySpan]]) -> SharedStays:
    """Everybody with everybody else, in rooms and on open grounds that have a name."""
    found: SharedStays = {}
    by_place: dict[str, list[tuple[Stay, Stay]]] = {}
    for person, own in stays.items():
        for whole, part in _awake(own, spells[person]):
            by_place.setdefault(str(part.place), []).append((whole, part))
    for parts in by_place.values():
        parts.sort(key=lambda each: (each[1].start, each[1].person))
        for place, one in enumerate(parts):
            for other in parts[place + 1 :]:
                if other[1].start >= one[1].end:
                    break
                _note(found, one, other)
    return found


def _awake(stays: Iterable[Stay], spells: Iterable[ActivitySpan]) -> Iterable[tuple[Stay, Stay]]:
    """Each stay with the parts of it that somebody was awake for."""
    asleep = [(spell.start, spell.end) for spell in spells if spell.asleep]
    for stay in stays:
        if stay.place is None:
            continue
        start = stay.start
        for begins, ends in asleep:
            if ends > start and begins < stay.end:
                if begins > start:
                    yield stay, Stay(stay.person, stay.place, start, begins)
                start = ends
        if start < stay.end:
            yield stay, Stay(stay.person, stay.place, start, stay.end)


def _note(found: SharedStays, one: tuple[Stay, Stay], other: tuple[Stay, Stay]) -> None:
    steps = min(one[1].end, other[1].end) - max(one[1].start, other[1].start)
    if steps > 0 and one[1].person != other[1].person:
        found.setdefault((one[1].person, other[1].person), []).append((one[0], other[0], steps))
        found.setdefault((other[1].person, one[1].person), []).append((other[0], one[0], steps))


_Stretch = TypeVar("_Stretch", Stay, ActivitySpan)


@dataclass(frozen=True)
class QuestionContext:
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
    def talks(self) -> tuple[TalkTranscript, ...]:
        """The talks that had begun, with the lines that were said by then; both have spoken."""
        cut = (replace(talk, lines=self._said(talk)) for talk in self.record.talks)
        return tuple(talk for talk in cut if len({line.speaker for line in talk.lines}) > 1)

    def talks_of(self, person: str, day: int | None = None) -> dict[str, list[TalkTranscript]]:
        """Somebody's talks by the other in them; of one day, if given."""
        found: dict[str, list[TalkTranscript]] = {}
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

    def spells_of(self, person: str) -> Sequence[ActivitySpan]:
        """What somebody was at, up to the moment."""
        return self._spells.get(person, ())

    @cached_property
    def together(self) -> SharedStays:
        """Who was with whom."""
        names = [person.name for person in self.record.people]
        return find_shared_stays(
            {name: self.stays_of(name) for name in names}, {name: self.spells_of(name) for name in names}
        )

    def others(self, person: str, question: str = "") -> dict[str, tuple[str, ...]]:
        """Everybody else who might be named, with the words for them; without those whom the question names."""
        names = name_words_by_person([each.name for each in self.record.people])
        return {name: words for name, words in names.items() if name != person and name not in question}

    def buildings(self, person: str = "") -> dict[str, tuple[str, ...]]:
        """Every building and open ground, with the words for it; home and work are also called so by their owner."""
        found = {sector: (sector, *rooms) for sector, rooms in self._sectors.items()}
        own = next((each for each in self.record.people if each.name == person), None)
        if own:
            found[building_name(own.home)] += ("home", "my house", "my place")
        if own and own.workplace and building_name(own.workplace) != building_name(own.home):
            found[building_name(own.workplace)] += ("at work", "my workplace")
        return found

    @cached_property
    def _sectors(self) -> dict[str, tuple[str, ...]]:
        """Each sector with the names of rooms that are in no other."""
        rooms: dict[str, set[str]] = {}
        for place in self.record.town.setting.places:
            if place.depth > 1:
                rooms.setdefault(building_name(place), set()).update(place.parts[2:3])
        shared = {room for room in set().union(*rooms.values()) if sum(room in of for of in rooms.values()) > 1}
        return {sector: tuple(sorted(of - shared - {sector})) for sector, of in sorted(rooms.items())}

    @cached_property
    def _stays(self) -> dict[str, list[Stay]]:
        return _until(self.step, self.record.stays)

    @cached_property
    def _spells(self) -> dict[str, list[ActivitySpan]]:
        return _until(self.step, self.record.spells)

    def _said(self, talk: TalkTranscript) -> tuple[SpokenLine, ...]:
        return tuple(line for line in talk.lines if line.step < self.step)


def building_name(place: Address) -> str:
    """The name of the building or open ground that a place is in or is."""
    return place.parts[1] if place.depth > 1 else place.name


def _until(step: int, stretches: Iterable[_Stretch]) -> dict[str, list[_Stretch]]:
    """What began before a step, by person, and is over by it."""
    found: dict[str, list[_Stretch]] = {}
    for each in stretches:
        if each.start < step:
            found.setdefault(each.person, []).append(replace(each, end=min(each.end, step)))
    return found
