"""Living without plans, for ablations: whoever has nothing to do is asked what they do now, and no further."""

from __future__ import annotations

from townlet.cognition.answers import AtHand
from townlet.cognition.fallbacks import of_note
from townlet.cognition.plan.day import known_places, with_bedtime
from townlet.cognition.plan.routine import routine
from townlet.cognition.state import Plan, PlanItem
from townlet.cognition.telling import say_time, tell_memories, tell_places
from townlet.cognition.thought import Thought
from townlet.world.tree import clock_words, find_label, label


def unplanned(thought: Thought) -> bool:
    """Whether this person lives without plans."""
    return "planning" in thought.profile.without


async def at_hand(thought: Thought, activity: str = "", reason: str = "") -> None:
    """Find what one does from now on, beginning with `activity` where one is given.

    It stands where the plan would: one item, and the usual bedtime by habit. No memory is made of it.
    """
    await thought.settle()
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
        home=label(persona.home),
        workplace=label(persona.workplace) if persona.workplace else "",
        memories=tell_memories(memories),
        places=tell_places(places, view.setting),
    )
    (bed,) = with_bedtime(thought, ())
    if not answer.activity:
        by_habit = routine(thought, bed, places)
        thought.change(plan=Plan(by_habit, by_habit, made=view.step))
        return
    end = max(view.step + 1, min(view.step + view.clock.steps(answer.minutes), bed.start))
    place = find_label(answer.place, places)
    items = (PlanItem(view.step, end, answer.activity.strip().rstrip("."), place, why=reason), bed)
    thought.change(plan=Plan(items, items, made=view.step))
