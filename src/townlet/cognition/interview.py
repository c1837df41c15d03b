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
from townlet.memory.retrieval import Weights
from townlet.world.tree import label

BY_RELEVANCE = Weights(recency=0.0, importance=0.0)
"""Who is asked straight out looks for the answer, however long ago and however small; our choice, see decision 16."""

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
    memories = await _asked_for(thought, question)
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


async def _asked_for(thought: Thought, question: str) -> list[Memory]:
    """What comes to mind at a question: as the paper retrieves, and what is nearest to it in meaning alone."""
    most = thought.profile.memories_shown
    on_mind = await thought.recall(question, top=2 * most)
    nearest = await thought.recall(question, top=most, weights=BY_RELEVANCE)
    return list({memory.id: memory for memory in (*on_mind, *nearest)}.values())
