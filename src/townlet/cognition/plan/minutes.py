"""Breaking the next part of the plan into steps of 5 to 15 minutes, just in time (section 4.3)."""

from __future__ import annotations

from dataclasses import replace

from townlet.cognition.answers import Step, Steps, Text, emoji_in
from townlet.cognition.ground import ground, names_another
from townlet.cognition.plan.day import unplanned
from townlet.cognition.plan.reasons import particular
from townlet.cognition.state import PlanItem
from townlet.cognition.thought import IMPORTANCE_SCALE, Thought
from townlet.cognition.wording import doing_sentence, say_time
from townlet.language.prompt import Field
from townlet.world.address import Address
from townlet.world.tree import clock_words, find_label, label, rule_of

HABIT_MINUTES = 60
"""Minutes that an agent without a plan spends by habit before it asks for a plan again; our choice."""

OBJECTS_SHOWN = 24
"""The maximum number of objects in the prompt; our choice."""

RECENT_STEPS = 4
"""The number of steps just done that the prompt shows."""


async def plan_minutes(thought: Thought, hour: PlanItem) -> None:
    """Make the steps from now to the end of the hour's activity, or as far ahead as the profile plans."""
    step, clock = thought.view.step, thought.view.clock
    if hour.fallback:
        until = min(hour.end, step + clock.steps(HABIT_MINUTES))
        _put(thought, (replace(hour, start=step, end=until),))
        return
    if unplanned(thought):
        _put(thought, await _rated(thought, [replace(hour, start=step)]))
        return
    end = min(_end_of(thought, hour), step + clock.steps(thought.profile.minutes_ahead))
    objects = _objects(thought, hour.place)
    answer = await thought.ask(
        "minute_plan",
        Steps,
        name=thought.agent.name,
        summary=thought.agent.summary,
        now=say_time(thought.view.now),
        activity=hour.activity,
        reason=particular(thought, hour),
        place=label(hour.place) if hour.place else "",
        rule=rule_of(hour.place, thought.view.setting) if hour.place else "",
        start=clock_words(clock.minute(step)),
        end=clock_words(clock.minute(end)),
        objects=_tell_objects(thought, objects, hour.place),
        recent=_recent(thought),
        scale=IMPORTANCE_SCALE if thought.profile.acts_rated_with_plan else "",
    )
    steps = _filled(thought, answer.steps, hour, end, objects)
    if thought.profile.one_at_a_time:
        steps = [await _one_at_a_time(thought, item) for item in steps]
    rated = await _rated(thought, steps)
    _put(thought, rated)


def _put(thought: Thought, steps: tuple[PlanItem, ...]) -> None:
    """Put these steps into the plan, after the latest past ones."""
    plan = thought.agent.plan
    past = tuple(item for item in plan.steps if item.end <= thought.view.step)[-RECENT_STEPS:]
    thought.change(plan=replace(plan, steps=past + steps))


def _end_of(thought: Thought, hour: PlanItem) -> int:
    """Return the end of the hour's activity, which may go on in the hours after it."""
    end = hour.end
    for item in thought.agent.plan.hours:
        if item.start == end and (item.activity, item.place, item.why) == (hour.activity, hour.place, hour.why):
            end = item.end
    return end


async def _rated(thought: Thought, steps: list[PlanItem]) -> tuple[PlanItem, ...]:
    """Return the steps with their importance; those that came without one are rated now."""
    unrated = [item for item in steps if not item.importance]
    ratings = iter(await thought.rate([doing_sentence(thought.agent.name, item.activity) for item in unrated]))
    return tuple(item if item.importance else replace(item, importance=next(ratings)) for item in steps)


def _filled(
    thought: Thought, steps: list[Step], hour: PlanItem, end: int, objects: tuple[Address, ...]
) -> list[PlanItem]:
    """Return the steps as items without gaps from now to `end`, the last fitted to it; one item if there are none."""
    clock, start = thought.view.clock, thought.view.step
    items: list[PlanItem] = []
    for step in steps:
        if start >= end:
            break
        stop = min(end, start + clock.steps(step.minutes))
        place = find_label(step.object, objects) or hour.place
        state = step.object_state if place in thought.view.setting.objects else ""
        activity = step.activity.strip().rstrip(".")
        items.append(PlanItem(start, stop, activity, place, state, step.emoji, hour.why, step.importance))
        start = stop
    items = items or [replace(hour, start=start, end=end)]
    items[-1] = replace(items[-1], end=end)
    return items


def _objects(thought: Thought, place: Address | None) -> tuple[Address, ...]:
    """Return the known objects of the place, then of the rest of its building, except in other people's rooms and in
    rooms that are closed to the agent now."""
    known, setting, minute = thought.agent.known, thought.view.setting, thought.view.clock.minute(thought.view.step)
    where = place or thought.view.here
    if where is None:
        return ()
    arena = where.parent if where in setting.objects and where.parent else where
    building = arena.parts[:2]
    near = known.objects(arena, setting)
    far = [
        item
        for item in known.objects(Address(building), setting)
        if item not in near and item.parent and not names_another(thought, item.parent)
        if not setting.closed_part(item, thought.agent.name, minute)
    ]
    return (*near, *far)[:OBJECTS_SHOWN]


def _tell_objects(thought: Thought, objects: tuple[Address, ...], place: Address | None) -> list[Field]:
    states = thought.agent.known.states
    return [{"name": _object_label(item, place), "state": states[item]} for item in objects]


def _object_label(item: Address, place: Address | None) -> str:
    inside = place is not None and place.contains(item)
    return item.name if inside else ": ".join(item.parts[-2:])


def _recent(thought: Thought) -> list[Field]:
    done = [item for item in thought.agent.plan.steps if item.start < thought.view.step and not item.fallback]
    return [item.activity for item in done[-RECENT_STEPS:]]


async def _one_at_a_time(thought: Thought, item: PlanItem) -> PlanItem:
    """Ask for place, object state and emoji in prompts of their own, as in the paper."""
    place = await ground(thought, item.activity) or item.place
    prompts = [thought.prompt("emoji", Text, activity=item.activity)]
    if place in thought.view.setting.objects and place is not None:
        prompts.append(
            thought.prompt(
                "object_state",
                Text,
                name=thought.agent.name,
                activity=item.activity,
                object=place.name,
                state=thought.agent.known.states[place],
            )
        )
    answers = await thought.mind.ask_all(prompts)
    state = answers[1].text[:80] if len(answers) > 1 else ""
    return replace(item, place=place, emoji=emoji_in(answers[0].text), state=state)
