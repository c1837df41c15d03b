"""Three hours of people's days, drawn by the run's seed, told as they went: what the figures are figures of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from townlet.study.record import RunRecord
from townlet.study.report.studied import Studied
from townlet.study.traces import Spell
from townlet.world.tree import label

HOURS = 3
_MINUTES = 60


@dataclass(frozen=True)
class Moment:
    """Something that somebody did, thought, said or heard."""

    when: str
    kind: str
    """'does', 'says', 'hears', 'thinks' or 'plans'."""
    who: str
    """For a line, its speaker."""
    text: str
    anchor: str = ""


@dataclass(frozen=True)
class Hour:
    """An hour of somebody's day."""

    person: str
    title: str
    moments: tuple[Moment, ...]


def hours_told(studied: Studied) -> tuple[Hour, ...]:
    """Drawn from all the hours in which a resident was awake throughout; not chosen for what happens in them."""
    record = studied.record
    found = [(name, start) for name in studied.emerged.people for start in _awake(record, name)]
    chosen = Random(record.header.seed).sample(found, min(HOURS, len(found)))
    return tuple(_told(studied, name, start) for name, start in sorted(chosen, key=lambda each: (each[1], each[0])))


def _awake(record: RunRecord, name: str) -> Iterator[int]:
    """The steps at which such hours begin."""
    long, asleep = record.clock.steps(_MINUTES), [spell for spell in record.spells_of(name) if spell.asleep]
    for start in range(max(0, record.midnight(0)), record.last_step + 2 - long, long):
        if all(spell.end <= start or spell.start >= start + long for spell in asleep):
            yield start


def _told(studied: Studied, name: str, start: int) -> Hour:
    end = start + studied.record.clock.steps(_MINUTES)
    moments = sorted(_moments(studied, name, start, end), key=lambda each: each[0])
    kept = [each for place, (_, each) in enumerate(moments) if not place or each.text != moments[place - 1][1].text]
    title = f"{name}, {studied.when(start)} to {studied.clock(end)}"
    return Hour(name, title, tuple(kept))


def _moments(studied: Studied, name: str, start: int, end: int) -> Iterator[tuple[tuple[int, int], Moment]]:
    """Each with the step and the rank by which it is put in order."""
    record = studied.record
    for spell in record.spells_of(name):
        if spell.start < end and spell.end > start:
            step = max(start, spell.start)
            yield (step, 0), Moment(studied.clock(step), "does", name, _doing(spell))
    for line in record.lines:
        if start <= line.step < end and name in (line.speaker, line.to):
            kind = "says" if line.speaker == name else "hears"
            anchor = studied.evidence.line(line.utterance)
            yield (line.step, 2), Moment(studied.clock(line.step), kind, line.speaker, line.text, anchor)
    for memory in record.remembered.of(name).values():
        step = memory.id.step
        if start <= step < end and memory.kind != "observation":
            kind = "thinks" if memory.kind == "reflection" else "plans"
            yield (step, 3), Moment(studied.clock(step), kind, name, memory.text)


def _doing(spell: Spell) -> str:
    at = spell.using or spell.at
    return f"{spell.doing} ({label(at)})" if at else spell.doing
