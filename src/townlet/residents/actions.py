"""The actions that the host of a world offers a resident, and what the resident answers: typed and closed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from townlet.memory.record import Memory
from townlet.world.actions import Say


@dataclass(frozen=True)
class GoTo:
    """Go to a place of the resident's world."""

    place: str


@dataclass(frozen=True)
class UseThing:
    """Use a thing of the resident's world; the answer says what for."""

    thing: str


@dataclass(frozen=True)
class GoOn:
    """Go on with what one is doing. It is always open, and need not be offered."""


Offered = GoTo | UseThing | Say | GoOn
"""An action that a host may offer."""


@dataclass(frozen=True)
class Decision:
    """What a resident decided to do."""

    action: Offered
    doing: str
    """What onlookers see, as a phrase after 'is', such as 'kneading the dough'."""
    why: str
    """The reason, as a clause after 'because'; only the resident knows it."""
    until: datetime
    """When the resident means to be done with it."""
    memories: tuple[Memory, ...]
    """The memories that it rests on."""


@dataclass(frozen=True)
class ReplyLine:
    """What a resident answered."""

    text: str
    """The line; empty if the resident left without a word."""
    to: str
    leaves: bool
    """Whether the talk is over with this line."""
    why: str
    memories: tuple[Memory, ...]
    """The memories that were in the prompt of the line."""
