"""World events, named in the past tense. Only events change the world (event sourcing)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from townlet.world.actions import Do
from townlet.world.address import Address
from townlet.world.setting import Tile

Obstacle = Literal["closed", "full", "no way"]


@dataclass(frozen=True)
class Appeared:
    """A person has come into the town."""

    agent: str
    tile: Tile
    pronoun: str = "they"


@dataclass(frozen=True)
class Departed:
    """A person has left the town."""

    agent: str


@dataclass(frozen=True)
class Acted:
    """A person has begun an activity and the walk to it; `path` starts at the tile where they stood."""

    agent: str
    path: tuple[Tile, ...]
    activity: Do


@dataclass(frozen=True)
class Arrived:
    """A person has reached the end of a walk. `using` is the object that they now use, if it had room."""

    agent: str
    tile: Tile
    using: Address | None = None


@dataclass(frozen=True)
class Halted:
    """A person has broken off a walk on a tile, or has stopped an activity."""

    agent: str
    tile: Tile


@dataclass(frozen=True)
class Blocked:
    """A person could not get to the place where they were going."""

    agent: str
    at: Address | None
    obstacle: Obstacle
    tile: Tile


@dataclass(frozen=True)
class SteppedAside:
    """A person who came to rest on a tile that is taken, or in a doorway, walks on to a free tile near by."""

    agent: str
    path: tuple[Tile, ...]


@dataclass(frozen=True)
class StateChanged:
    """An object has a new state. `by` names who caused it; empty if nobody in the town did."""

    address: Address
    state: str
    by: str = ""


@dataclass(frozen=True)
class Said:
    """A line was spoken in a talk. `hearers` overheard it; the person addressed is not among them."""

    talk: str
    speaker: str
    to: str
    text: str
    leave: bool = False
    hearers: tuple[str, ...] = ()
    number: int = 0
    """The position of the line in the talk, from 0."""

    @property
    def utterance(self) -> str:
        """The id of the line: the talk's id, '#' and the line's number."""
        return f"{self.talk}#{self.number}"


@dataclass(frozen=True)
class Left:
    """A person has left a talk without another word."""

    talk: str
    agent: str


@dataclass(frozen=True)
class TalkEnded:
    """A talk is over."""

    talk: str
    participants: tuple[str, ...]


@dataclass(frozen=True)
class Announced:
    """The people inside a place have heard an announcement about it."""

    place: Address
    text: str
    hearers: tuple[str, ...]


@dataclass(frozen=True)
class Whispered:
    """A user has spoken to an agent as its inner voice (section 3.1.2)."""

    agent: str
    text: str


@dataclass(frozen=True)
class Told:
    """A user has spoken to an agent under a persona of the user's own."""

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
    | SteppedAside
    | StateChanged
    | Said
    | Left
    | TalkEnded
    | Announced
    | Whispered
    | Told
)
