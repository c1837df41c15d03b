"""Reflection (section 4.2): recent memories lead to questions, and those to insights with evidence.

Somebody whose days are alike would come to the same thoughts day after day. So the prompts show what is new since the
last reflection, and what the agent thinks already.
"""

from __future__ import annotations

from collections.abc import Sequence

from townlet.cognition.answers import Insight, Insights, Questions
from townlet.cognition.selection import ordered
from townlet.cognition.thought import IMPORTANCE_SCALE, MemoryDraft, Thought
from townlet.cognition.wording import say_time, tell_memories, tell_numbered, thought_sentence
from townlet.memory.record import Memory
from townlet.memory.retrieval import Weights

THRESHOLD = 150
"""The sum of the importance of recent observations that triggers a reflection (section 4.2)."""

THOUGHTS_SHOWN = 12
"""The number of the agent's reflections that a prompt shows as known: the latest, or the nearest to its question; our
choice."""


async def reflect(thought: Thought) -> tuple[Memory, ...]:
    """Reflect, if the importance of the observations since the last reflection has reached the threshold.

    Returns the new reflections.
    """
    if thought.agent.importance_sum < THRESHOLD:
        return ()
    await thought.store_noticed()
    since = thought.agent.reflected
    thought.change(importance_sum=0, reflected=thought.view.step)
    now = say_time(thought.view.now)
    numbered = tell_numbered(_news(thought, since))
    thoughts = tell_memories(reversed(thought.memories.of_kind("reflection")[-THOUGHTS_SHOWN:]))
    asked = await thought.ask(
        "questions", Questions, name=thought.agent.name, now=now, memories=numbered, thoughts=thoughts
    )
    together = thought.profile.insights_together and asked.questions
    groups = [asked.questions] if together else [[each] for each in asked.questions]
    shown = [await _recall_for(thought, questions, since) for questions in groups]
    prompts = [
        thought.prompt(
            "insights",
            Insights,
            name=thought.agent.name,
            now=now,
            questions=questions,
            memories=tell_numbered(records),
            thoughts=tell_memories(await _thoughts_on(thought, questions)),
            scale=IMPORTANCE_SCALE if thought.profile.insights_rated_with_them else "",
        )
        for questions, records in zip(groups, shown, strict=True)
    ]
    answers = await thought.mind.ask_all(prompts)
    drafts = [
        _reflection(insight, records)
        for answer, records in zip(answers, shown, strict=True)
        for insight in answer.insights
        if _cites_only_shown(insight, records)
    ]
    return await thought.remember(_without_repeats(drafts, thought))


def _news(thought: Thought, since: int) -> list[Memory]:
    """Return the newest memories that the questions are about, without what read the same before the last reflection.

    If nothing is new, all of the newest are returned.
    """
    newest = thought.memories.newest(thought.profile.records_asked_about)
    news = [memory for memory in newest if _is_new(thought, memory, since)]
    return news or list(newest)


def _is_new(thought: Thought, memory: Memory, since: int) -> bool:
    """Return whether a memory is from after the last reflection and reads like none from before it."""
    first = thought.memories.first_with(memory.text) or memory
    return first.id.step > since


async def _thoughts_on(thought: Thought, questions: Sequence[str]) -> list[Memory]:
    """Return the agent's reflections that are nearest to each question in meaning."""
    by_relevance = Weights(recency=0.0, importance=0.0)
    top = THOUGHTS_SHOWN // len(questions)
    found = [
        await thought.rank(each, top=top, keep=lambda memory: memory.kind == "reflection", weights=by_relevance)
        for each in questions
    ]
    return list(dict.fromkeys(memory for near in found for memory in near))


async def _recall_for(thought: Thought, questions: Sequence[str], since: int) -> list[Memory]:
    """Recall the evidence for each question: half of it from what is new since the last reflection, half from all."""
    top, found = thought.profile.memories_shown, dict[Memory, None]()
    for question in questions:
        new = await thought.recall(question, top=top // 2, keep=lambda memory: _is_new(thought, memory, since))
        any_time = await thought.recall(question, top=top)
        found |= dict.fromkeys(ordered([*new, *any_time], apart_from=())[:top])
    return ordered([*found], apart_from=())


def _cites_only_shown(insight: Insight, records: Sequence[Memory]) -> bool:
    """Return whether an insight cites only memories that the prompt showed; others are dropped."""
    return all(1 <= number <= len(records) for number in insight.because)


def _reflection(insight: Insight, records: Sequence[Memory]) -> MemoryDraft:
    evidence = [records[number - 1] for number in dict.fromkeys(insight.because)]
    return MemoryDraft(
        thought_sentence(insight.text),
        "thought",
        "reflection",
        insight.importance,
        evidence=tuple(memory.id for memory in evidence),
        hearsay=any(memory.hearsay or memory.source in ("heard", "told") for memory in evidence),
    )


def _without_repeats(drafts: Sequence[MemoryDraft], thought: Thought) -> list[MemoryDraft]:
    """Return one draft per text, without those that the agent has thought before."""
    before = {memory.text for memory in thought.memories.of_kind("reflection")}
    return list({draft.text: draft for draft in drafts if draft.text not in before}.values())
