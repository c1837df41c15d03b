"""Schedules: from clock times in an answer, or from habits, to items without gaps or overlaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from townlet.cognition.answers import Chunk
from townlet.cognition.state import PlanItem
from townlet.cognition.thought import Thought
from townlet.cognition.wording import read_clock, usual_reason
from townlet.world.address import Address
from townlet.world.setting import MINUTES_A_DAY
from townlet.world.tree import find_label

NEXT_ITEMS = 3
"""The number of next items in a brief plan, besides the end of the day; our choice."""


def remaining_plan(thought: Thought) -> list[PlanItem]:
    """Return the hours from now on; if the profile is brief, only the next ones and the last."""
    items = thought.agent.plan.hours_ahead(thought.view.step)
    return [*items[:NEXT_ITEMS], *items[NEXT_ITEMS:][-1:]] if thought.profile.plan_in_brief else items


LONGEST_DAY = 22 * 60
"""The maximum length of a plan in minutes; a time further ahead is an error of the model."""


def schedule(thought: Thought, chunks: Sequence[Chunk], places: Sequence[Address]) -> tuple[PlanItem, ...]:
    """Return the chunks as items, the first of which begins now. Chunks out of order or too far ahead are left out."""
    timed = _in_order(thought, chunks)
    ends = [start for start, _ in timed[1:]] + [timed[-1][0] + 1] if timed else []
    return tuple(
        PlanItem(start, end, _phrase(chunk.activity), find_label(chunk.place, places), why=_phrase(chunk.why))
        for (start, chunk), end in zip(timed, ends, strict=True)
    )


def _phrase(text: str) -> str:
    return text.strip().rstrip(".")


def _in_order(thought: Thought, chunks: Sequence[Chunk]) -> list[tuple[int, Chunk]]:
    clock, now = thought.view.clock, thought.view.step
    minute = clock.minute(now)
    timed: list[tuple[int, Chunk]] = []
    latest = 0
    for chunk in chunks:
        given = read_clock(chunk.start)
        if given is None:
            continue
        ahead = (given - minute) % MINUTES_A_DAY if timed else 0
        if ahead <= LONGEST_DAY and (ahead > latest or not timed):
            latest = ahead
            timed.append((now + round(ahead * 60 / clock.step_seconds), chunk))
    return timed


WORK = (9 * 60, 17 * 60)
"""Usual working hours, in minutes after midnight, for people without a plan; our choice."""

DINNER_MINUTES = 60

AT_WORK, AT_HOME, AT_DINNER = "working", "staying at home", "having dinner"


def routine(thought: Thought, bed: PlanItem, places: tuple[Address, ...]) -> tuple[PlanItem, ...]:
    """Return a plan from the persona's habits, from now until `bed`, which is its last item."""
    now = thought.view.step
    turns = [now, *(step for step in _turns(thought) if step < bed.start), bed.start]
    items = [replace(_habit(thought, start, places), end=end) for start, end in pairwise(turns) if start < end]
    return (*items, replace(bed, fallback=True))


def _turns(thought: Thought) -> list[int]:
    """Return the steps of the next 24 hours at which the habitual activity changes."""
    clock, now = thought.view.clock, thought.view.step
    dines = thought.agent.persona.dines
    minutes = [*WORK, *((dines, dines + DINNER_MINUTES) if dines is not None else ())]
    ahead = {(minute - clock.minute(now)) % MINUTES_A_DAY for minute in minutes} - {0}
    return [now + clock.steps(each) for each in sorted(ahead)]


def _habit(thought: Thought, start: int, places: tuple[Address, ...]) -> PlanItem:
    persona, minute = thought.agent.persona, thought.view.clock.minute(start)
    why = usual_reason(persona.name)
    if persona.dines is not None and (minute - persona.dines) % MINUTES_A_DAY < DINNER_MINUTES:
        return PlanItem(start, start, AT_DINNER, _within(persona.home, places), why=why, fallback=True)
    if persona.workplace is not None and WORK[0] <= minute < WORK[1]:
        return PlanItem(start, start, AT_WORK, _within(persona.workplace, places), why=why, fallback=True)
    return PlanItem(start, start, AT_HOME, _within(persona.home, places), why=why, fallback=True)


def _within(place: Address, places: tuple[Address, ...]) -> Address | None:
    return next((each for each in places if place.contains(each)), None)
