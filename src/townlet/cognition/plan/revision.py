"""Changing the plan from now on (section 4.3.1). The past part of the plan stays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from townlet.cognition.answers import DayPlan
from townlet.cognition.plan.day import (
    at_hand,
    home_and_workplace,
    known_places,
    neighbours_of,
    recall_for_plan,
    remember_plan,
    unplanned,
    with_bedtime,
)
from townlet.cognition.plan.reasons import with_reasons
from townlet.cognition.plan.schedule import routine, schedule
from townlet.cognition.selection import live_matters, ordered
from townlet.cognition.state import PlanItem
from townlet.cognition.thought import MemoryDraft, Thought
from townlet.cognition.wording import CHANGED_PLAN, say_time, tell_memories, tell_places, tell_plan
from townlet.memory.record import Memory
from townlet.world.events import Blocked
from townlet.world.tree import clock_words


async def replan(thought: Thought, activity: str, reason: str) -> None:
    """Ask for a new plan for the rest of the day, beginning with `activity` if one is given, or else with the errand
    that the agent is on.

    Without an answer the plan stays as it is; if it has run out, the agent follows its habits.
    """
    if unplanned(thought):
        await at_hand(thought, activity, reason)
        return
    await thought.store_noticed()
    step, plan, persona = thought.view.step, thought.agent.plan, thought.agent.persona
    live = await live_matters(thought)
    memories = ordered(await recall_for_plan(thought), apart_from=live)
    places = known_places(thought)
    answer = await thought.ask(
        "replan",
        DayPlan,
        name=thought.agent.name,
        summary=thought.agent.summary,
        now=say_time(thought.view.now),
        activity=activity,
        reason=reason,
        plan=tell_plan([item for item in plan.chunks if item.end > step], thought.view.clock),
        sleeps=clock_words(persona.sleeps),
        **home_and_workplace(persona),
        neighbours=neighbours_of(persona),
        live=tell_memories(live),
        memories=tell_memories(memories),
        places=tell_places(places, thought.view.setting),
    )
    shown = [*live, *memories]
    ahead = with_reasons(thought, with_bedtime(thought, schedule(thought, answer.chunks, places)), shown, reason)
    if not answer.chunks:
        if plan.hour(step) is None:
            by_habit = routine(thought, ahead[-1], places)
            _revise(thought, by_habit, by_habit, (), "")
        return
    ahead = (replace(ahead[0], start=step, why=reason if activity else ahead[0].why), *ahead[1:])
    _revise(thought, ahead, ahead, () if activity else _errand(thought), reason)
    await remember_plan(thought, ahead, shown)


async def insert(thought: Thought, items: tuple[PlanItem, ...], reason: str) -> None:
    """Insert items into the plan now. The hours stay, and later steps stay if the profile keeps them.

    An errand that the agent is on follows the items.
    """
    plan = thought.agent.plan
    kept: tuple[Memory, ...] = ()
    if not unplanned(thought):
        activities = " and then ".join(item.activity for item in items)
        text = f"{thought.agent.name}{CHANGED_PLAN}is {activities}, because {reason}."
        kept = await thought.remember([MemoryDraft(text, "planned", "plan")])
        # To do it matters as much as to have changed the plan for it: one rating serves both.
        items = tuple(replace(item, importance=kept[0].importance) for item in items)
    first = (*items, *_beginning(_errand(thought), items[-1].end))
    _revise(thought, plan.chunks, plan.hours, (*first, *_still_valid(thought, first[-1].end)), reason)
    thought.change(plan=replace(thought.agent.plan, kept=(*plan.kept, *(memory.id for memory in kept))))


def _errand(thought: Thought) -> tuple[PlanItem, ...]:
    """Return what is left of an errand: the steps up to the last with a lasting result; none if its way is blocked."""
    view = thought.view
    if any(isinstance(notice, Blocked) for notice in view.notices):
        return ()
    left = [
        replace(item, start=max(item.start, view.step)) for item in thought.agent.plan.steps if item.end > view.step
    ]
    lasting = [place for place, item in enumerate(left, start=1) if item.keep_state]
    return tuple(left[: max(lasting, default=0)])


def _beginning(items: tuple[PlanItem, ...], step: int) -> Iterator[PlanItem]:
    """Yield the items one after the other from a step on, each as long as it was."""
    for item in items:
        end = step + item.end - item.start
        yield replace(item, start=step, end=end)
        step = end


def _still_valid(thought: Thought, step: int) -> tuple[PlanItem, ...]:
    """Return the planned steps from `step` on, the first shortened, if the profile keeps them."""
    if not thought.profile.steps_kept:
        return ()
    return tuple(replace(item, start=max(item.start, step)) for item in thought.agent.plan.steps if item.end > step)


def _revise(
    thought: Thought,
    chunks: tuple[PlanItem, ...],
    hours: tuple[PlanItem, ...],
    steps: tuple[PlanItem, ...],
    reason: str,
) -> None:
    step, plan = thought.view.step, thought.agent.plan
    thought.change(
        plan=replace(
            plan,
            chunks=_joined(_past(plan.chunks, chunks, step), step),
            hours=_past(plan.hours, hours, step),
            steps=_past(plan.steps, steps, step) if steps else tuple(i for i in plan.steps if i.end <= step),
            made=step,
            revision=plan.revision + 1,
            reason=reason,
            reasons=(*plan.reasons, reason),
        )
    )


def _past(before: tuple[PlanItem, ...], ahead: tuple[PlanItem, ...], step: int) -> tuple[PlanItem, ...]:
    """Return the past items, the current one cut off at `step`, followed by the new ones."""
    if ahead and before and ahead == before:
        return before
    past = [item if item.end <= step else replace(item, end=step) for item in before if item.start < step]
    return (*past, *ahead)


def _joined(chunks: tuple[PlanItem, ...], step: int) -> tuple[PlanItem, ...]:
    """Return chunks with one instead of two where what was being done at `step` goes on at the same place."""
    for before, (one, other) in enumerate(pairwise(chunks)):
        goes_on = one.end == other.start == step and (one.activity, one.place) == (other.activity, other.place)
        if goes_on:
            return (*chunks[:before], replace(other, start=one.start), *chunks[before + 2 :])
    return chunks
