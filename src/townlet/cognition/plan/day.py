"""Planning a day (section 4.3): chunks first, then hours. Without plans: what to do now."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from townlet.cognition.answers import AtHand, Chunk, DayPlan
from townlet.cognition.fallbacks import of_note
from townlet.cognition.ground import names_another
from townlet.cognition.persona import Persona
from townlet.cognition.plan.reasons import reasons_from, with_reasons
from townlet.cognition.plan.schedule import routine, schedule
from townlet.cognition.selection import live_matters, ordered
from townlet.cognition.state import Plan, PlanItem
from townlet.cognition.summarise import summarise
from townlet.cognition.thought import MemoryDraft, Thought
from townlet.cognition.wording import (
    PROMISE_LEAD,
    day_plan_sentence,
    read_clock,
    say_date,
    say_time,
    tell_memories,
    tell_places,
    tell_plan,
    usual_reason,
)
from townlet.language.prompt import Field
from townlet.memory.record import Memory
from townlet.world.address import Address
from townlet.world.setting import MINUTES_A_DAY
from townlet.world.tree import clock_words, find_label, label

PLACES_SHOWN = 40
"""The maximum number of known places in a planning prompt; our choice."""

UP_LATE_MINUTES = 4 * 60
"""Minutes after the usual bedtime within which an agent still plans to go to bed soon; our choice."""

TO_BED_MINUTES = 30
"""Minutes until bedtime in a plan that is made after the usual bedtime."""

_TO_BED = re.compile(r"\b(to|into|in) bed\b|bedtime|sleep", re.IGNORECASE)
"""An activity that is going to bed: 'getting into bed', 'bedtime reading', 'going to sleep'."""

PLAN_IMPORTANCE = 5
"""The importance of a day's plan, as in the published base simulation."""


async def plan_day(thought: Thought) -> None:
    """Plan the day from now to bedtime: chunks first, then hours. The plan is stored in the memory stream."""
    await thought.store_noticed()
    await summarise(thought)
    persona = thought.agent.persona
    live = await live_matters(thought)
    memories = ordered(await recall_for_plan(thought), apart_from=live)
    places = known_places(thought)
    answer = await thought.ask(
        "day_plan",
        DayPlan,
        name=persona.name,
        summary=thought.agent.summary,
        now=say_time(thought.view.now),
        wakes=clock_words(_up_since(thought)),
        sleeps=clock_words(persona.sleeps),
        dines=clock_words(persona.dines) if persona.dines is not None else "",
        **home_and_workplace(persona),
        neighbours=neighbours_of(persona),
        yesterday=_yesterday(thought),
        live=tell_memories(live),
        memories=tell_memories(memories),
        places=tell_places(places, thought.view.setting),
    )
    shown = [*live, *memories]
    timed = schedule(thought, _from_now(thought, answer.chunks), places)
    chunks = with_reasons(thought, with_bedtime(thought, timed), shown)
    if not answer.chunks:
        by_habit = routine(thought, chunks[-1], places)
        thought.change(plan=Plan(by_habit, by_habit, made=thought.view.step))
        return
    hours = await _hours(thought, chunks, shown, places)
    thought.change(plan=Plan(chunks, hours, made=thought.view.step))
    await remember_plan(thought, chunks, shown)


def _up_since(thought: Thought) -> int:
    """Return when the agent got up today, in minutes after midnight: now, unless the host of its world asks late."""
    now, wakes = thought.view.clock.minute(thought.view.step), thought.agent.persona.wakes
    return wakes if thought.view.offers is not None and wakes < now else now


def _from_now(thought: Thought, chunks: Sequence[Chunk]) -> Sequence[Chunk]:
    """Return the chunks without those that were over before the agent made its plan."""
    up, now = _up_since(thought), thought.view.clock.minute(thought.view.step)
    begun = [place for place, chunk in enumerate(chunks) if up <= (read_clock(chunk.start) or 0) <= now]
    return chunks[begun[-1] :] if up < now and begun else chunks


def home_and_workplace(persona: Persona) -> dict[str, Field]:
    """Return the prompt fields with the places where a person lives and works, and the hours of work."""
    works = [clock_words(minutes) for minutes in persona.works or ()]
    return {
        "home": label(persona.home),
        "workplace": label(persona.workplace) if persona.workplace else "",
        "works": " to ".join(works),
    }


def neighbours_of(persona: Persona) -> list[Field]:
    """Return the neighbours whom a person knows, each with the place where they are likely to be by day."""
    # A run from before the places were kept has none.
    found = zip(persona.neighbours, persona.found_at, strict=False)
    return [{"name": name, "place": label(place)} for name, place in found]


async def recall_for_plan(thought: Thought) -> list[Memory]:
    """Recall what matters for the plan of the day: appointments, promises and wishes."""
    name, day = thought.agent.name, say_date(thought.view.now)
    return await thought.recall(
        f"{name}'s plans and appointments for {day}",
        f"{PROMISE_LEAD}to come to an event on {day}",
        f"what {name} wants or needs to do",
    )


def known_places(thought: Thought) -> tuple[Address, ...]:
    """Return the places that the agent knows and may use, its own first."""
    persona, setting = thought.agent.persona, thought.view.setting
    arenas = [a for a in thought.agent.known.arenas(setting) if not names_another(thought, a)]
    own = [place for place in (persona.home, persona.workplace, *persona.haunts) if place]
    ranked = sorted(arenas, key=lambda arena: not any(place.contains(arena) for place in own))
    return tuple(ranked[:PLACES_SHOWN])


def with_bedtime(thought: Thought, chunks: tuple[PlanItem, ...]) -> tuple[PlanItem, ...]:
    """Return the chunks with going to bed as the last, added at the usual bedtime if the answer left it out."""
    persona = thought.agent.persona
    if (len(chunks) > 1 and _TO_BED.search(chunks[-1].activity)) or (chunks and "sleep" in chunks[-1].activity):
        return (*chunks[:-1], replace(chunks[-1], place=persona.bed))
    to_bed = _usual_bedtime(thought)
    kept = [item for item in chunks if item.start < to_bed]
    if kept:
        kept[-1] = replace(kept[-1], end=to_bed)
    return (*kept, PlanItem(to_bed, to_bed + 1, "going to bed", persona.bed))


def _usual_bedtime(thought: Thought) -> int:
    """Return the step of the next usual bedtime; shortly from now if it has passed."""
    step, clock = thought.view.step, thought.view.clock
    late = (clock.minute(step) - thought.agent.persona.sleeps) % MINUTES_A_DAY
    return step + clock.steps(TO_BED_MINUTES if late < UP_LATE_MINUTES else MINUTES_A_DAY - late)


async def _hours(
    thought: Thought, chunks: tuple[PlanItem, ...], memories: list[Memory], places: tuple[Address, ...]
) -> tuple[PlanItem, ...]:
    answer = await thought.ask(
        "hour_plan",
        DayPlan,
        name=thought.agent.name,
        summary=thought.agent.summary,
        now=say_time(thought.view.now),
        plan=tell_plan(chunks, thought.view.clock),
        memories=tell_memories(memories),
        places=tell_places(places, thought.view.setting),
    )
    hours = reasons_from(chunks, schedule(thought, answer.chunks, places))
    bed = chunks[-1]
    day = tuple(item for item in hours if item.start < bed.start)
    if not day:
        return chunks
    return (*day[:-1], replace(day[-1], end=bed.start), bed)


async def remember_plan(thought: Thought, chunks: tuple[PlanItem, ...], shown: list[Memory]) -> None:
    """Store the plan in the memory stream, with the memories it was made from as evidence."""
    clock = thought.view.clock
    items = ", ".join(f"{item.activity} at {clock_words(clock.minute(item.start))}" for item in chunks)
    text = day_plan_sentence(say_date(thought.view.now), thought.agent.name, items)
    evidence = tuple(memory.id for memory in shown)
    (kept,) = await thought.remember([MemoryDraft(text, "planned", "plan", PLAN_IMPORTANCE, evidence=evidence)])
    thought.change(plan=replace(thought.agent.plan, kept=(kept.id,)))


def _yesterday(thought: Thought) -> list[Field]:
    clock, plan = thought.view.clock, thought.agent.plan
    return [f"{clock_words(clock.minute(item.start))}: {item.activity}" for item in plan.chunks if not item.fallback]


def unplanned(thought: Thought) -> bool:
    """Return whether an ablation leaves planning out."""
    return "planning" in thought.profile.without


async def at_hand(thought: Thought, activity: str = "", reason: str = "") -> None:
    """Ask what the agent does now, beginning with `activity` if one is given.

    It takes the place of a plan: one item, and the usual bedtime. Nothing of it is remembered.
    """
    await thought.store_noticed()
    view, persona = thought.view, thought.agent.persona
    name, places = persona.name, known_places(thought)
    memories = await thought.recall(f"what {name} is doing now", f"what {name} wants or needs to do")
    answer = await thought.ask(
        "at_hand",
        AtHand,
        name=name,
        summary=thought.agent.summary,
        now=say_time(view.now),
        doing=of_note(view.me.activity.doing),
        activity=activity,
        reason=reason,
        sleeps=clock_words(persona.sleeps),
        dines=clock_words(persona.dines) if persona.dines is not None else "",
        **home_and_workplace(persona),
        memories=tell_memories(memories),
        places=tell_places(places, view.setting),
    )
    (bed,) = with_reasons(thought, with_bedtime(thought, ()), ())
    if not answer.activity:
        by_habit = routine(thought, bed, places)
        thought.change(plan=Plan(by_habit, by_habit, made=view.step))
        return
    end = max(view.step + 1, min(view.step + view.clock.steps(answer.minutes), bed.start))
    place = find_label(answer.place, places)
    items = (
        PlanItem(view.step, end, answer.activity.strip().rstrip("."), place, why=reason or usual_reason(name)),
        bed,
    )
    thought.change(plan=Plan(items, items, made=view.step))
