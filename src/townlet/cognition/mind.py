"""How cognition meets the rest: what it is given, its one door to effects, and what it hands back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    """For a spoken line: every memory that was in its prompt."""


class Cognition(Protocol):
    """How a person thinks: reads an immutable view, hands back a turn."""

    async def __call__(self, agent: AgentState, view: WorldView, memories: MemoryStream, mind: Mind) -> Turn: ...


Overrides = Mapping[str, str]
"""A town's own prompt templates, by prompt name."""
