"""What an agent remembers about another person: earlier lines, promises, and who they are."""

from __future__ import annotations

import re
from itertools import islice

from townlet.cognition.thought import Thought
from townlet.cognition.wording import CHANGED_PLAN, DAY_PLAN_LEAD, heard_lead, said_lead, say_clock, say_date
from townlet.language.prompt import Field
from townlet.memory.record import Memory
from townlet.world.register import Register
from townlet.world.tree import label

LAST_TALK_LINES = 10
"""The number of lines of the last talk with a person that a prompt shows: all lines of one talk."""

PROMISED_SHOWN = 8
"""The number of latest promises and outcomes of talks between two people that a prompt shows; our choice."""

SAID_BEFORE_LINES = 12
"""The number of the agent's own earlier lines to a person that a prompt shows."""

LOOK_BACK = 1_500
"""The number of newest memories that are searched for those lines."""


def known_before(thought: Thought, other: str) -> list[Memory]:
    """Return the seed memories that name a person, so that prompts show who they are however old the memories get.

    For a person of the agent's household these are all that name anybody of the household.
    """
    household = thought.agent.persona.household
    named = household if other in household else (other,)
    seeds = islice(thought.memories, len(thought.agent.persona.seeds))
    return [memory for memory in seeds if memory.source == "seed" and any(name in memory.text for name in named)]


def terms_with(thought: Thought, other: str) -> dict[str, Field]:
    """Return the prompt fields that say from where the two know each other, and when they last talked.

    `household` is the home that they share, `colleagues` the place where both work, and `neighbours` the town, if
    everybody knows everybody in it; each is empty if there is none.
    `met_today` is the time of their last talk today, and `last_met` the date of their last talk if that was on an
    earlier day; one of the two is empty at least.
    """
    persona, step = thought.agent.persona, thought.agent.talked.get(other)
    met = None if step is None else thought.view.clock.at(step)
    today = met is not None and met.date() == thought.view.now.date()
    return {
        "household": label(persona.home) if other in persona.household else "",
        "colleagues": label(persona.workplace) if persona.workplace and other in persona.colleagues else "",
        "neighbours": persona.home.parts[0] if other in persona.neighbours else "",
        "met_today": say_clock(met) if met and today else "",
        "last_met": say_date(met) if met and not today else "",
    }


def promised_with(thought: Thought, other: str) -> list[Memory]:
    """Return the latest promises and outcomes of talks that concern a person, which retrieval alone may miss."""
    kept = [memory for memory in thought.memories if is_promise(memory) or memory.outcome]
    return [memory for memory in kept if other in memory.text or memory.heard_from == other][-PROMISED_SHOWN:]


def is_promise(memory: Memory) -> bool:
    """Return whether a memory is of a promise or an arrangement, and not of a day's plan or a change of it."""
    if memory.kind != "plan" or memory.text.startswith(DAY_PLAN_LEAD):
        return False
    return CHANGED_PLAN not in memory.text


def is_line(memory: Memory) -> bool:
    """Return whether a memory is of a spoken line: the agent's own, or another's."""
    return memory.source in ("said", "heard", "told")


def said_before_to(thought: Thought, other: str) -> list[Memory]:
    """Return the agent's own latest lines to a person, so that it does not repeat itself."""
    lead = said_lead(other)
    return [memory for memory in own_lines(thought) if memory.text.startswith(lead)][-SAID_BEFORE_LINES:]


def own_lines(thought: Thought) -> list[Memory]:
    """Return the agent's own recent lines to anybody, oldest first."""
    return [memory for memory in thought.memories.newest(LOOK_BACK) if memory.source == "said"]


def last_talk_with(thought: Thought, other: str) -> list[Memory]:
    """Return the remembered lines of the last talk with a person, oldest first."""
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
    """Return the memory that sums up the last talk with a person, as a list; empty if there was no talk."""
    lines = last_talk_with(thought, other)
    if not lines:
        return []
    after = [memory for memory in thought.memories.newest(LOOK_BACK) if lines[-1].id in memory.evidence]
    return [memory for memory in after if memory.source == "thought" and memory.kind == "observation"][:1]


def _is_between(memory: Memory, other: str) -> bool:
    to_other = memory.source == "said" and memory.text.startswith(said_lead(other))
    return to_other or (memory.heard_from == other and memory.text.startswith(heard_lead(other)))


STRANGER_IMPORTANCE = 5
"""The maximum importance of a stranger's words: the middle of the scale, so that a stranger who claims a shared past
does not outweigh what the agent has lived through. Our choice."""

NO_CAP = 10
"""The top of the importance scale."""


def most_importance(thought: Thought, other: str) -> int:
    """Return the maximum importance of a person's words."""
    return STRANGER_IMPORTANCE if is_stranger(thought, other) else NO_CAP


def is_stranger(thought: Thought, other: str) -> bool:
    """Return whether the agent has never talked with a person, never been spoken to by them, and has no seed of them.

    Having seen a person or heard others speak of them does not count, because anybody can bring that about.
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
    """Return whether a text names a person, and not only somebody whose longer name contains theirs."""
    for longer in register:
        if person in longer and person != longer:
            text = text.replace(longer, "")
    return re.search(rf"(?<!\w){re.escape(person)}(?!\w)", text) is not None
