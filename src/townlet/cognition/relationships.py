"""What lies between two people, in the memory of one of them: earlier lines, promises, and who they are to one."""

from __future__ import annotations

import re
from itertools import islice

from townlet.cognition.thought import Thought
from townlet.cognition.wording import DAY_PLAN_LEAD, heard_lead, said_lead
from townlet.memory.record import Memory
from townlet.world.register import Register

LAST_TALK_LINES = 10
"""How many lines of the last talk with somebody a prompt shows: all of one talk."""

ARRANGEMENTS = 6
"""How many of the latest promises and refusals between two people a prompt shows."""

SAID_BEFORE_LINES = 12
"""How many of one's own lines to somebody, from talks before the last, a prompt shows."""

LOOK_BACK = 1_500
"""How many of the newest records are searched for those lines."""


def known_before(thought: Thought, other: str) -> list[Memory]:
    """What one has known of somebody since before the run: who they are to one does not fade with the days."""
    seeds = islice(thought.memories, len(thought.agent.persona.seeds))
    return [memory for memory in seeds if memory.source == "seed" and other in memory.text]


def arranged_with(thought: Thought, other: str) -> list[Memory]:
    """What was promised or refused between the two: retrieval alone may lose it, and people repeat themselves."""
    plans = [memory for memory in thought.memories.of_kind("plan") if other in memory.text]
    return [memory for memory in plans if not memory.text.startswith(DAY_PLAN_LEAD)][-ARRANGEMENTS:]


def said_before_to(thought: Thought, other: str) -> list[Memory]:
    """One's own earlier lines to somebody, so that one does not tell them the same again."""
    lead = said_lead(other)
    return [memory for memory in own_lines(thought) if memory.text.startswith(lead)][-SAID_BEFORE_LINES:]


def own_lines(thought: Thought) -> list[Memory]:
    """What one has said of late, to anybody, oldest first."""
    return [memory for memory in thought.memories.newest(LOOK_BACK) if memory.source == "said"]


def last_talk_with(thought: Thought, other: str) -> list[Memory]:
    """The lines of the last talk with somebody, as one remembers them, oldest first."""
    if other not in thought.agent.talked:
        return []
    found: list[Memory] = []
    talk = ""
    for memory in reversed(thought.memories.newest(LOOK_BACK)):
        if not memory.utterance or not _is_between(memory, other):
            continue
        this_talk = memory.utterance.partition("#")[0]
        talk = talk or this_talk
        if this_talk != talk or len(found) == LAST_TALK_LINES:
            break
        found.append(memory)
    return found[::-1]


def memo_of_last_talk_with(thought: Thought, other: str) -> list[Memory]:
    """The one sentence that one kept of the last talk with somebody; none if there was no talk."""
    lines = last_talk_with(thought, other)
    if not lines:
        return []
    after = [memory for memory in thought.memories.newest(LOOK_BACK) if lines[-1].id in memory.evidence]
    return [memory for memory in after if memory.source == "thought" and memory.kind == "observation"][:1]


def _is_between(memory: Memory, other: str) -> bool:
    to_other = memory.source == "said" and memory.text.startswith(said_lead(other))
    return to_other or (memory.heard_from == other and memory.text.startswith(heard_lead(other)))


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
