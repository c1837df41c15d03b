"""Sleep: how long people sleep at night, and whether in their own beds."""

from __future__ import annotations

from townlet.cognition.persona import Persona
from townlet.study.figures import Bar, Figure, Listing, Part, mean, share
from townlet.study.record import RunRecord
from townlet.study.traces import Spell

_MINUTES_A_DAY = 24 * 60


def sleep(record: RunRecord) -> Part:
    """Hours a night, sleep in one's own bed, and waking hours spent asleep or the other way round."""
    slept = own = usual = usual_asleep = 0
    hours: list[float] = []
    elsewhere = []
    for person in record.people:
        spells = [spell for spell in record.spells_of(person.name) if spell.asleep and spell.arrived is not None]
        for spell in spells:
            length = _length(spell)
            slept += length
            own += length if spell.using == person.bed else 0
            if spell.using != person.bed:
                elsewhere.append((person.name, record.when(spell.start), str(spell.using or spell.at or "nowhere")))
        for start, end in _nights(record, person):
            asleep = sum(_overlap(spell, start, end) for spell in spells)
            usual += end - start
            usual_asleep += asleep
        hours.extend(record.minutes(_length(spell)) / 60 for spell in spells if _whole(record, spell))
    return Part(
        "Sleep",
        (
            Figure("sleep_hours", "hours of a whole night's sleep", mean(hours), "number", Bar(6, 10)),
            Figure("asleep_at_night", "asleep in one's usual hours", share(usual_asleep, usual), "share", Bar(0.85)),
            Figure("own_bed", "of it in one's own bed", share(own, slept), "share", Bar(1)),
        ),
        (Listing("slept_elsewhere", "slept elsewhere", ("person", "from", "where"), tuple(elsewhere)),),
    )


def _length(spell: Spell) -> int:
    return spell.end - (spell.start if spell.arrived is None else spell.arrived)


def _overlap(spell: Spell, start: int, end: int) -> int:
    begun = spell.start if spell.arrived is None else spell.arrived
    return max(0, min(spell.end, end) - max(begun, start))


def _whole(record: RunRecord, spell: Spell) -> bool:
    """Whether a sleep was neither begun before the run nor cut off by its end."""
    return spell.start > record.clock.steps(1) and spell.end <= record.last_step


def _nights(record: RunRecord, person: Persona) -> list[tuple[int, int]]:
    """The stretches from one's usual bedtime to one's usual waking, as far as the run reaches."""
    night = (person.wakes - person.sleeps) % _MINUTES_A_DAY
    found = []
    for day in range(-1, record.days):
        to_bed = record.midnight(day) + record.clock.steps(person.sleeps)
        start, end = max(to_bed, 0), min(to_bed + record.clock.steps(night), record.last_step + 1)
        if start < end:
            found.append((start, end))
    return found
