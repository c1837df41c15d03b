"""Interviews (section 6.2): a question, answered from the summary and retrieved memories. Looking changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from townlet.cognition.answers import Speech
from townlet.cognition.fallbacks import of_note
from townlet.cognition.telling import say_time, tell_memories, tell_plan, tell_pronouns
from townlet.cognition.thought import Thought
from townlet.language.prompt import Field
from townlet.memory.record import Memory
from townlet.world.tree import label

VISITOR = "a visitor to the town"
"""Who asks, where no persona is given."""


@dataclass(frozen=True)
class Exchange:
    """A question and its answer, with the memories that the answer was shown."""

    question: str
    answer: str
    shown: tuple[Memory, ...] = ()


async def interview(
    thought: Thought, question: str, asker: str = VISITOR, earlier: Sequence[Exchange] = ()
) -> Exchange:
    """Ask somebody something. The thought is thrown away afterwards, so they do not remember it."""
    await thought.settle()
    view, agent = thought.view, thought.agent
    memories = await thought.recall(question, top=2 * thought.profile.memories_shown)
    said: list[Field] = []
    for exchange in earlier:
        said.append({"speaker": asker, "line": exchange.question})
        said.append({"speaker": agent.name, "line": exchange.answer})
    speech = await thought.ask(
        "interview",
        Speech,
        name=agent.name,
        summary=agent.summary,
        now=say_time(view.now),
        doing=of_note(view.me.activity.doing),
        place=label(view.here) if view.here else "out of doors",
        asker=asker,
        question=question,
        lines=said,
        pronouns=tell_pronouns(view.register, [question, *(memory.text for memory in memories)]),
        memories=tell_memories(memories),
        plan=tell_plan(agent.plan.hours, view.clock),
    )
    return Exchange(question, speech.say, tuple(memories))
