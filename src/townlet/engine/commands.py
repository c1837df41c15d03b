"""What people at the keyboard may do to a town. Commands are stamped with a step and change it in no other way."""

from __future__ import annotations

from dataclasses import dataclass

from townlet.world.address import Address
from townlet.world.setting import Tile


@dataclass(frozen=True)
class Whisper:
    """Be somebody's inner voice (Park et al. 2023, section 3.1.2)."""

    agent: str
    text: str


@dataclass(frozen=True)
class Tell:
    """Say something to somebody under a persona; they remember it."""

    agent: str
    persona: str
    text: str


@dataclass(frozen=True)
class SetState:
    """Put an object into a state, in words (section 3.2)."""

    address: Address
    state: str


@dataclass(frozen=True)
class Arrive:
    """Walk into the town as a visitor."""

    name: str
    at: Address
    """The place to appear in."""
    look: str = ""
    """In words, as 'hair=red style=bun' (`townlet.town.look`); what is left out is drawn from the name."""


@dataclass(frozen=True)
class Take:
    """Take over a resident."""

    agent: str


@dataclass(frozen=True)
class Release:
    """Hand a resident back, or leave the town as a visitor."""

    agent: str


@dataclass(frozen=True)
class Walk:
    """Walk somebody embodied to a tile."""

    agent: str
    to: Tile


@dataclass(frozen=True)
class Use:
    """Have somebody embodied do something at an object or a place."""

    agent: str
    at: Address
    doing: str
    minutes: int = 10


@dataclass(frozen=True)
class Speak:
    """Have somebody embodied say a line to a person in earshot."""

    agent: str
    to: str
    text: str
    leave: bool = False


Command = Whisper | Tell | SetState | Arrive | Take | Release | Walk | Use | Speak
