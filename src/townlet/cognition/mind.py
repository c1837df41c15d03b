"""The interfaces of cognition: what it is given, how it reaches a model (`Mind`) and what it returns (`Turn`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
    """The only way for cognition to reach a model. A call's key (agent, step, path) is fixed before any await."""

    @property
    def rng(self) -> Random:
        """The random generator, whose seed is made from the run's seed, the agent and the step alone."""

    async def ask(self, prompt: Prompt[Answer]) -> Answer:
        """Return the model's answer, validated against the prompt's schema. Raises ModelError."""

    async def ask_all(self, prompts: Sequence[Prompt[Answer]]) -> list[Answer]:
        """Ask several prompts concurrently and return the answers in order. Nothing else in a turn is concurrent."""

    async def consult(self, message: Mapping[str, object], fault_of: Callable[[str], str]) -> tuple[str, str]:
        """Return the answer, as JSON, of the program outside that decides for the agent, and what is wrong with it.

        `fault_of` says what is wrong with an answer; what is empty is right. A program that fails or is late gives an
        empty answer, and the reason.
        """

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one embedding per text, as rows."""


@dataclass(frozen=True)
class Turn:
    """The result of one agent's thinking in one step. Nothing of it takes effect before the engine applies it."""

    agent: AgentState
    action: Action | None = None
    """The action; None to go on with the current activity."""
    remembered: tuple[Memory, ...] = ()
    recalled: tuple[MemoryId, ...] = ()
    """The memories that were retrieved, whose last access the engine refreshes."""
    shown: tuple[MemoryId, ...] = ()
    """The memories in the prompt of a spoken line; for a line without words yet, the memories that led to it."""


class Cognition(Protocol):
    """How an agent thinks: a function that reads an immutable view and returns a turn."""

    async def __call__(self, agent: AgentState, view: WorldView, memories: MemoryStream, mind: Mind) -> Turn: ...


@dataclass(frozen=True)
class TalkSide:
    """One of two people who are about to talk: their turn so far, and what it was based on."""

    turn: Turn
    view: WorldView
    memories: MemoryStream
    """The memory stream, which includes what the turn has remembered so far."""
    mind: Mind


class TalkOpening(Protocol):
    """How the opening line of a talk gets its words, once it is certain that the talk begins."""

    async def __call__(self, opener: TalkSide, to: str, other: TalkSide | None) -> tuple[Turn, ...]:
        """Return the completed turns, the opener's first. `other` is None if a user moves the other person."""
