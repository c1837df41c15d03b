"""Interviews (section 6.2): a question, answered from the summary and retrieved memories. Looking changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Annotated

from pydantic import WithJsonSchema, create_model

from townlet.cognition.answers import Speech
from townlet.cognition.fallbacks import of_note
from townlet.cognition.places import ways_to
from townlet.cognition.thought import Thought
from townlet.cognition.wording import say_time, tell_memories, tell_plan, tell_pronouns
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


async def interview_person(
    thought: Thought,
    question: str,
    asker: str = VISITOR,
    earlier: Sequence[Exchange] = (),
    options: Sequence[str] = (),
) -> Exchange:
    """Ask somebody something. The thought is thrown away afterwards, so they do not remember it.

    With `options` the answer is one of them, word for word.
    """
    await thought.settle()
    view, agent = thought.view, thought.agent
    memories = await _asked_for(thought, question)
    said: list[Field] = []
    for exchange in earlier:
        said.append({"speaker": asker, "line": exchange.question})
        said.append({"speaker": agent.name, "line": exchange.answer})
    prompt = thought.prompt(
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
        pronouns=tell_pronouns(view.register, [question, agent.summary, *(memory.text for memory in memories)]),
        memories=tell_memories(memories),
        plan=tell_plan(agent.plan.hours, view.clock),
        options=list(options),
        ways=ways_to(thought, question),
    )
    if options:
        prompt = replace(prompt, answer=_one_of(tuple(options)), check=partial(_other_than, options=options))
    speech = await thought.mind.ask(prompt)
    return Exchange(question, _option(speech.say, options) or speech.say, tuple(memories))


@lru_cache
def _one_of(options: tuple[str, ...]) -> type[Speech]:
    """The form of an answer that is one of these: a server that keeps to forms can give nothing else."""
    say = Annotated[str, WithJsonSchema({"type": "string", "enum": list(options)})]
    return create_model("Speech", __base__=Speech, say=(say, ...))


def _other_than(speech: Speech, options: Sequence[str]) -> str:
    """What is wrong with an answer that is none of the options; empty if it is one."""
    return "" if _option(speech.say, options) else f"'say' has to be one of: {'; '.join(options)}."


def _option(said: str, options: Sequence[str]) -> str:
    """The option that was said, however it is capitalised and ended; empty for none."""
    plain = said.strip(" .!\"'").casefold()
    return next((option for option in options if option.strip(" .!\"'").casefold() == plain), "")


async def _asked_for(thought: Thought, question: str) -> list[Memory]:
    """What comes to mind at a question: as the paper retrieves, and what is nearest to it in meaning alone."""
    most = 2 * thought.profile.memories_shown
    on_mind = await thought.recall(question, top=most)
    nearest = await thought.recall(question, top=most, weights=BY_RELEVANCE)
    return list({memory.id: memory for memory in (*on_mind, *nearest)}.values())
