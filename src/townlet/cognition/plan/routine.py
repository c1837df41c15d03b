"""A plain day by habit, for when no plan could be had: at work or at home, dinner, and to bed. Marked as a fallback."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from townlet.cognition.state import PlanItem
from townlet.cognition.thought import Thought
from townlet.world.address import Address
from townlet.world.setting import MINUTES_A_DAY

WORK = (9 * 60, 17 * 60)
"""The hours, in minutes after midnight, at which people are at their place of work; our choice."""

DINNER_MINUTES = 60

AT_WORK, AT_HOME, AT_DINNER = "working", "staying at home", "having dinner"


def routine(thought: Thought, bed: PlanItem, places: tuple[Address, ...]) -> tuple[PlanItem, ...]:
    """From now until `bed`, which ends it, by the persona's habits and among the places given."""
    now = thought.view.step
    turns = [now, *(step for step in _turns(thought) if step < bed.start), bed.start]
    items = [replace(_habit(thought, start, places), end=end) for start, end in pairwise(turns) if start < end]
    return (*items, replace(bed, fallback=True))


def _turns(thought: Thought) -> list[int]:
    """The steps of the next day at which one habit gives way to another."""
    clock, now = thought.view.clock, thought.view.step
    dines = thought.agent.persona.dines
    minutes = [*WORK, *((dines, dines + DINNER_MINUTES) if dines is not None else ())]
    ahead = {(minute - clock.minute(now)) % MINUTES_A_DAY for minute in minutes} - {0}
    return [now + clock.steps(each) for each in sorted(ahead)]


def _habit(thought: Thought, start: int, places: tuple[Address, ...]) -> PlanItem:
    persona, minute = thought.agent.persona, thought.view.clock.minute(start)
    if persona.dines is not None and (minute - persona.dines) % MINUTES_A_DAY < DINNER_MINUTES:
        return PlanItem(start, start, AT_DINNER, _within(persona.home, places), fallback=True)
    if persona.workplace is not None and WORK[0] <= minute < WORK[1]:
        return PlanItem(start, start, AT_WORK, _within(persona.workplace, places), fallback=True)
    return PlanItem(start, start, AT_HOME, _within(persona.home, places), fallback=True)


def _within(place: Address, places: tuple[Address, ...]) -> Address | None:
    return next((each for each in places if place.contains(each)), None)
