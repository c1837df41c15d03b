"""Reflection (section 4.2): from the records of late to questions, and from those to insights with evidence."""

from __future__ import annotations

from collections.abc import Sequence

from townlet.cognition.answers import Insight, Insights, Questions
from townlet.cognition.thought import IMPORTANCE_SCALE, MemoryDraft, Thought
from townlet.cognition.wording import say_time, tell_numbered, tell_pronouns, thought_sentence
from townlet.memory.record import Memory

THRESHOLD = 150
"""Summed importance of recent observations that leads to a reflection (section 4.2)."""

RECORDS = 100
"""How many of the newest records the questions are asked about (section 4.2)."""


async def reflect(thought: Thought) -> None:
    """Reflect if enough of importance has happened since the last time."""
    if thought.agent.importance_sum < THRESHOLD:
        return
    await thought.settle()
    thought.change(importance_sum=0)
    now = say_time(thought.view.now)
    newest = list(thought.memories.newest(RECORDS))
    asked = await thought.ask("questions", Questions, name=thought.agent.name, now=now, memories=tell_numbered(newest))
    shown = [await thought.recall(question) for question in asked.questions]
    prompts = [
        thought.prompt(
            "insights",
            Insights,
            name=thought.agent.name,
            now=now,
            question=question,
            memories=tell_numbered(records),
            pronouns=tell_pronouns(thought.view.register, [record.text for record in records]),
            scale=IMPORTANCE_SCALE if thought.profile.insights_rated_with_them else "",
        )
        for question, records in zip(asked.questions, shown, strict=True)
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
    """An insight that cites what it was not shown is refused."""
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
    """One draft a text, and none that was thought before."""
    before = {memory.text for memory in thought.memories.of_kind("reflection")}
    return list({draft.text: draft for draft in drafts if draft.text not in before}.values())
