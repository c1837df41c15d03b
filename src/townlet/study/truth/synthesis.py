"""Synthesis: what follows from three records at least, and stands in none of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from townlet.memory.record import Memory
from townlet.study.traces import Spell
from townlet.study.truth.items import LEAST_RECORDS, Item, of_memories, of_stays
from townlet.study.truth.judging import Chosen, Named
from townlet.study.truth.memory import OPTIONS
from townlet.study.truth.scene import Scene, building

MARGIN = 1.25
"""How many times as much the first has to have as the second, for the truth to be clear; our choice."""
OTHERS = 2
"""About how many others somebody is asked at most: those of whom they remember most."""
_LEAST_MINUTES = 30
"""With somebody, or in a place, in all."""
_SHORTEST_VISIT = 5
"""Minutes in a building below which one only passed through."""
_MOST_EVIDENCE = 12
"""Records of one sort that are named as evidence."""


def synthesis_items(scene: Scene, person: str) -> Iterator[Item]:
    """All synthesis questions to one person."""
    yield from _company(scene, person)
    yield from _often(scene, person)
    yield from _haunt(scene, person)
    known = _known_well(scene, person)
    for number, (other, held) in enumerate(known[:OTHERS], start=1):
        yield from _busy(scene, person, other, held, number)
        yield from _found_at(scene, person, other, held, number)


def clear_first(amounts: Mapping[str, float]) -> str:
    """The one with most, where no other comes near; empty for none."""
    ordered = sorted(amounts.items(), key=lambda each: (-each[1], each[0]))
    if not ordered or (len(ordered) > 1 and ordered[0][1] < MARGIN * ordered[1][1]):
        return ""
    return ordered[0][0]


def _company(scene: Scene, person: str) -> Iterator[Item]:
    """With whom one has spent most time, by the stays of both."""
    shared = {other: each for (one, other), each in scene.together.items() if one == person}
    minutes = {other: scene.record.minutes(sum(steps for _, _, steps in each)) for other, each in shared.items()}
    others, first = scene.others(person), clear_first(minutes)
    if first not in others or minutes[first] < _LEAST_MINUTES:
        return
    held = _naming(scene, person, first)
    if len(shared[first]) >= LEAST_RECORDS and len(held) >= LEAST_RECORDS:
        stays = [stay for own, theirs, _ in shared[first] for stay in (own, theirs)]
        text = "Who have you spent most time with these days?"
        evidence = (*of_stays(stays[:_MOST_EVIDENCE]), *_newest(held))
        yield Item("company", "company", "synthesis", person, text, Named((first,), others, people=True), evidence)


def _often(scene: Scene, person: str) -> Iterator[Item]:
    """With whom one talks most often, in talks."""
    talks, others = scene.talks_of(person), scene.others(person)
    first = clear_first({name: len(each) for name, each in talks.items()})
    if first in others and len(talks[first]) >= LEAST_RECORDS:
        evidence = tuple(talk.lines[0].utterance for talk in talks[first])
        text = "Who do you talk with most often?"
        yield Item("often", "often", "synthesis", person, text, Named((first,), others, people=True), evidence)


def _haunt(scene: Scene, person: str) -> Iterator[Item]:
    """Where one goes most often besides home and work."""
    own = next(each for each in scene.record.people if each.name == person)
    theirs = {building(own.home), building(own.workplace) if own.workplace else ""}
    visits = {where: each for where, each in _visits(scene, person).items() if where not in theirs}
    first = clear_first({where: len(each) for where, each in visits.items()})
    if first and len(visits[first]) >= LEAST_RECORDS:
        buildings = {where: words for where, words in scene.buildings(person).items() if where not in theirs}
        evidence = tuple(f"{person}@{first}/{start}-{end}" for start, end in visits[first])
        text = "Where do you go most often, besides home and work?"
        yield Item("haunt", "haunt", "synthesis", person, text, Named((first,), buildings), evidence)


def _busy(scene: Scene, person: str, other: str, held: Sequence[Memory], number: int) -> Iterator[Item]:
    """What somebody else is busy with most of the time, among what others are."""
    stems, main = scene.record.vocabulary.stems, _main_doings(scene)
    if other not in main:
        return
    told = [
        memory for memory in held if len(stems(memory.text) & stems(main[other])) >= min(2, len(stems(main[other])))
    ]
    if len(told) < LEAST_RECORDS:
        return
    options, taken = [main[other]], stems(main[other])
    rest = sorted({doing for name, doing in main.items() if name != other})
    draw = scene.draw(person, f"busy/{other}")
    draw.shuffle(rest)
    for doing in rest:
        if len(options) < OPTIONS and not stems(doing) & taken:
            options.append(doing)
            taken |= stems(doing)
    if len(options) == OPTIONS:
        draw.shuffle(options)
        truth, text = Chosen(main[other], tuple(options)), f"What is {other} busy with most of the time?"
        yield Item(f"busy-{number}", "busy", "synthesis", person, text, truth, _newest(told))


def _found_at(scene: Scene, person: str, other: str, held: Sequence[Memory], number: int) -> Iterator[Item]:
    """In which building somebody else spends most of the day, besides their home."""
    own = next(each for each in scene.record.people if each.name == other)
    stays = [stay for stay in scene.stays_of(other) if stay.place and building(stay.place) != building(own.home)]
    minutes: dict[str, float] = {}
    for stay in stays:
        if stay.place:
            where = building(stay.place)
            minutes[where] = minutes.get(where, 0) + scene.record.minutes(stay.end - stay.start)
    first = clear_first(minutes)
    there = [stay for stay in stays if stay.place and building(stay.place) == first]
    words = scene.buildings()
    named = [memory for memory in held if any(word in memory.text for word in words.get(first, ()))]
    if first and minutes[first] >= _LEAST_MINUTES and min(len(there), len(named)) >= LEAST_RECORDS:
        places = {where: each for where, each in words.items() if where != building(own.home) and where not in other}
        text = f"Where does {other} spend most of the day, when not at home?"
        evidence = (*of_stays(there[:_MOST_EVIDENCE]), *_newest(named))
        yield Item(f"found-{number}", "found", "synthesis", person, text, Named((first,), places), evidence)


def _visits(scene: Scene, person: str) -> dict[str, list[tuple[int, int]]]:
    """For each building the visits to it, from step to step; from room to room of it is one visit."""
    found: dict[str, list[tuple[int, int]]] = {}
    before = ""
    for stay in scene.stays_of(person):
        where = building(stay.place) if stay.place else ""
        if where and where == before:
            found[where][-1] = (found[where][-1][0], stay.end)
        elif where:
            found.setdefault(where, []).append((stay.start, stay.end))
        before = where
    shortest = scene.record.clock.steps(_SHORTEST_VISIT)
    long = {where: [each for each in visits if each[1] - each[0] >= shortest] for where, visits in found.items()}
    return {where: visits for where, visits in long.items() if visits}


def _main_doings(scene: Scene) -> dict[str, str]:
    """For each person the activity that took most of their waking time, where it is clear."""
    found: dict[str, str] = {}
    for person in scene.record.people:
        steps: dict[str, float] = {}
        for spell in scene.spells_of(person.name):
            if _counts(spell):
                steps[spell.doing] = steps.get(spell.doing, 0) + spell.end - spell.start
        if (first := clear_first(steps)) and scene.record.vocabulary.stems(first):
            found[person.name] = first
    return found


def _counts(spell: Spell) -> bool:
    return not spell.asleep and spell.arrived is not None


def _known_well(scene: Scene, person: str) -> list[tuple[str, list[Memory]]]:
    """Others by how much one remembers of them, most first."""
    known = [(other, _naming(scene, person, other)) for other in scene.others(person)]
    return sorted(known, key=lambda each: (-len(each[1]), each[0]))


def _naming(scene: Scene, person: str, other: str) -> list[Memory]:
    """What somebody remembers of another: what names them, or was heard from them; no thoughts of one's own."""
    return [
        memory
        for memory in scene.memories_of(person)
        if memory.kind == "observation" and (other in memory.text or memory.heard_from == other)
    ]


def _newest(memories: Sequence[Memory]) -> tuple[str, ...]:
    return tuple(of_memories(memory.id for memory in memories[-_MOST_EVIDENCE:]))
