"""The cached summary of a person (Park et al. 2023, appendix A): three retrievals, one paragraph."""

from __future__ import annotations

from townlet.cognition.answers import Text
from townlet.cognition.thought import Thought
from townlet.cognition.wording import say_time, summary_sentence, tell_memories

MEMORIES_EACH = 8
"""The number of memories shown for each of the three retrievals; our choice."""


async def summarise(thought: Thought) -> None:
    """Write a new summary: core characteristics, occupation, and feeling about recent progress."""
    name = thought.agent.name
    core = await thought.recall(
        f"{name}'s core characteristics", f"{name} is married to, friends with, likes or dislikes", top=MEMORIES_EACH
    )
    occupation = await thought.recall(
        f"{name}'s current daily occupation",
        f"{name} is a student, owner or worker at, is writing, preparing or working on",
        top=MEMORIES_EACH,
    )
    feeling = await thought.recall(f"{name}'s feeling about their recent progress in life", top=MEMORIES_EACH)
    persona = thought.agent.persona
    answer = await thought.ask(
        "summary",
        Text,
        name=name,
        age=persona.age,
        traits=", ".join(persona.traits),
        now=say_time(thought.view.now),
        before=thought.agent.summary,
        core=tell_memories(core),
        occupation=tell_memories(occupation),
        feeling=tell_memories(feeling),
    )
    if answer.text:
        thought.change(summary=answer.text, summarised=thought.view.step)
    elif not thought.agent.summary:
        thought.change(summary=summary_sentence(name, persona.age, persona.traits))
