"""What a body can be told to do: a closed set, each checked by the world before it happens."""

from __future__ import annotations

from dataclasses import dataclass

from townlet.world.address import Address
from townlet.world.setting import Tile


@dataclass(frozen=True)
class Do:
    """Go to a place or an object and be busy there until a step.

    It has two sides: `doing` for onlookers, `why` for oneself.
    """

    doing: str
    """What onlookers can tell: what follows 'is'."""
    until: int
    """The step at which it ends."""
    at: Address | None = None
    """The object to use or the place to be in; None to stay where one is."""
    why: str = ""
    """The reason, known to oneself alone."""
    emoji: str = ""
    object_state: str = ""
    """What the object is while it is used; empty leaves its state."""
    asleep: bool = False
    keep_state: bool = False
    """Whether the object's state outlasts the use (a stove put out stays out)."""


@dataclass(frozen=True)
class Say:
    """Say a line to a person within earshot; the first line opens a talk."""

    to: str
    text: str
    leave: bool = False
    """Whether one leaves the talk with this line."""


@dataclass(frozen=True)
class Leave:
    """Leave the talk without another word."""


@dataclass(frozen=True)
class Move:
    """Walk to a tile: how an embodied person goes about."""

    to: Tile


Action = Do | Say | Leave | Move
