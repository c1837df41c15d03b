"""The reasons of a plan: every item says why, in the model's words or by what the item rests on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from townlet.cognition.relationships import is_line
from townlet.cognition.selection import BEFORE_MINUTES, days_ahead, times_in
from townlet.cognition.state import PlanItem
from townlet.cognition.thought import Thought
from townlet.cognition.wording import usual_reason
from townlet.memory.record import Memory
from townlet.world.view import spoken_place


def with_reasons(
    thought: Thought, items: Sequence[PlanItem], shown: Sequence[Memory], change: str = ""
) -> tuple[PlanItem, ...]:
    """Return the items of a day, each with a reason. `shown` are the memories that the plan was made from.

    Without a reason of the model's, an item of the plan until now keeps its own. Another has the reason for the
    `change` of the plan; in a plan of the morning it has what is on today at its place, or else work or habit.
    """
    before = {(item.activity, item.place): item.why for item in thought.agent.plan.chunks if change}

    def reason_of(item: PlanItem) -> str:
        return item.why or before.get((item.activity, item.place)) or change or _grounds_of(thought, item, shown)

    return tuple(replace(item, why=reason_of(item)) for item in items)


def _grounds_of(thought: Thought, item: PlanItem, shown: Sequence[Memory]) -> str:
    persona = thought.agent.persona
    if item.place is not None and item.place != persona.bed:
        today, place = thought.view.now.date(), spoken_place(item.place)
        for memory in shown:
            named = (
                not is_line(memory)
                and place in memory.text
                and days_ahead(memory.text, today, memory.created.date()) == 0
            )
            if named and _is_time_for(thought, item, memory.text):
                return memory.text.rstrip(".")
        if persona.workplace is not None and persona.workplace.contains(item.place):
            return f"{persona.name} works or studies there"
    return usual_reason(persona.name)


def _is_time_for(thought: Thought, item: PlanItem, text: str) -> bool:
    """Return whether an item is for what begins at the first time of day in a text; also if the text gives none."""
    clock, times = thought.view.clock, times_in(text)
    start = clock.minute(item.start) - BEFORE_MINUTES
    return not times or start <= times[0] < start + BEFORE_MINUTES + (item.end - item.start) * clock.step_seconds / 60


def reasons_from(chunks: Sequence[PlanItem], items: Sequence[PlanItem]) -> tuple[PlanItem, ...]:
    """Return the items, each with the reason of the chunk in which it begins, if it has none of its own."""
    return tuple(
        replace(item, why=item.why or next((each.why for each in chunks if each.start <= item.start < each.end), ""))
        for item in items
    )


def particular(thought: Thought, item: PlanItem) -> str:
    """Return the reason of an item; empty if it is only habit."""
    return "" if item.why == usual_reason(thought.agent.name) else item.why
