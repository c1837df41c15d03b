"""How cognition meets the rest: what it is given, its one door to effects, and what it hands back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol, TypeVar

from pydantic import BaseModel

from townlet.cognition.state import AgentState
from townlet.language.prompt import Prompt
from townlet.memory.record import Memory, MemoryId
from townlet.memory.stream import MemoryStream
from townlet.memory.vectors import Vectors
from townlet.world.actions import Action
from townlet.world.view import WorldView

Answer = TypeVar("Answer", bound=BaseModel)


class Mind(Protocol):
    """Cognition's only door to effects. A call's key is (agent, step, path), fixed before anything is awaited."""

    @property
    def rng(self) -> Random:
        """Randomness that depends on the run's seed, the agent and the step alone."""

    async def ask(self, prompt: Prompt[Answer]) -> Answer:
        """The model's answer, fit for the prompt's schema. Raises ModelError."""

    async def ask_all(self, prompts: Sequence[Prompt[Answer]]) -> list[Answer]:
        """Answers in the prompts' order, asked concurrently: the only parallelism inside a turn."""

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """One vector on the grid a text, as rows."""


@dataclass(frozen=True)
class Turn:
    """All that one person did in a step. Nothing of it has happened yet."""

    agent: AgentState
    action: Action | None = None
    """None to go on as before."""
    remembered: tuple[Memory, ...] = ()
    recalled: tuple[MemoryId, ...] = ()
    """What was retrieved: retrieval refreshes last access, so it is said, not done."""
    shown: tuple[MemoryId, ...] = ()
    """For a spoken line: every memory that was in its prompt; for one yet without words, what led to it."""


class Cognition(Protocol):
    """How a person thinks: reads an immutable view, hands back a turn."""

    async def __call__(self, agent: AgentState, view: WorldView, memories: MemoryStream, mind: Mind) -> Turn: ...


@dataclass(frozen=True)
class TalkSide:
    """One of two people who are about to talk: their turn so far, and what it was thought from."""

    turn: Turn
    view: WorldView
    memories: MemoryStream
    """With all that the turn has remembered so far."""
    mind: Mind


class TalkOpening(Protocol):
    """How a line that a turn left without words gets them, once it is certain that it opens a talk."""

    async def __call__(self, opener: TalkSide, to: str, other: TalkSide | None) -> tuple[Turn, ...]:
        """The turns with all that this adds, the opener's first; `other` is None for who is moved by a person."""
