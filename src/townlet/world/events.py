"""What has happened in the world, in the past tense. The world changes by events and by nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from townlet.world.actions import Do
from townlet.world.address import Address
from townlet.world.setting import Tile

Obstacle = Literal["closed", "full", "no way"]


@dataclass(frozen=True)
class Appeared:
    """Somebody is in the town from now on."""

    agent: str
    tile: Tile
    pronoun: str = "they"


@dataclass(frozen=True)
class Departed:
    """Somebody has left the town."""

    agent: str


@dataclass(frozen=True)
class Acted:
    """Somebody has begun something, with the walk it takes; `path` starts where they stood."""

    agent: str
    path: tuple[Tile, ...]
    activity: Do


@dataclass(frozen=True)
class Arrived:
    """A walk has ended where it was to end; `using` is the object now in use, if there was room at it."""

    agent: str
    tile: Tile
    using: Address | None = None


@dataclass(frozen=True)
class Halted:
    """A walk was broken off on a tile, or somebody stopped what they were at."""

    agent: str
    tile: Tile


@dataclass(frozen=True)
class Blocked:
    """Somebody could not get where they were going."""

    agent: str
    at: Address | None
    obstacle: Obstacle
    tile: Tile


@dataclass(frozen=True)
class StateChanged:
    """An object is now in another state. `by` is empty where nobody in the town did it."""

    address: Address
    state: str
    by: str = ""


@dataclass(frozen=True)
class Said:
    """A line was spoken. `hearers` heard it besides the one addressed."""

    talk: str
    speaker: str
    to: str
    text: str
    leave: bool = False
    hearers: tuple[str, ...] = ()
    number: int = 0
    """Its place in the talk, from 0."""

    @property
    def utterance(self) -> str:
        """The id of the line."""
        return f"{self.talk}#{self.number}"


@dataclass(frozen=True)
class Left:
    """Somebody left a talk without another word."""

    talk: str
    agent: str


@dataclass(frozen=True)
class TalkEnded:
    talk: str
    participants: tuple[str, ...]


@dataclass(frozen=True)
class Announced:
    """Those inside a place were told something about it."""

    place: Address
    text: str
    hearers: tuple[str, ...]


@dataclass(frozen=True)
class Whispered:
    """A person at the keyboard spoke as somebody's inner voice (section 3.1.2)."""

    agent: str
    text: str


@dataclass(frozen=True)
class Told:
    """A person at the keyboard said something to somebody under a persona of their own."""

    agent: str
    persona: str
    text: str


WorldEvent = (
    Appeared
    | Departed
    | Acted
    | Arrived
    | Halted
    | Blocked
    | StateChanged
    | Said
    | Left
    | TalkEnded
    | Announced
    | Whispered
    | Told
)
