"""What happens in a run besides the events of the world: in minds, and at the hands of people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import get_args

from townlet.cognition.persona import Persona
from townlet.cognition.state import Noticed, Plan, TalkNote
from townlet.memory.record import MemoryId
from townlet.world.address import Address
from townlet.world.events import WorldEvent


@dataclass(frozen=True)
class Joined:
    """Somebody has a mind in this run from now on."""

    persona: Persona
    knows: tuple[Address, ...] = ()
    """The places known from the start, with all that is in them."""
    visitor: bool = False
    look: str = ""
    """How a visitor wants to look, in words (`townlet.town.look`); drawn from the name if empty."""


@dataclass(frozen=True)
class Embodied:
    """A person at the keyboard moves this body from now on, or (with `by_person` false) no longer."""

    agent: str
    by_person: bool


@dataclass(frozen=True)
class MindChanged:
    """The parts of a mind that a turn changed; maps hold only the entries that did."""

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


@dataclass(frozen=True)
class Shown:
    """Every memory that was in the prompt of a spoken line."""

    agent: str
    """Who spoke."""
    utterance: str
    memories: tuple[MemoryId, ...]


@dataclass(frozen=True)
class TookIn:
    """Somebody has thought about what had happened to them, so that it waits for them no longer."""

    agent: str


MindEvent = MindChanged | Shown | TookIn

RunEvent = WorldEvent | Joined | Embodied | MindEvent

EVENT_KINDS: dict[str, type] = {kind.__name__: kind for kind in get_args(RunEvent)}
"""Every kind of event that a run file may hold, by name."""
