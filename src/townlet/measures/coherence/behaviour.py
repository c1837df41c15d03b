"""Measures daily behaviour: meals, sleep, work, norms of places and leaving home."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from townlet.cognition.persona import Persona
from townlet.measures.figures import (
    NEVER_BAR,
    Figure,
    FigureBar,
    FigureGroup,
    compute_mean,
    compute_share,
)
from townlet.measures.record import RunRecord
from townlet.measures.table import Table
from townlet.runfile import Json
from townlet.runfile.traces import ActivitySpan, Stay
from townlet.world.address import Address
from townlet.world.setting import Hours, Norms

SITTING_GAP_MINUTES = 30
"""A meal that is resumed within this time counts as the same meal; our choice."""

TOO_SOON_HOURS = 3
"""Two meals should begin at least this far apart."""

_NAMES = r"breakfast|brunch|lunch|dinner|supper|meal"
# "eating a late breakfast", "having soup for lunch", or an activity that begins with the meal: "Lunch with Ann".
_EATING = re.compile(
    rf"\b(?:eating|having|enjoying|sharing|finishing|taking|grabbing)\b(?:\s+\S+){{0,4}}?\s+(?P<name>{_NAMES})\b"
    rf"|^(?P<bare>{_NAMES})\b",
    re.IGNORECASE,
)
# "cooking dinner", "clearing breakfast", "sitting with a cup after lunch".
_NOT_EATING = re.compile(r"\b(?:with a cup|clearing|washing|cooking|preparing|making|dishes)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Meal:
    """One meal of one person, from sitting down to getting up; `end` is not part of it."""

    person: str
    name: str
    start: int
    end: int


def find_meal(doing: str) -> str:
    """Return the meal that an activity consists of, such as 'lunch'; empty if it is no meal."""
    found = _EATING.search(doing)
    if found is None or _NOT_EATING.search(doing):
        return ""
    return (found["name"] or found["bare"]).lower()


def list_meals(record: RunRecord, person: str) -> tuple[Meal, ...]:
    """Return a person's meals in order; a meal with a short interruption counts once."""
    gap = record.clock.steps(SITTING_GAP_MINUTES)
    found: list[Meal] = []
    for span in record.spans_of(person):
        name = find_meal(span.doing)
        if not name or span.arrived is None:
            continue
        if found and found[-1].name == name and span.start - found[-1].end <= gap:
            found[-1] = replace(found[-1], end=span.end)
        else:
            found.append(Meal(person, name, span.arrived, span.end))
    return tuple(found)


def measure_meals(record: RunRecord) -> FigureGroup:
    """Measure meals per person and day, and pairs of meals within three hours."""
    eaten = {person.name: list_meals(record, person.name) for person in record.people}
    days = tuple(record.person_days())
    counts = [sum(record.day(meal.start) == day for meal in eaten[person.name]) for person, day in days]
    close = [pair for found in eaten.values() for pair in _too_soon(record, found)]
    same = [pair for pair in close if pair[0].name == pair[1].name]
    return FigureGroup(
        "Meals",
        (
            Figure("meals_a_day", "meals per person and day", compute_mean(counts), "number", FigureBar(2, 3.5)),
            Figure("days_under_two_meals", "person-days with fewer than two meals", sum(n < 2 for n in counts)),
            Figure("same_meal_twice", "the same meal twice within three hours", len(same), bar=NEVER_BAR),
            Figure("meals_close", "any two meals within three hours", len(close), bar=NEVER_BAR),
        ),
        (
            _close_meals(record, close),
            Table.of(
                "meals",
                "meals of each person and day",
                ("person", "day", "meals"),
                tuple((person.name, day + 1, _meals_of_day(record, eaten[person.name], day)) for person, day in days),
            ),
        ),
    )


def _too_soon(record: RunRecord, eaten: Sequence[Meal]) -> list[tuple[Meal, Meal]]:
    least = record.clock.steps(TOO_SOON_HOURS * 60)
    return [(one, next_one) for one, next_one in pairwise(eaten) if next_one.start - one.start < least]


def _close_meals(record: RunRecord, pairs: Sequence[tuple[Meal, Meal]]) -> Table:
    rows = tuple(
        (one.person, one.name, record.when(one.start), other.name, record.when(other.start)) for one, other in pairs
    )
    return Table.of("meals_within_three_hours", "too close", ("person", "meal", "at", "then", "then_at"), rows)


def _meals_of_day(record: RunRecord, eaten: Sequence[Meal], day: int) -> str:
    """'breakfast 7:05, lunch 12:30'."""
    today = [meal for meal in eaten if record.day(meal.start) == day]
    return ", ".join(f"{meal.name} {record.time(meal.start):%H:%M}" for meal in today)


_MINUTES_A_DAY = 24 * 60


def measure_sleep(record: RunRecord) -> FigureGroup:
    """Measure the hours slept at night, sleep at the usual hours, and sleep in one's own bed."""
    slept = own = usual = usual_asleep = 0
    hours: list[float] = []
    elsewhere = []
    for person in record.people:
        spans = [span for span in record.spans_of(person.name) if span.asleep and span.arrived is not None]
        for span in spans:
            length = _sleep_length(span)
            slept += length
            own += length if span.using == person.bed else 0
            if span.using != person.bed:
                elsewhere.append((person.name, record.when(span.start), str(span.using or span.at or "nowhere")))
        for start, end in _nights(record, person):
            asleep = sum(_sleep_overlap(span, start, end) for span in spans)
            usual += end - start
            usual_asleep += asleep
        hours.extend(record.minutes(_sleep_length(span)) / 60 for span in spans if _is_whole_night(record, span))
    return FigureGroup(
        "Sleep",
        (
            Figure("sleep_hours", "hours of a whole night's sleep", compute_mean(hours), "number", FigureBar(6, 10)),
            Figure(
                "asleep_at_night",
                "share of usual sleeping hours slept",
                compute_share(usual_asleep, usual),
                "share",
                FigureBar(0.85),
            ),
            Figure("own_bed", "share of sleep in one's own bed", compute_share(own, slept), "share", FigureBar(1)),
        ),
        (Table.of("slept_elsewhere", "slept elsewhere", ("person", "from", "where"), tuple(elsewhere)),),
    )


def _sleep_length(span: ActivitySpan) -> int:
    return span.end - (span.start if span.arrived is None else span.arrived)


def _sleep_overlap(span: ActivitySpan, start: int, end: int) -> int:
    begun = span.start if span.arrived is None else span.arrived
    return max(0, min(span.end, end) - max(begun, start))


def _is_whole_night(record: RunRecord, span: ActivitySpan) -> bool:
    """Whether a sleep neither began with the run nor was cut off by its end."""
    return span.start > record.clock.steps(1) and span.end <= record.last_step


def _nights(record: RunRecord, person: Persona) -> list[tuple[int, int]]:
    """Return the stretches from usual bedtime to usual waking time, as far as the run reaches."""
    night = (person.wakes - person.sleeps) % _MINUTES_A_DAY
    found = []
    for day in range(-1, record.days):
        to_bed = record.midnight(day) + record.clock.steps(person.sleeps)
        start, end = max(to_bed, 0), min(to_bed + record.clock.steps(night), record.last_step + 1)
        if start < end:
            found.append((start, end))
    return found


OFFICE_HOURS = Hours(9 * 60, 17 * 60)
"""Opening hours that are assumed for a workplace without any; our choice."""

LONGEST_SHIFT_MINUTES = 8 * 60
"""The longest presence that is expected in a day, even if the workplace is open longer; our choice."""

_SECTOR_DEPTH = 2


def measure_work(record: RunRecord) -> FigureGroup:
    """Measure, for each person and day, the share of the hours of work (eight at most) spent at the workplace.

    These are the hours that the person's file gives, else those in which the place is open.
    """
    rows = hours_at_work(record)
    present = [row[3] for row in rows]
    idle = tuple(sorted((row for row in rows if row[3] < 0.5), key=lambda row: (row[3], row[0], row[1])))
    return FigureGroup(
        "Work",
        (
            Figure(
                "at_work", "share of working hours at the workplace", compute_mean(present), "share", FigureBar(0.5)
            ),
            Figure("working_days_mostly_away", "person-days with less than half of them", len(idle)),
        ),
        (Table.of("away_from_work", "least at work", ("person", "day", "workplace", "present"), idle),),
    )


def hours_at_work(record: RunRecord) -> list[tuple[str, int, str, float]]:
    """Return person, day from 1, workplace, and the share of the hours of work spent there, for each who has one."""
    return [
        (person.name, day + 1, str(person.workplace), round(_presence(record, person, person.workplace, day), 3))
        for person, day in record.person_days()
        if person.workplace is not None
    ]


def _presence(record: RunRecord, person: Persona, workplace: Address, day: int) -> float:
    hours = Hours(*person.works) if person.works else find_opening_hours(record, workplace)
    midnight = record.midnight(day)
    start, end = midnight + record.clock.steps(hours.opens), midnight + record.clock.steps(hours.closes)
    start, end = max(start, 0), min(end, record.last_step + 1)
    place = _premises(person, workplace)
    stays = (stay for stay in record.stays_of(person.name) if stay.within(place))
    present = sum(max(0, min(stay.end, end) - max(stay.start, start)) for stay in stays)
    needed = min(end - start, record.clock.steps(LONGEST_SHIFT_MINUTES))
    return min(1.0, present / needed) if needed > 0 else 1.0


def find_opening_hours(record: RunRecord, place: Address) -> Hours:
    """Return the opening hours of a place: its own, else those of the place around it, else office hours."""
    places = record.town.setting.places
    for address in reversed(place.ancestors()):
        if address in places and (hours := places[address].norms.hours):
            return hours
    return OFFICE_HOURS


def _premises(person: Persona, workplace: Address) -> Address:
    """Return the whole building of a workplace, or just the workplace if the person lives in that building."""
    sector = Address(workplace.parts[:_SECTOR_DEPTH])
    return workplace if sector.contains(person.home) else sector


NormRow = tuple[Json, ...]


def measure_norms(record: RunRecord) -> FigureGroup:
    """Measure how often guests were in closed places, and how often rooms were too full."""
    closed = [row for address, rules in _ruled(record) for row in _after_hours(record, address, rules)]
    crowded = [row for address, rules in _ruled(record) for row in _crowded(record, address, rules)]
    return FigureGroup(
        "Norms broken",
        (
            Figure("in_closed_places", "times anyone was in a place closed to them", len(closed), bar=NEVER_BAR),
            Figure("crowded_rooms", "times a room held more people than allowed", len(crowded), bar=NEVER_BAR),
        ),
        (
            Table.of("closed", "in a closed place", ("person", "place", "from", "minutes"), tuple(closed)),
            Table.of("crowded", "too many in", ("place", "at", "people"), tuple(crowded)),
        ),
    )


def _ruled(record: RunRecord) -> Iterator[tuple[Address, Norms]]:
    for address, place in sorted(record.town.setting.places.items()):
        yield address, place.norms


def _after_hours(record: RunRecord, address: Address, rules: Norms) -> Iterator[NormRow]:
    """Yield the stays of guests in a place outside its hours, with the minutes for which it was closed."""
    if rules.hours is None:
        return
    for stay in _stays_in(record, address):
        if stay.person in rules.keepers:
            continue
        closed = [step for step in range(stay.start, stay.end) if not rules.hours.open_at(record.clock.minute(step))]
        if closed:
            yield stay.person, str(address), record.when(closed[0]), round(record.minutes(len(closed)), 1)


def _crowded(record: RunRecord, address: Address, rules: Norms) -> Iterator[NormRow]:
    """Yield the moments at which a person entered a room that was already full."""
    if rules.capacity is None:
        return
    inside: list[Stay] = []
    for stay in _stays_in(record, address):
        inside = [*(other for other in inside if other.end > stay.start), stay]
        names = sorted({other.person for other in inside})
        if len(names) > rules.capacity:
            yield str(address), record.when(stay.start), ", ".join(names)


def _stays_in(record: RunRecord, address: Address) -> Sequence[Stay]:
    """Return the stays in a place and its rooms, in the order in which they began."""
    found = [stay for stay in record.stays if stay.within(address)]
    return sorted(found, key=lambda stay: (stay.start, stay.person))


TOGETHER_MINUTES = 5
"""People who leave home within this time of each other leave together."""


def measure_departures(record: RunRecord) -> FigureGroup:
    """Measure the largest group that leaves home, for the first time that day, within five minutes."""
    rows, largest, most = [], 0.0, 0
    for day in range(record.days):
        left = find_first_departures(record, day)
        if not left:
            continue
        start, group = _largest_group(record, left)
        part = compute_share(len(group), len(left)) or 0.0
        largest, most = max(largest, part), max(most, len(group))
        rows.append((day + 1, len(left), record.when(start), ", ".join(group)))
    bar = None if record.small else FigureBar(most=0.25)
    return FigureGroup(
        "Leaving home",
        (
            Figure("leaving_together", "largest share leaving within five minutes", largest, "share", bar),
            Figure("leaving_together_people", "people in the largest such group", most),
            Figure("leaving_same_minute", "most departures of any kind in one minute", _busiest(record)),
        ),
        (Table.of("leaving", "largest group each day", ("day", "left_home", "from", "people"), tuple(rows)),),
    )


def find_first_departures(record: RunRecord, day: int) -> tuple[tuple[int, str], ...]:
    """Return (step, person) for the first time that each person left home on a day, in order of steps."""
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
