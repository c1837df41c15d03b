"""The events of a run besides those of the world: changes of minds, and what people at the keyboard do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import get_args

from townlet.cognition.persona import Persona
from townlet.cognition.state import Noticed, Plan, TalkNote
from townlet.memory.record import MemoryId
from townlet.world.actions import Offer
from townlet.world.address import Address
from townlet.world.events import WorldEvent


@dataclass(frozen=True)
class Joined:
    """An agent joins the run."""

    persona: Persona
    knows: tuple[Address, ...] = ()
    """The places that the agent knows from the start, with everything in them."""
    visitor: bool = False
    look: str = ""
    """A visitor's look in words (`townlet.town.look`); if empty, it follows from the name."""


@dataclass(frozen=True)
class Embodied:
    """A person at the keyboard takes control of an agent's body or, with `by_person` false, gives it back."""

    agent: str
    by_person: bool


@dataclass(frozen=True)
class MindChanged:
    """A turn changed an agent's mind. Maps hold only the entries that changed; None means unchanged."""

    agent: str
    known: Mapping[Address, str] = field(default_factory=dict)
    seen: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    talked: Mapping[str, int] = field(default_factory=dict)
    passed_by: Mapping[str, int] = field(default_factory=dict)
    plan: Plan | None = None
    note: TalkNote | None = None
    summary: str | None = None
    summarised: int | None = None
    importance_sum: int | None = None
    waiting: int | None = None
    noticed: tuple[Noticed, ...] | None = None
    talks: tuple[int, ...] | None = None
    reflected: int | None = None
    watched: int | None = None
    forgotten: tuple[MemoryId, ...] | None = None
    missed: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Shown:
    """An agent spoke a line; these memories were in its prompt."""

    agent: str
    """The speaker."""
    utterance: str
    memories: tuple[MemoryId, ...]


@dataclass(frozen=True)
class TookIn:
    """An agent has taken in what had happened to it, so that its notices are cleared."""

    agent: str


@dataclass(frozen=True)
class HandedOver:
    """A program outside decides for an agent from here on or, with `outside` false, no longer."""

    agent: str
    outside: bool


@dataclass(frozen=True)
class MoveAsked:
    """The host of an agent's world asks for its next move, which is one of these or to go on."""

    agent: str
    offers: tuple[Offer, ...] = ()


MindEvent = MindChanged | Shown | TookIn

RunEvent = WorldEvent | Joined | Embodied | HandedOver | MoveAsked | MindEvent

EVENT_KINDS: dict[str, type] = {kind.__name__: kind for kind in get_args(RunEvent)}
"""All event classes that a run file may hold, by name."""
