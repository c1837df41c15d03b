"""Who was in one place with whom, awake, and for how long."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from townlet.study.traces import Spell, Stay

Together = dict[tuple[str, str], list[tuple[Stay, Stay, int]]]
"""For each two people, one way and the other: their stays in one place, and how many steps they overlap awake."""


def together(stays: Mapping[str, Iterable[Stay]], spells: Mapping[str, Iterable[Spell]]) -> Together:
    """Everybody with everybody else, in rooms and on open grounds that have a name."""
    found: Together = {}
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


def _awake(stays: Iterable[Stay], spells: Iterable[Spell]) -> Iterable[tuple[Stay, Stay]]:
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


def _note(found: Together, one: tuple[Stay, Stay], other: tuple[Stay, Stay]) -> None:
    steps = min(one[1].end, other[1].end) - max(one[1].start, other[1].start)
    if steps > 0 and one[1].person != other[1].person:
        found.setdefault((one[1].person, other[1].person), []).append((one[0], other[0], steps))
        found.setdefault((other[1].person, one[1].person), []).append((other[0], one[0], steps))
