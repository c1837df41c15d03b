"""The context of the ablation questions: the part of a run that is over when agents are asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import TypeVar

from townlet.cognition.state import Plan
from townlet.evaluation.ablation.grading import name_words_by_person
from townlet.evaluation.randomisation import make_seeded_random
from townlet.measures.record import RunRecord
from townlet.memory.record import Memory
from townlet.runfile.traces import ActivitySpan, SpokenLine, Stay, TalkTranscript
from townlet.world.address import Address

SharedStays = dict[tuple[str, str], list[tuple[Stay, Stay, int]]]
"""For each ordered pair of people, their stays in the same place and the number of steps both were there awake."""


def find_shared_stays(stays: Mapping[str, Iterable[Stay]], spans: Mapping[str, Iterable[ActivitySpan]]) -> SharedStays:
    """Return the shared stays of all people, in rooms and on named open grounds."""
    found: SharedStays = {}
    by_place: dict[str, list[tuple[Stay, Stay]]] = {}
    for person, own in stays.items():
        for whole, part in _awake(own, spans[person]):
            by_place.setdefault(str(part.place), []).append((whole, part))
    for parts in by_place.values():
        parts.sort(key=lambda each: (each[1].start, each[1].person))
        for index, first in enumerate(parts):
            for second in parts[index + 1 :]:
                if second[1].start >= first[1].end:
                    break
                _add_overlap(found, first, second)
    return found


def _awake(stays: Iterable[Stay], spans: Iterable[ActivitySpan]) -> Iterable[tuple[Stay, Stay]]:
    """Yield each stay together with every part of it during which the person was awake."""
    asleep = [(span.start, span.end) for span in spans if span.asleep]
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


def _add_overlap(found: SharedStays, first: tuple[Stay, Stay], second: tuple[Stay, Stay]) -> None:
    """Add the overlap of two (whole stay, waking part) pairs to `found`, once for each order of the two people."""
    (whole, part), (other_whole, other_part) = first, second
    steps = min(part.end, other_part.end) - max(part.start, other_part.start)
    if steps > 0 and part.person != other_part.person:
        found.setdefault((part.person, other_part.person), []).append((whole, other_whole, steps))
        found.setdefault((other_part.person, part.person), []).append((other_whole, whole, steps))


_Stretch = TypeVar("_Stretch", Stay, ActivitySpan)


@dataclass(frozen=True)
class QuestionContext:
    """The part of a run that was over when a step began. It is the same under every memory condition."""

    record: RunRecord
    step: int
    people: tuple[str, ...]
    """The residents who are asked."""
    plans: Mapping[str, Plan]
    """Each resident's plan when the step begins."""

    def make_random(self, person: str, key: str) -> Random:
        """Return a generator whose seed depends only on the run's seed, the person and the key."""
        return make_seeded_random("truth", self.record.header.seed, person, key)

    @cached_property
    def day(self) -> int:
        """The game day on which people are asked, counted from 0."""
        return self.record.day(self.step)

    @cached_property
    def talks(self) -> tuple[TalkTranscript, ...]:
        """The talks in which both participants had spoken by then, cut off at the step."""
        cut = (replace(talk, lines=self._lines_so_far(talk)) for talk in self.record.talks)
        return tuple(talk for talk in cut if len({line.speaker for line in talk.lines}) > 1)

    def talks_of(self, person: str, day: int | None = None) -> dict[str, list[TalkTranscript]]:
        """Return a person's talks, grouped by the other participant. With `day`, only the talks of that day."""
        found: dict[str, list[TalkTranscript]] = {}
        for talk in self.talks:
            if person in talk.participants and day in (None, self.record.day(talk.lines[0].step)):
                for other in talk.participants:
                    if other != person:
                        found.setdefault(other, []).append(talk)
        return found

    def memories_of(self, person: str) -> Sequence[Memory]:
        """Return the memories that a person had by then, oldest first."""
        memories = self.record.remembered.of(person)
        return [memory for memory in memories.values() if memory.id.step < self.step]

    def stays_of(self, person: str) -> Sequence[Stay]:
        """Return where a person was until then."""
        return self._stays.get(person, ())

    def spans_of(self, person: str) -> Sequence[ActivitySpan]:
        """Return what a person did until then."""
        return self._long_spans.get(person, ())

    @cached_property
    def shared_stays(self) -> SharedStays:
        """The stays that two people shared until then."""
        names = [person.name for person in self.record.people]
        return find_shared_stays(
            {name: self.stays_of(name) for name in names}, {name: self.spans_of(name) for name in names}
        )

    def others(self, person: str, question: str = "") -> dict[str, tuple[str, ...]]:
        """Return the words that name each other person, except people whom the question itself names."""
        names = name_words_by_person([each.name for each in self.record.people])
        return {name: words for name, words in names.items() if name != person and name not in question}

    def buildings(self, person: str = "") -> dict[str, tuple[str, ...]]:
        """Return the words by which an answer may refer to each building or open ground.

        With `person`, their home and workplace may also be called "home" and "at work".
        """
        found = {sector: (sector, *rooms) for sector, rooms in self._sectors.items()}
        own = next((each for each in self.record.people if each.name == person), None)
        if own:
            found[building_name(own.home)] += ("home", "my house", "my place")
        if own and own.workplace and building_name(own.workplace) != building_name(own.home):
            found[building_name(own.workplace)] += ("at work", "my workplace")
        return found

    @cached_property
    def _sectors(self) -> dict[str, tuple[str, ...]]:
        """Each sector with the room names that no other sector has."""
        rooms: dict[str, set[str]] = {}
        for place in self.record.town.setting.places:
            if place.depth > 1:
                rooms.setdefault(building_name(place), set()).update(place.parts[2:3])
        shared = {room for room in set().union(*rooms.values()) if sum(room in own for own in rooms.values()) > 1}
        return {sector: tuple(sorted(own - shared - {sector})) for sector, own in sorted(rooms.items())}

    @cached_property
    def _stays(self) -> dict[str, list[Stay]]:
        return _until(self.step, self.record.stays)

    @cached_property
    def _long_spans(self) -> dict[str, list[ActivitySpan]]:
        return _until(self.step, self.record.spans)

    def _lines_so_far(self, talk: TalkTranscript) -> tuple[SpokenLine, ...]:
        return tuple(line for line in talk.lines if line.step < self.step)


def building_name(place: Address) -> str:
    """Return the name of the building or open ground that contains the place, or is the place."""
    return place.sector or place.name


def _until(step: int, stretches: Iterable[_Stretch]) -> dict[str, list[_Stretch]]:
    """Return the stretches that began before a step, cut off at it and grouped by person."""
    found: dict[str, list[_Stretch]] = {}
    for each in stretches:
        if each.start < step:
            found.setdefault(each.person, []).append(replace(each, end=min(each.end, step)))
    return found
