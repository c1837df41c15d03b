"""What is left of a day's plan."""

from __future__ import annotations

from townlet.cognition.state import PlanItem
from townlet.cognition.thought import Thought

NEXT_ITEMS = 3
"""How much of what is to come is shown in brief, besides the day's end; our choice."""


def ahead(thought: Thought) -> list[PlanItem]:
    """The hours from now on; where the profile is brief, what comes next and where the day ends."""
    items = [item for item in thought.agent.plan.hours if item.end > thought.view.step]
    return [*items[:NEXT_ITEMS], *items[NEXT_ITEMS:][-1:]] if thought.profile.plan_in_brief else items
