"""Meals: how many, when, and whether anybody sits down twice too soon."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from townlet.study.figures import NONE, Bar, Figure, Listing, Part, mean
from townlet.study.record import RunRecord
from townlet.study.traces import Spell

SITTING_GAP_MINUTES = 30
"""A meal taken up again within so many minutes is the same meal; our choice."""

TOO_SOON_HOURS = 3
"""Nobody should sit down to two meals within so many hours."""

_NAMES = r"breakfast|brunch|lunch|dinner|supper|meal"
_EATING = re.compile(
    rf"\b(?:eating|having|enjoying|sharing|finishing|taking|grabbing)\b(?:\s+\S+){{0,4}}?\s+(?P<name>{_NAMES})\b"
    rf"|^(?P<bare>{_NAMES})\b",
    re.IGNORECASE,
)
_NOT_EATING = re.compile(r"\b(?:with a cup|clearing|washing|cooking|preparing|making|dishes)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Meal:
    """One sitting."""

    person: str
    name: str
    start: int
    end: int


def meal_of(doing: str) -> str:
    """The meal that somebody eats in an activity, such as 'lunch'; empty if none."""
    found = _EATING.search(doing)
    if found is None or _NOT_EATING.search(doing):
        return ""
    return (found["name"] or found["bare"]).lower()


def meals_of(record: RunRecord, person: str) -> tuple[Meal, ...]:
    """Somebody's meals in order; one that was interrupted for a little counts once."""
    gap = record.clock.steps(SITTING_GAP_MINUTES)
    found: list[Meal] = []
    for spell in record.spells_of(person):
        name = meal_of(spell.doing)
        if not name or spell.arrived is None:
            continue
        if found and found[-1].name == name and spell.start - found[-1].end <= gap:
            found[-1] = replace(found[-1], end=spell.end)
        else:
            found.append(_sitting(spell, name, spell.arrived))
    return tuple(found)


def _sitting(spell: Spell, name: str, arrived: int) -> Meal:
    return Meal(spell.person, name, arrived, spell.end)


def meals(record: RunRecord) -> Part:
    """Meals a person and day, and pairs of them within three hours."""
    eaten = {person.name: meals_of(record, person.name) for person in record.people}
    days = tuple(record.person_days())
    counts = [sum(record.day(meal.start) == day for meal in eaten[person.name]) for person, day in days]
    close = [pair for found in eaten.values() for pair in _too_soon(record, found)]
    same = [pair for pair in close if pair[0].name == pair[1].name]
    return Part(
        "Meals",
        (
            Figure("meals_a_day", "meals a person and day", mean(counts), "number", Bar(2, 3.5)),
            Figure("days_under_two_meals", "person-days with fewer than two meals", sum(n < 2 for n in counts)),
            Figure("same_meal_twice", "the same meal twice within three hours", len(same), bar=NONE),
            Figure("meals_close", "any two meals within three hours", len(close), bar=NONE),
        ),
        (
            _pairs(record, close),
            Listing(
                "meals",
                "meals of each person and day",
                ("person", "day", "meals"),
                tuple((person.name, day + 1, _told(record, eaten[person.name], day)) for person, day in days),
            ),
        ),
    )


def _too_soon(record: RunRecord, eaten: Sequence[Meal]) -> list[tuple[Meal, Meal]]:
    least = record.clock.steps(TOO_SOON_HOURS * 60)
    return [(one, next_one) for one, next_one in pairwise(eaten) if next_one.start - one.start < least]


def _pairs(record: RunRecord, pairs: Sequence[tuple[Meal, Meal]]) -> Listing:
    rows = tuple(
        (one.person, one.name, record.when(one.start), other.name, record.when(other.start)) for one, other in pairs
    )
    return Listing("meals_within_three_hours", "too close", ("person", "meal", "at", "then", "then_at"), rows)


def _told(record: RunRecord, eaten: Sequence[Meal], day: int) -> str:
    """'breakfast 7:05, lunch 12:30'."""
    today = [meal for meal in eaten if record.day(meal.start) == day]
    return ", ".join(f"{meal.name} {record.time(meal.start):%H:%M}" for meal in today)
