"""Interviews (section 6.2): questions answered from the summary and retrieved memories, without changing the agent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Annotated

from pydantic import WithJsonSchema, create_model

from townlet.cognition.answers import Speech
from townlet.cognition.asked_memories import BY_RELEVANCE, asked_memories
from townlet.cognition.places import ways_to
from townlet.cognition.thought import Thought
from townlet.cognition.wording import tell_memories, tell_plan_in_brief
from townlet.language.prompt import Field
from townlet.memory.record import Memory

FEW_WORDS = 3
"""A question of so few words is about the answer before it: 'Why?', 'Since when?'."""

_POINTS_BACK = re.compile(r"\b(?:it|that|there|they|them|he|him|his|she|her)\b", re.I)
"""Words by which a question may be about the answer before it."""

VISITOR = "a visitor to the town"
"""The interviewer, if no persona is given."""


@dataclass(frozen=True)
class Exchange:
    """A question and its answer, with the memories that were in the prompt."""

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
    """Ask a person a question. The thought is thrown away afterwards, so they do not remember the interview.

    With `options`, the answer is one of them, word for word. Raises ModelError if there is no usable answer.
    """
    await thought.store_noticed()
    view, agent = thought.view, thought.agent
    memories = await _recall_for(thought, question, earlier)
    said: list[Field] = []
    for exchange in earlier:
        said.append({"speaker": asker, "line": exchange.question})
        said.append({"speaker": agent.name, "line": exchange.answer})
    prompt = thought.prompt(
        "interview",
        Speech,
        **thought.situation(),
        asker=asker,
        question=question,
        lines=said,
        memories=tell_memories(memories),
        plan=tell_plan_in_brief(agent.plan.hours, view.clock),
        options=list(options),
        ways=ways_to(thought, question),
    )
    if options:
        prompt = replace(prompt, answer=_one_of(tuple(options)), check=partial(_option_defect, options=options))
    speech = await thought.mind.ask(prompt)
    return Exchange(question, _option(speech.say, options) or speech.say, tuple(memories))


@lru_cache
def _one_of(options: tuple[str, ...]) -> type[Speech]:
    """Return the schema of an answer that is one of the options, for servers with constrained decoding."""
    say = Annotated[str, WithJsonSchema({"type": "string", "enum": list(options)})]
    return create_model("Speech", __base__=Speech, say=(say, ...))


def _option_defect(speech: Speech, options: Sequence[str]) -> str:
    """Return what is wrong with an answer that is none of the options; empty if it is one."""
    return "" if _option(speech.say, options) else f"'say' has to be one of: {'; '.join(options)}."


def _option(said: str, options: Sequence[str]) -> str:
    """Return the option that an answer gives, whatever its capitals and punctuation; empty if it gives none."""
    plain = said.strip(" .!\"'").casefold()
    return next((option for option in options if option.strip(" .!\"'").casefold() == plain), "")


async def _recall_for(thought: Thought, question: str, earlier: Sequence[Exchange]) -> list[Memory]:
    """Recall memories for a question with the paper's score and by relevance alone, beside those that it asks for."""
    before = [said for exchange in earlier[-1:] for said in (exchange.question, exchange.answer)]
    goes_on = len(question.split()) <= FEW_WORDS or _POINTS_BACK.search(question)
    meant = " ".join([*before, question]) if goes_on else question
    asked_for = await asked_memories(thought, meant)
    most = 2 * thought.profile.memories_shown
    on_mind = await thought.recall(meant, top=most)
    nearest = await thought.recall(meant, top=most, weights=BY_RELEVANCE)
    return list({memory.id: memory for memory in (*asked_for, *on_mind, *nearest)}.values())
