"""Putting questions to people at a moment of a run. Nobody remembers it, and the run stays as it is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from townlet.cognition.interview import VISITOR, Exchange, interview
from townlet.cognition.profile import Profile
from townlet.cognition.summarise import summarise
from townlet.cognition.templates import Templates
from townlet.cognition.thought import Thought
from townlet.engine.ask import DeskMind
from townlet.engine.desk import Desk
from townlet.engine.look import embedded
from townlet.engine.state import RunState
from townlet.memory.record import Memory
from townlet.memory.stream import MemoryStream
from townlet.study.interviews.conditions import FULL, Condition, mind_left, view_left, within_reach
from townlet.study.interviews.names import Asked
from townlet.study.minds import Minds
from townlet.world.view import view_of


@dataclass(frozen=True)
class Answer:
    """What somebody answered to one question under one condition."""

    person: str
    condition: str
    asked: Asked
    text: str
    shown: tuple[Memory, ...] = ()
    """The memories that it was given to rest on."""


@dataclass(frozen=True)
class Moment:
    """A run as it stood when a step began."""

    step: int
    of: Callable[[str], RunState]
    """The run's state with at least this person's mind in it."""
    let_go: Callable[[str], None] = lambda person: None
    """Forgets what was read of a person."""

    @classmethod
    def in_run(cls, minds: Minds, step: int) -> Moment:
        """A moment of a run file; each mind is read when it is first wanted."""
        return cls(step, lambda person: minds.state(person, step), minds.let_go)


class Interviewer:
    """Asks people as they stand at one moment; what is made for a person is made once."""

    def __init__(self, at: Moment, desk: Desk, profile: Profile, heard: Callable[[], None] = lambda: None) -> None:
        """`heard` is called after each answer, for progress to be told."""
        self.at, self.desk, self.profile = at, desk, profile
        self._heard = heard
        self._streams: dict[str, MemoryStream] = {}
        self._minds: dict[tuple[str, str], Thought] = {}
        self._making: dict[str, asyncio.Lock] = {}

    async def ask(self, person: str, asked: Asked, condition: Condition = FULL, asker: str = VISITOR) -> Answer:
        """One answer. Each question is asked on its own: no earlier one is known. Raises ModelError."""
        question = asked.question
        exchange = await self.exchange(person, asked.text, condition, asker, question.id, question.choices)
        return Answer(person, condition.name, asked, exchange.answer, exchange.shown)

    async def exchange(
        self,
        person: str,
        question: str,
        condition: Condition = FULL,
        asker: str = VISITOR,
        key: str = "",
        options: Sequence[str] = (),
    ) -> Exchange:
        """A question in any words; `key` sets apart questions that are asked in the same step."""
        ready = await self._ready(person, condition)
        mind = DeskMind(self.desk, f"{person}/{condition}/{key or question}", self.at.step)
        thought = Thought(ready.agent, ready.view, ready.memories, mind, ready.templates, self.profile)
        exchange = await interview(thought, question, asker, options=options)
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

    async def _ready(self, person: str, condition: Condition) -> Thought:
        """Somebody as a condition leaves them: made once, however many ask at the same time."""
        async with self._making.setdefault(person, asyncio.Lock()):
            key = (person, condition.name)
            if key not in self._minds:
                self._minds[key] = await self._made(person, condition)
            return self._minds[key]

    async def _made(self, person: str, condition: Condition) -> Thought:
        state, step = self.at.of(person), self.at.step
        if person not in self._streams:
            self._streams[person] = await embedded(state.streams[person], self.desk.embedder)
        view = view_left(view_of(state.ground, state.world, person, step), condition)
        thought = Thought(
            mind_left(state.agents[person], condition),
            view,
            within_reach(self._streams[person], condition),
            DeskMind(self.desk, f"{person}/{condition}/summary", step),
            Templates(state.town.prompts),
            self.profile,
        )
        if condition.without:
            await summarise(thought)
        elif not thought.agent.summary:
            persona = thought.agent.persona
            plain = f"{persona.name} (age: {persona.age}) is {', '.join(persona.traits)}."
            thought.agent = replace(thought.agent, summary=plain)
        return thought
