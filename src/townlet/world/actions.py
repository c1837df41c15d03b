"""Actions: the closed set of things that a body can do. The world checks each one before it happens."""

from __future__ import annotations

from dataclasses import dataclass

from townlet.world.address import Address
from townlet.world.setting import Tile


@dataclass(frozen=True)
class Do:
    """Go to a place or an object and be busy there until a given step.

    Onlookers see `doing`; only the agent knows `why`.
    """

    doing: str
    """What onlookers see, as a phrase after 'is', such as "making tea"."""
    until: int
    """The step at which the activity ends."""
    at: Address | None = None
    """The object to use or the place to be in; None to stay on the spot."""
    why: str = ""
    """The reason, which only the agent knows."""
    emoji: str = ""
    object_state: str = ""
    """The state that the object has while it is used; empty to leave it as it is."""
    asleep: bool = False
    keep_state: bool = False
    """Whether the object keeps this state after the use, as a stove that was put out stays out."""


@dataclass(frozen=True)
class Say:
    """Say a line to a person within earshot; the first line opens a talk."""

    to: str = ""
    """The person; empty, in an offer, for anybody who is there."""
    text: str = ""
    leave: bool = False
    """Whether the speaker leaves the talk with this line."""


@dataclass(frozen=True)
class Leave:
    """Leave the talk without another word."""


@dataclass(frozen=True)
class Move:
    """Walk to a tile: the step of a body that a person at the keyboard moves."""

    to: Tile


Action = Do | Say | Leave | Move


@dataclass(frozen=True)
class Offer:
    """An action that the host of an agent's world offers it: going to a place, using an object, or speaking."""

    at: Address | None = None
    """The place to go to or the object to use; None for speaking."""
    to: str = ""
    """The person to speak to; empty for anybody who is there."""
