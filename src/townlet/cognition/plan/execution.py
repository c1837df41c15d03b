"""Carrying out the plan: what to do next, from waking up to going to bed."""

from __future__ import annotations

from townlet.cognition.fallbacks import DOING
from townlet.cognition.plan.day import at_hand, plan_day, unplanned
from townlet.cognition.plan.minutes import plan_minutes
from townlet.cognition.plan.reasons import particular
from townlet.cognition.plan.revision import replan
from townlet.cognition.state import PlanItem
from townlet.cognition.summarise import summarise
from townlet.cognition.thought import MemoryDraft, Thought
from townlet.cognition.wording import doing_sentence
from townlet.world.actions import Do
from townlet.world.setting import MINUTES_A_DAY
from townlet.world.view import spoken_place

WAKING_SPREAD = 15
"""The maximum deviation from the usual waking time, in minutes; our choice."""

SHORTEST_NIGHT = 4 * 60
"""The minimum sleep, in minutes, of a person who goes to bed late; our choice."""


async def proceed(thought: Thought) -> Do | None:
    """Return the action that the plan asks for now; None if the agent is doing it already."""
    view = thought.view
    if _woken(thought):
        await _plan(thought)
    elif not thought.agent.plan.chunks:
        return await _start_of_run(thought)
    if view.step >= thought.agent.plan.bedtime:
        await thought.store_noticed()
        return _sleep(thought)
    if _sees_it_through(thought):
        return None
    item = thought.agent.plan.current(view.step)
    if item is None:
        await _make_steps(thought)
        item = thought.agent.plan.current(view.step)
    if item is None or _at_it(thought, item):
        return None
    return await begin_item(thought, item)


async def begin_item(thought: Thought, item: PlanItem) -> Do:
    """Begin an item of the plan, and remember it: an agent's own behaviour is an observation, too (section 4.1)."""
    view, name = thought.view, thought.agent.name
    if item.fallback:
        return Do(DOING, max(item.end, view.step + 1), item.place)
    if (item.activity, item.start) != _last_begun(thought):
        where = f" at {spoken_place(item.place)}" if item.place and not _at_home(thought, item) else ""
        text = doing_sentence(name, item.activity + where)
        await thought.remember([MemoryDraft(text, "done", importance=item.importance)])
        thought.change(seen={**thought.agent.seen, name: (item.activity, item.start)})
    return Do(
        item.activity,
        max(item.end, view.step + 1),
        item.place,
        particular(thought, item),
        item.emoji,
        item.state,
        keep_state=item.keep_state,
    )


def _last_begun(thought: Thought) -> tuple[str, int]:
    return thought.agent.seen.get(thought.agent.name, ("", -1))


def _at_home(thought: Thought, item: PlanItem) -> bool:
    return item.place is not None and item.place.parts[:2] == thought.agent.persona.home.parts[:2]


def _at_it(thought: Thought, item: PlanItem) -> bool:
    """Return whether the agent is doing the item already, at its place or on the way there."""
    view = thought.view
    activity = view.me.activity
    doing = DOING if item.fallback else item.activity
    same = activity.doing == doing and activity.until >= item.end and activity.at == item.place
    return same and (view.in_place or not view.me.arrived)


def _sees_it_through(thought: Thought) -> bool:
    """Return whether the agent is busy with something that has a lasting result, for which a plan of before waits."""
    view, activity = thought.view, thought.view.me.activity
    if thought.agent.plan.made == view.step:
        return False
    return activity.keep_state and activity.until > view.step and (not view.me.arrived or view.me.using is not None)


def _woken(thought: Thought) -> bool:
    """Return whether a night is over: the agent's sleep, or one in which somebody else had its body."""
    activity, plan, clock = thought.view.me.activity, thought.agent.plan, thought.view.clock
    if activity.asleep or not plan.chunks or thought.view.step <= plan.bedtime:
        return activity.asleep and activity.until <= thought.view.step
    night = (thought.agent.persona.wakes - clock.minute(plan.bedtime)) % MINUTES_A_DAY
    return thought.view.step >= plan.bedtime + clock.steps(max(night, SHORTEST_NIGHT))


async def _make_steps(thought: Thought) -> None:
    hour = thought.agent.plan.hour(thought.view.step)
    if hour is None:
        await replan(thought, "", "the plan has run out")
        hour = thought.agent.plan.hour(thought.view.step)
    if hour is not None and hour.fallback and thought.agent.plan.made < thought.view.step:
        # The current plan is a fallback; the model may answer now.
        await _plan(thought)
        hour = thought.agent.plan.hour(thought.view.step)
    if hour is not None:
        await plan_minutes(thought, hour)


async def _start_of_run(thought: Thought) -> Do | None:
    """Return the first action of a run: sleep if it is night for this person, else the first item of a new plan."""
    if _is_night(thought):
        return _sleep(thought, shortest_minutes=1)
    await _plan(thought)
    return await proceed(thought)


async def plan_at_start(thought: Thought) -> None:
    """Plan the first day, unless it is night, so that what has happened already can change the plan."""
    if not thought.agent.plan.chunks and not _is_night(thought):
        await _plan(thought)


def _is_night(thought: Thought) -> bool:
    """Return whether the person usually sleeps at this time."""
    persona, minute = thought.agent.persona, thought.view.clock.minute(thought.view.step)
    asleep_from, awake_from = persona.sleeps % MINUTES_A_DAY, persona.wakes
    night = (awake_from - asleep_from) % MINUTES_A_DAY
    return (minute - asleep_from) % MINUTES_A_DAY < night


async def _plan(thought: Thought) -> None:
    """Plan the day, or, if planning is left out, ask what the agent does now."""
    if unplanned(thought):
        await summarise(thought)
        await at_hand(thought)
    else:
        await plan_day(thought)


def _sleep(thought: Thought, shortest_minutes: int = SHORTEST_NIGHT) -> Do | None:
    """Return the action of sleeping until about the usual waking time; None if the agent is asleep in bed."""
    view, persona = thought.view, thought.agent.persona
    if view.me.activity.asleep and view.me.activity.until > view.step:
        if view.in_place or not view.me.arrived:
            return None
        wakes = view.me.activity.until
    else:
        usual = (persona.wakes - view.clock.minute(view.step)) % MINUTES_A_DAY
        minutes = usual + thought.mind.rng.randint(-WAKING_SPREAD, WAKING_SPREAD)
        wakes = view.step + view.clock.steps(max(minutes, shortest_minutes))
    return Do("sleeping", wakes, persona.bed, "it is night", "😴", "occupied", asleep=True)
