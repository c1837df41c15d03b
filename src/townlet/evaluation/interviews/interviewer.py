"""Asking agents questions at one moment of a run. Answers are stored as they come."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from townlet.cognition.interview import VISITOR, Exchange, interview_person
from townlet.cognition.profile import Profile
from townlet.cognition.summarise import summarise
from townlet.cognition.templates import Templates
from townlet.cognition.thought import Thought
from townlet.cognition.wording import summary_sentence
from townlet.engine.calls.gateway import ModelGateway
from townlet.engine.calls.mind import GatewayMind
from townlet.evaluation.interviews.battery import PersonalQuestion
from townlet.evaluation.interviews.conditions import (
    FULL_MEMORY,
    MemoryCondition,
    filter_memories,
    strip_mind,
    strip_view,
)
from townlet.language.model import UnfitAnswer
from townlet.memory.record import Memory
from townlet.memory.stream import MemoryStream
from townlet.runfile.history import RecordedMinds
from townlet.runfile.streams import embedded_stream
from townlet.state.run_state import RunState
from townlet.world.view import view_of

BATCH_SIZE = 32
"""How many questions are asked together."""

BatchItem = TypeVar("BatchItem")
BatchResult = TypeVar("BatchResult")


async def ask_in_batches(
    items: Sequence[BatchItem],
    ask: Callable[[BatchItem], Awaitable[BatchResult]],
    store: Callable[[list[BatchResult]], None],
    size: int = BATCH_SIZE,
) -> list[BatchResult | None]:
    """Ask for each item in batches; return the results in order, with None where the model gave no valid answer.

    Each result is passed to `store` as it comes, with those that came at the same moment. Raises ModelError for any
    other failure, and if a whole batch has no valid answer, because such a model will hardly do better on the rest.
    """
    found: list[BatchResult | None] = []
    came: list[BatchResult] = []

    async def stored(item: BatchItem) -> BatchResult:
        result = await ask(item)
        came.append(result)
        try:
            await asyncio.sleep(0)  # What has come meanwhile is stored with it.
        finally:
            if came:
                new = came[:]
                came.clear()
                store(new)
        return result

    for first in range(0, len(items), size):
        results = await asyncio.gather(*map(stored, items[first : first + size]), return_exceptions=True)
        is_fit = not all(isinstance(each, BaseException) for each in results)
        for each in results:
            if isinstance(each, BaseException) and not (is_fit and isinstance(each, UnfitAnswer)):
                raise each
        found += [None if isinstance(each, BaseException) else each for each in results]
    return found


@dataclass(frozen=True)
class InterviewAnswer:
    """A person's answer to one question under one memory condition."""

    person: str
    condition: str
    asked: PersonalQuestion
    text: str
    shown: tuple[Memory, ...] = ()
    """The memories shown in the prompt."""


@dataclass(frozen=True)
class InterviewMoment:
    """The state of a run when a step began."""

    step: int
    state_with: Callable[[str], RunState]
    """Return the run's state, with at least this person's mind loaded."""
    release: Callable[[str], None] = lambda person: None
    """Drop what was loaded for a person."""

    @classmethod
    def in_run(cls, minds: RecordedMinds, step: int) -> InterviewMoment:
        """Return a moment of a run file, whose minds are read on first use."""
        return cls(step, lambda person: minds.state(person, step), minds.let_go)


class Interviewer:
    """Asks agents as they were at one moment of a run. Each agent is prepared once."""

    def __init__(
        self, at: InterviewMoment, gateway: ModelGateway, profile: Profile, on_answer: Callable[[], None] = lambda: None
    ) -> None:
        """Interview at one moment. `on_answer` is called after each answer, to report progress."""
        self.at, self.gateway, self.profile = at, gateway, profile
        self._on_answer = on_answer
        self._streams: dict[str, MemoryStream] = {}
        self._minds: dict[tuple[str, str], Thought] = {}
        self._making: dict[str, asyncio.Lock] = {}

    async def ask(
        self, person: str, asked: PersonalQuestion, condition: MemoryCondition = FULL_MEMORY, asker: str = VISITOR
    ) -> InterviewAnswer:
        """Ask a person one question and return the answer. They do not know of earlier questions. Raises ModelError."""
        question = asked.question
        exchange = await self.exchange(person, asked.text, condition, asker, question.id, question.choices)
        return InterviewAnswer(person, condition.name, asked, exchange.answer, exchange.shown)

    async def exchange(
        self,
        person: str,
        question: str,
        condition: MemoryCondition = FULL_MEMORY,
        asker: str = VISITOR,
        key: str = "",
        options: Sequence[str] = (),
    ) -> Exchange:
        """Ask a person anything, in free words or with `options`.

        `key` tells apart questions that are asked at the same step; without it, the words do. Raises ModelError.
        """
        ready = await self._ready(person, condition)
        mind = GatewayMind(self.gateway, f"{person}/{condition}/{key or question}", self.at.step)
        thought = Thought(ready.agent, ready.view, ready.memories, mind, ready.templates, self.profile)
        exchange = await interview_person(thought, question, asker, options=options)
        self._on_answer()
        return exchange

    def release(self, people: Iterable[str]) -> None:
        """Drop what was prepared for people. Anyone who is asked again is prepared again."""
        for person in people:
            self._streams.pop(person, None)
            self._making.pop(person, None)
            for key in [key for key in self._minds if key[0] == person]:
                del self._minds[key]
            self.at.release(person)

    async def _ready(self, person: str, condition: MemoryCondition) -> Thought:
        """Return a person prepared under a condition. Concurrent callers share one preparation."""
        async with self._making.setdefault(person, asyncio.Lock()):
            key = (person, condition.name)
            if key not in self._minds:
                self._minds[key] = await self._made(person, condition)
            return self._minds[key]

    async def _made(self, person: str, condition: MemoryCondition) -> Thought:
        state, step = self.at.state_with(person), self.at.step
        if person not in self._streams:
            self._streams[person] = await embedded_stream(state.streams[person], self.gateway.embedder)
        view = strip_view(view_of(state.terrain, state.world, person, step), condition)
        thought = Thought(
            strip_mind(state.agents[person], condition),
            view,
            filter_memories(self._streams[person], condition),
            GatewayMind(self.gateway, f"{person}/{condition}/summary", step),
            Templates(state.town.prompts, state.town.words),
            self.profile,
        )
        if condition.without:
            await summarise(thought)
        elif not thought.agent.summary:
            persona = thought.agent.persona
            plain = summary_sentence(persona.name, persona.age, persona.traits)
            thought.agent = replace(thought.agent, summary=plain)
        return thought
