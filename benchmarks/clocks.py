"""Clocks for the parts of a run, put in from outside where the parts meet.

Of clocks that run at once only the innermost counts, so that no second is counted twice. What each switch costs,
about a microsecond, is in the figures.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from time import process_time
from types import coroutine
from typing import Any, ClassVar, TypeVar
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from townlet.cognition.generative import Generative
from townlet.cognition.mind import Mind, Turn
from townlet.cognition.state import AgentState
from townlet.cognition.templates import Templates
from townlet.language.hashed import HashedEmbedder
from townlet.language.prompt import Field, Prompt
from townlet.memory.retrieval import retrieve
from townlet.memory.stream import MemoryStream
from townlet.memory.vectors import Vectors
from townlet.world.view import WorldView

Answer = TypeVar("Answer", bound=BaseModel)
Result = TypeVar("Result")


class Clock:
    """Adds up the processor time that something takes."""

    _running: ClassVar[list[Clock]] = []
    _switched: ClassVar[float] = 0.0

    def __init__(self) -> None:
        self.seconds = 0.0

    def __enter__(self) -> None:
        self._switch()
        self._running.append(self)

    def __exit__(self, *error: object) -> None:
        self._switch()
        self._running.pop()

    def _switch(self) -> None:
        now = process_time()
        if self._running:
            self._running[-1].seconds += now - Clock._switched
        Clock._switched = now

    def on(self, work: Callable[..., Result]) -> Callable[..., Result]:
        """The same function on this clock."""

        def timed(*given: Any, **named: Any) -> Result:
            with self:
                return work(*given, **named)

        return timed

    @coroutine
    def wait(self, work: Coroutine[Any, Any, Result]) -> Generator[Any, Any, Result]:
        """The result of a coroutine, which is on this clock whenever it runs."""
        told: Any = None
        while True:
            with self:
                try:
                    asked = work.send(told)
                except StopIteration as done:
                    return done.value  # type: ignore[no-any-return]
            told = yield asked


class TimedTemplates(Templates):
    """The built-in templates on a clock."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock

    def prompt(self, name: str, answer: type[Answer], /, **context: Field) -> Prompt[Answer]:
        with self._clock:
            return super().prompt(name, answer, **context)


class TimedEmbedder(HashedEmbedder):
    """The default embedder on a clock."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        with self._clock:
            return super().embed(texts)


class TimedMind:
    """A mind whose work is the engine's. Implements `Mind`."""

    def __init__(self, mind: Mind, clock: Clock) -> None:
        self._mind, self._clock = mind, clock

    @property
    def rng(self) -> Random:
        return self._mind.rng

    async def ask(self, prompt: Prompt[Answer]) -> Answer:
        return await self._clock.wait(self._mind.ask(prompt))

    async def ask_all(self, prompts: Sequence[Prompt[Answer]]) -> list[Answer]:
        return await self._clock.wait(self._mind.ask_all(prompts))

    async def consult(self, message: Mapping[str, object], fault_of: Callable[[str], str]) -> tuple[str, str]:
        return await self._clock.wait(self._mind.consult(message, fault_of))

    async def embed(self, texts: Sequence[str]) -> Vectors:
        return await self._clock.wait(self._mind.embed(texts))


@dataclass(frozen=True)
class TimedGenerative(Generative):
    """A generative agent on a clock; what it asks of the engine is on the engine's."""

    own: Clock = field(default_factory=Clock)
    engine: Clock = field(default_factory=Clock)

    async def __call__(self, agent: AgentState, view: WorldView, memories: MemoryStream, mind: Mind) -> Turn:
        turn = super().__call__(agent, view, memories, TimedMind(mind, self.engine))
        return await self.own.wait(turn)


@contextmanager
def timed_memory(clock: Clock) -> Iterator[None]:
    """What cognition retrieves and appends is on this clock."""
    with (
        patch("townlet.cognition.thought.retrieve", clock.on(retrieve)),
        patch.object(MemoryStream, "with_memories", clock.on(MemoryStream.with_memories)),
    ):
        yield


@contextmanager
def timed_checks(clock: Clock) -> Iterator[None]:
    """Answers are checked against their schemas on this clock."""
    check: Callable[..., Any] = BaseModel.model_validate_json.__func__  # type: ignore[attr-defined]
    with patch.object(BaseModel, "model_validate_json", classmethod(clock.on(check))):
        yield
