"""Who is a stranger to somebody, and how much the words of one can weigh."""

from __future__ import annotations

import re

from townlet.cognition.thought import Thought
from townlet.world.register import Register

STRANGER_IMPORTANCE = 5
"""The most that anything a stranger says can matter, the middle of the scale: a stranger who claims a shared past may
be remembered, but not above what one has lived through. Our choice."""

NO_CAP = 10


def most_importance(thought: Thought, other: str) -> int:
    """How much the words of somebody can matter at most."""
    return STRANGER_IMPORTANCE if is_stranger(thought, other) else NO_CAP


def is_stranger(thought: Thought, other: str) -> bool:
    """Whether one has never talked with somebody, been told anything by them, or known of them from the start.

    To have seen them, or heard others speak of them, is no acquaintance: anybody can arrange for that.
    """
    if other in thought.agent.talked:
        return False
    register = thought.view.register
    return not any(
        (memory.source == "told" and memory.heard_from == other)
        or (memory.source in ("seed", "inner voice") and _names(memory.text, other, register))
        for memory in thought.memories
    )


def _names(text: str, person: str, register: Register) -> bool:
    """Whether a text names somebody, and not another whose name is longer."""
    for longer in register:
        if person in longer and person != longer:
            text = text.replace(longer, "")
    return re.search(rf"(?<!\w){re.escape(person)}(?!\w)", text) is not None
