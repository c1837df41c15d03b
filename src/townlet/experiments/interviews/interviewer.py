"""Asking much in lots, each kept as it comes, so that no failure and no odd answer costs what came beside it."""

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
from townlet.experiments.interviews.battery import PersonalQuestion
from townlet.experiments.interviews.conditions import (
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
from townlet.runfile.minds import embedded_stream
from townlet.runfile.state import RunState
from townlet.world.view import view_of

BATCH_SIZE = 32
"""What is asked for and kept together; a process that is killed loses so much at most."""

BatchItem = TypeVar("BatchItem")
BatchResult = TypeVar("BatchResult")


async def ask_in_batches(
    things: Sequence[BatchItem],
    ask: Callable[[BatchItem], Awaitable[BatchResult]],
    keep: Callable[[list[BatchResult]], None],
) -> list[BatchResult | None]:
    """What comes of each thing, in their order; None where the model gave no fit answer.

    Raises ModelError for any other failure, and where nothing of a whole lot was fit: such a model is not asked on.
    """
    found: list[BatchResult | None] = []
    for first in range(0, len(things), BATCH_SIZE):
        came = await asyncio.gather(*map(ask, things[first : first + BATCH_SIZE]), return_exceptions=True)
        fit = [each for each in came if not isinstance(each, BaseException)]
        keep(fit)
        for each in came:
            if isinstance(each, BaseException) and not (fit and isinstance(each, UnfitAnswer)):
                raise each
        found += [None if isinstance(each, BaseException) else each for each in came]
    return found


@dataclass(frozen=True)
class InterviewAnswer:
    """What somebody answered to one question under one condition."""

    person: str
    condition: str
    asked: PersonalQuestion
    text: str
    shown: tuple[Memory, ...] = ()
    """The memories that it was given to rest on."""


@dataclass(frozen=True)
class InterviewMoment:
    """A run as it stood when a step began."""

    step: int
    of: Callable[[str], RunState]
    """The run's state with at least this person's mind in it."""
    let_go: Callable[[str], None] = lambda person: None
    """Forgets what was read of a person."""

    @classmethod
    def in_run(cls, minds: RecordedMinds, step: int) -> InterviewMoment:
        """A moment of a run file; each mind is read when it is first wanted."""
        return cls(step, lambda person: minds.state(person, step), minds.let_go)


class Interviewer:
    """Asks people as they stand at one moment; what is made for a person is made once."""

    def __init__(
        self, at: InterviewMoment, gateway: ModelGateway, profile: Profile, heard: Callable[[], None] = lambda: None
    ) -> None:
        """`heard` is called after each answer, for progress to be told."""
        self.at, self.gateway, self.profile = at, gateway, profile
        self._heard = heard
        self._streams: dict[str, MemoryStream] = {}
        self._minds: dict[tuple[str, str], Thought] = {}
        self._making: dict[str, asyncio.Lock] = {}

    async def ask(
        self, person: str, asked: PersonalQuestion, condition: MemoryCondition = FULL_MEMORY, asker: str = VISITOR
    ) -> InterviewAnswer:
        """One answer. Each question is asked on its own: no earlier one is known. Raises ModelError."""
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
        """A question in any words; `key` sets apart questions that are asked in the same step."""
        ready = await self._ready(person, condition)
        mind = GatewayMind(self.gateway, f"{person}/{condition}/{key or question}", self.at.step)
        thought = Thought(ready.agent, ready.view, ready.memories, mind, ready.templates, self.profile)
        exchange = await interview_person(thought, question, asker, options=options)
        self._heard()
        return exchange

    def let_go(self, people: Iterable[str]) -> None:
        """Drop what was made for people who are not asked any more; who is all the same is made ready anew."""
        for person in people:
            self._streams.pop(person, None)
            self._making.pop(person, None)
            for key in [key for key in self._minds if key[0] == person]:
                del self._minds[key]
            self.at.let_go(person)

    async def _ready(self, person: str, condition: MemoryCondition) -> Thought:
        """Somebody as a condition leaves them: made once, however many ask at the same time."""
        async with self._making.setdefault(person, asyncio.Lock()):
            key = (person, condition.name)
            if key not in self._minds:
                self._minds[key] = await self._made(person, condition)
            return self._minds[key]

    async def _made(self, person: str, condition: MemoryCondition) -> Thought:
        state, step = self.at.of(person), self.at.step
        if person not in self._streams:
            self._streams[person] = await embedded_stream(state.streams[person], self.gateway.embedder)
        view = strip_view(view_of(state.ground, state.world, person, step), condition)
        thought = Thought(
            strip_mind(state.agents[person], condition),
            view,
            filter_memories(self._streams[person], condition),
            GatewayMind(self.gateway, f"{person}/{condition}/summary", step),
            Templates(state.town.prompts),
            self.profile,
        )
        if condition.without:
            await summarise(thought)
        elif not thought.agent.summary:
            persona = thought.agent.persona
            plain = summary_sentence(persona.name, persona.age, persona.traits)
            thought.agent = replace(thought.agent, summary=plain)
        return thought
