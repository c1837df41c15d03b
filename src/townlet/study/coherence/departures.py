"""Leaving home: whether anybody does so in step with everybody else."""

from __future__ import annotations

from itertools import pairwise

from townlet.cognition.persona import Persona
from townlet.study.figures import Bar, Figure, Listing, Part, share
from townlet.study.record import RunRecord

TOGETHER_MINUTES = 5
"""People who leave within so many minutes of each other leave together."""


def departures(record: RunRecord) -> Part:
    """First departures of each day, and the most people of whom left home within five minutes."""
    rows, largest, most = [], 0.0, 0
    for day in range(record.days):
        left = first_departures(record, day)
        if not left:
            continue
        start, group = _largest_group(record, left)
        part = share(len(group), len(left)) or 0.0
        largest, most = max(largest, part), max(most, len(group))
        rows.append((day + 1, len(left), record.when(start), ", ".join(group)))
    bar = None if record.small else Bar(most=0.25)
    return Part(
        "Leaving home",
        (
            Figure("leaving_together", "largest share leaving within five minutes", largest, "share", bar),
            Figure("leaving_together_people", "as people", most),
            Figure("leaving_same_minute", "most departures of any kind in one minute", _busiest(record)),
        ),
        (Listing("leaving", "largest group each day", ("day", "left_home", "from", "people"), tuple(rows)),),
    )


def first_departures(record: RunRecord, day: int) -> tuple[tuple[int, str], ...]:
    """(step, person) of the first time on a day that each person left home, in order."""
    found = []
    for person in record.people:
        steps = [step for step in _departures(record, person) if record.day(step) == day]
        if steps:
            found.append((steps[0], person.name))
    return tuple(sorted(found))


def _departures(record: RunRecord, person: Persona) -> list[int]:
    stays = record.stays_of(person.name)
    return [there.start for here, there in pairwise(stays) if here.within(person.home) > there.within(person.home)]


def _largest_group(record: RunRecord, left: tuple[tuple[int, str], ...]) -> tuple[int, tuple[str, ...]]:
    span = record.clock.steps(TOGETHER_MINUTES)
    groups = [(start, tuple(name for step, name in left if start <= step < start + span)) for start, _ in left]
    return max(groups, key=lambda group: (len(group[1]), -group[0]))


def _busiest(record: RunRecord) -> int:
    minute = record.clock.steps(1)
    counts: dict[int, int] = {}
    for person in record.people:
        for step in _departures(record, person):
            counts[step // minute] = counts.get(step // minute, 0) + 1
    return max(counts.values(), default=0)
