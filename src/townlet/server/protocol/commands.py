"""What people order: the forms of a command."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from townlet.server.protocol.part import Part, Tile


class Whisper(Part):
    """Be somebody's inner voice."""

    command: Literal["Whisper"] = "Whisper"
    agent: str
    text: str = Field(max_length=2_000)


class Tell(Part):
    """Say something to somebody under a persona; they remember it."""

    command: Literal["Tell"] = "Tell"
    agent: str
    persona: str
    text: str = Field(max_length=2_000)


class SetState(Part):
    """Put an object into a state, in words."""

    command: Literal["SetState"] = "SetState"
    address: str
    state: str = Field(max_length=200)


class Arrive(Part):
    """Walk into the town as a visitor."""

    command: Literal["Arrive"] = "Arrive"
    name: str
    at: str
    """Address of the place to appear in."""
    look: str = ""


class Take(Part):
    """Take over a resident."""

    command: Literal["Take"] = "Take"
    agent: str


class Release(Part):
    """Hand a resident back, or leave the town as a visitor."""

    command: Literal["Release"] = "Release"
    agent: str


class Walk(Part):
    """Walk somebody embodied to a tile."""

    command: Literal["Walk"] = "Walk"
    agent: str
    to: Tile


class Use(Part):
    """Have somebody embodied do something at an object or a place."""

    command: Literal["Use"] = "Use"
    agent: str
    at: str
    doing: str = Field(max_length=200)
    minutes: int = Field(default=10, ge=1, le=240)


class Speak(Part):
    """Have somebody embodied say a line to a person in earshot."""

    command: Literal["Speak"] = "Speak"
    agent: str
    to: str
    text: str = Field(max_length=2_000)
    leave: bool = False


Command = Annotated[
    Whisper | Tell | SetState | Arrive | Take | Release | Walk | Use | Speak, Field(discriminator="command")
]
