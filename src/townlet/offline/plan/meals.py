"""Lunch and dinner: at sensible hours, far enough apart, somewhere that serves."""

from __future__ import annotations

import re

from townlet.offline.fields import clock, text
from townlet.offline.plan.frame import DayFrame
from townlet.offline.plan.shifts import KEEPING, spells
from townlet.offline.plan.timeline import Block, Timeline
from townlet.offline.plan.venues import Venue

APART = 175
"""Least minutes from the end of one meal to the start of the next."""
LUNCH_MINUTES, DINNER_MINUTES = 45, 45
BREAKFAST_MINUTES = 30
FORENOON = 8 * 60
"""A meal before this minute is no lunch, but one in a night of work."""
SUPPER_MINUTES, NIGHT_MEAL, LONG_FAST = 30, 23 * 60, 6 * 60
"""Minutes of a meal in a night of work, from when on it is taken, and how long after dinner."""
_DELAYS = sorted(range(-150, 181, 5), key=lambda delay: (delay if delay >= 0 else -3 * delay, delay))
"""Minutes by which a meal is moved, the gladliest first: rather an hour late than half an hour early."""
_FEAST = re.compile(r"\b(?:supper|dinner|meal|feast|banquet|potluck|barbecue|cookout|roast|buffet)\b")
_LUNCHEON = re.compile(r"\b(?:lunch|luncheon|picnic|brunch)\b")


def is_meal(activity: str) -> bool:
    """Whether one eats a meal during an activity, by its words."""
    return bool(re.search(r"\b(?:breakfast|lunch|dinner|supper|eating a meal|morning routine)\b", activity)) and not (
        re.search(
            r"\b(?:setting everything out|gathering|decorating|buying|helping|cooking for|looking for)\b", activity
        )
    )


def dinner_time(frame: DayFrame) -> int:
    """When dinner is wanted: the usual hour give or take, or an evening hour of one's own."""
    usual = clock(text(frame.fields, "dines"))
    if usual is not None and usual < frame.start - 60:
        usual += 1440
    return (usual if usual is not None else 18 * 60 + 15) + frame.shift("dinner", 15 if usual is not None else 45)


def set_meals(frame: DayFrame, line: Timeline) -> None:
    """Puts dinner and lunch where they fit; a feast that is attended counts as the meal."""
    feast = next((b for b in line.blocks if b.sort == "event" and _FEAST.search(b.activity)), None)
    dinner = feast.start if feast else _seat(frame, line, "dinner", dinner_time(frame), DINNER_MINUTES)
    last = frame.sleeps if dinner is None else dinner
    wanted = 12 * 60 + 30 + frame.shift("lunch", 40)
    if last - APART - LUNCH_MINUTES > wanted > frame.start + 60 or not any(
        _LUNCHEON.search(b.activity) for b in line.blocks
    ):
        at = min(wanted, last - APART - LUNCH_MINUTES)
        _seat(frame, line, "lunch" if at >= FORENOON else "supper", at, LUNCH_MINUTES)
    middle = sum(spells(frame)[-1]) // 2
    if frame.workplace and dinner is not None and middle >= max(NIGHT_MEAL, dinner + LONG_FAST):
        _seat(frame, line, "supper", middle + frame.shift("supper", 60), SUPPER_MINUTES)


def _seat(frame: DayFrame, line: Timeline, meal: str, wanted: int, minutes: int) -> int | None:
    """Puts a meal at the free time nearest to the one wanted; says when, or None if there is none."""
    eaten = [(b.start, b.end) for b in line.blocks if is_meal(b.activity)]
    for delay in _DELAYS:
        start = 5 * ((wanted + delay) // 5)
        clear = all(start >= b + APART or start + minutes + APART <= a for a, b in eaten)
        if clear and start >= line.start and start + minutes <= line.end - 20 and _free(line, start, minutes):
            place = _table(frame, meal, start, start + minutes)
            return start if line.put(Block(start, start + minutes, f"having {meal}", place, "meal")) else None
    return None


def _free(line: Timeline, start: int, minutes: int) -> bool:
    return any(a <= start and start + minutes <= b for a, b in line.gaps())


def _table(frame: DayFrame, meal: str, start: int, end: int) -> str:
    """Where one eats: at work, out, or in the kitchen at home."""
    work, luck = frame.workplace, frame.roll("table", meal)
    kitchen = frame.table(start, end)
    out = [v for v in frame.venues.kinds("eat", start, end) if not _closet(v)]
    eatery = min(out, key=lambda v: frame.roll("eatery", meal, v.sector)).name if out else kitchen
    if work and meal == "supper":
        return work.name
    if work and work.hours and frame.trade.kind in KEEPING and work.hours[0] <= start < work.hours[1] - 45:
        return work.name if meal == "dinner" or luck < 0.7 else eatery
    if meal == "lunch":
        return (
            eatery
            if luck < (0.55 if frame.sociable else 0.35)
            else (work.name if work and frame.trade.kind != "student" and luck < 0.7 else kitchen)
        )
    return eatery if luck < (0.2 if frame.sociable else 0.08) else kitchen


def _closet(venue: Venue) -> bool:
    return not venue.public()
