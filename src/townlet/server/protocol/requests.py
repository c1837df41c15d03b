"""What a client asks to be done over HTTP, and what it is answered."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from townlet.server.protocol.base import Step, Tile, WireModel
from townlet.server.protocol.views import MemoryView


class WhisperRequest(WireModel):
    """Be somebody's inner voice."""

    command: Literal["Whisper"] = "Whisper"
    agent: str
    text: str = Field(max_length=2_000)


class TellRequest(WireModel):
    """Say something to somebody under a persona; they remember it."""

    command: Literal["Tell"] = "Tell"
    agent: str
    persona: str
    text: str = Field(max_length=2_000)


class SetStateRequest(WireModel):
    """Put an object into a state, in words."""

    command: Literal["SetState"] = "SetState"
    address: str
    state: str = Field(max_length=200)


class ArriveRequest(WireModel):
    """Walk into the town as a visitor."""

    command: Literal["Arrive"] = "Arrive"
    name: str
    at: str
    """Address of the place to appear in."""
    look: str = ""


class TakeRequest(WireModel):
    """Take over a resident."""

    command: Literal["Take"] = "Take"
    agent: str


class ReleaseRequest(WireModel):
    """Hand a resident back, or leave the town as a visitor."""

    command: Literal["Release"] = "Release"
    agent: str


class WalkRequest(WireModel):
    """Walk somebody embodied to a tile."""

    command: Literal["Walk"] = "Walk"
    agent: str
    to: Tile


class UseRequest(WireModel):
    """Have somebody embodied do something at an object or a place."""

    command: Literal["Use"] = "Use"
    agent: str
    at: str
    doing: str = Field(max_length=200)
    minutes: int = Field(default=10, ge=1, le=240)


class SpeakRequest(WireModel):
    """Have somebody embodied say a line to a person in earshot."""

    command: Literal["Speak"] = "Speak"
    agent: str
    to: str
    text: str = Field(max_length=2_000)
    leave: bool = False


CommandRequest = Annotated[
    WhisperRequest
    | TellRequest
    | SetStateRequest
    | ArriveRequest
    | TakeRequest
    | ReleaseRequest
    | WalkRequest
    | UseRequest
    | SpeakRequest,
    Field(discriminator="command"),
]


class InterviewRequest(WireModel):
    """What is asked in an interview (POST /api/ask)."""

    person: str = Field(max_length=100)
    persona: str = Field(default="a visitor to the town", min_length=1, max_length=60, pattern=r"\S")
    question: str = Field(min_length=1, max_length=2_000, pattern=r"\S")
    at: Step | None = Field(default=None, ge=0, lt=2**53)
    """The moment; the newest if left out."""


class ForkRequest(WireModel):
    """From when a fork differs (POST /api/fork)."""

    at: Step = Field(ge=0, lt=2**53)


class ResumeRequest(WireModel):
    """How far a run is to go on (POST /api/resume)."""

    days: float | None = Field(default=None, gt=0, le=10_000)
    """Game days from the run's start; if left out, as far as it was meant to, or else a day further."""


class ConflictResponse(WireModel):
    """Why something cannot be done as things stand (status 409)."""

    detail: str
    fork: bool
    """Whether it can be done in a fork of the run: POST /api/fork."""


class InterviewResponse(WireModel):
    """An interview's answer, which nobody remembers. It comes from a program, and says so."""

    person: str
    persona: str
    question: str
    answer: str
    shown: list[MemoryView]
    by: str
    """Which model answered; 'offline' for rules."""


HTTP_REQUESTS = (InterviewRequest, ForkRequest, ResumeRequest)
"""What a client sends over HTTP."""
