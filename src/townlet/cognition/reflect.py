"""Reflection (section 4.2): recent memories lead to questions, and those to insights with evidence."""

from __future__ import annotations

from collections.abc import Sequence

from townlet.cognition.answers import Insight, Insights, Questions
from townlet.cognition.thought import IMPORTANCE_SCALE, MemoryDraft, Thought
from townlet.cognition.wording import say_time, tell_numbered, thought_sentence
from townlet.memory.record import Memory

THRESHOLD = 150
"""The sum of the importance of recent observations that triggers a reflection (section 4.2)."""

RECORDS = 100
"""The number of newest memories that the questions are about (section 4.2)."""


async def reflect(thought: Thought) -> None:
    """Reflect, if the importance of the observations since the last reflection has reached the threshold."""
    if thought.agent.importance_sum < THRESHOLD:
        return
    await thought.store_noticed()
    thought.change(importance_sum=0)
    now = say_time(thought.view.now)
    newest = list(thought.memories.newest(RECORDS))
    numbered = tell_numbered(newest)
    questions = (
        await thought.ask("questions", Questions, name=thought.agent.name, now=now, memories=numbered)
    ).questions
    shown = [await thought.recall(question) for question in questions]
    prompts = [
        thought.prompt(
            "insights",
            Insights,
            name=thought.agent.name,
            now=now,
            question=question,
            memories=tell_numbered(records),
            scale=IMPORTANCE_SCALE if thought.profile.insights_rated_with_them else "",
        )
        for question, records in zip(questions, shown, strict=True)
    ]
    answers = await thought.mind.ask_all(prompts)
    drafts = [
        _reflection(insight, records)
        for answer, records in zip(answers, shown, strict=True)
        for insight in answer.insights
        if _cites_only_shown(insight, records)
    ]
    await thought.remember(_without_repeats(drafts, thought))


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
