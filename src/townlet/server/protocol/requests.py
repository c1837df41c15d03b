"""Requests for actions over HTTP, and their responses."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from townlet.engine.commands import MAX_CHARACTERS
from townlet.server.protocol.base import Number, Step, Tile, WholeNumber, WireModel
from townlet.server.protocol.views import MemoryView

Name = Annotated[str, Field(max_length=100)]
"""The name of a person or persona. Like every text with a greatest length, it consists of whole characters."""

PlaceAddress = Annotated[str, Field(max_length=1_000)]
"""The address of a place or an object, `world:sector:arena:object`."""


class WhisperRequest(WireModel):
    """Speak to a person as their inner voice."""

    command: Literal["Whisper"] = "Whisper"
    agent: Name
    text: str = Field(max_length=MAX_CHARACTERS["text"])


class TellRequest(WireModel):
    """Say something to a person under a persona; they remember it."""

    command: Literal["Tell"] = "Tell"
    agent: Name
    persona: Name
    text: str = Field(max_length=MAX_CHARACTERS["text"])


class SetStateRequest(WireModel):
    """Set the state of an object, in words."""

    command: Literal["SetState"] = "SetState"
    address: PlaceAddress
    state: str = Field(max_length=MAX_CHARACTERS["state"])


class ArriveRequest(WireModel):
    """Come into the town as a visitor."""

    command: Literal["Arrive"] = "Arrive"
    name: Name
    at: PlaceAddress = ""
    """Address of the place where the visitor appears; if empty, a public place that is open."""
    look: str = Field(default="", max_length=1_000)


class TakeRequest(WireModel):
    """Take control of a resident."""

    command: Literal["Take"] = "Take"
    agent: Name


class ReleaseRequest(WireModel):
    """Give up control of a resident, or leave the town as a visitor."""

    command: Literal["Release"] = "Release"
    agent: Name


class WalkRequest(WireModel):
    """Walk to a tile as a person whom the viewer controls."""

    command: Literal["Walk"] = "Walk"
    agent: Name
    to: Tile


class UseRequest(WireModel):
    """Do something at an object or a place as a person whom the viewer controls."""

    command: Literal["Use"] = "Use"
    agent: Name
    at: PlaceAddress
    doing: str = Field(max_length=200)
    minutes: WholeNumber = Field(default=10, ge=1, le=240)


class SpeakRequest(WireModel):
    """Say a line to a person in earshot as a person whom the viewer controls."""

    command: Literal["Speak"] = "Speak"
    agent: Name
    to: Name
    text: str = Field(max_length=MAX_CHARACTERS["text"])
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
    """A question of an interview (POST /api/ask)."""

    person: Name
    persona: str = Field(default="a visitor to the town", min_length=1, max_length=60, pattern=r"\S")
    question: str = Field(min_length=1, max_length=2_000, pattern=r"\S")
    at: Step | None = Field(default=None, ge=0, lt=2**53)
    """The step as of which the person answers; the newest if left out."""


class ForkRequest(WireModel):
    """The step at which a fork branches off (POST /api/fork)."""

    at: Step = Field(ge=0, lt=2**53)


class ResumeRequest(WireModel):
    """How long a resumed run lasts (POST /api/resume)."""

    days: Number | None = Field(default=None, gt=0, le=10_000)
    """Game days from the run's start; if left out, the length it was started with, or a day more if it is complete."""


class InvalidResponse(WireModel):
    """What is wrong with a request, in one line (status 422)."""

    detail: str
    fork: Literal[False] = False
    """Always false: the request is not valid in a fork either."""


class ConflictResponse(WireModel):
    """The reason why an action is not possible in the run's present state (status 409)."""

    detail: str
    fork: bool
    """Whether the action is possible in a fork of the run (POST /api/fork)."""


class InterviewResponse(WireModel):
    """The answer of an interview, which the person does not remember."""

    person: str
    persona: str
    question: str
    answer: str
    shown: list[MemoryView]
    by: str
    """Name of the model that answered; 'offline' for rules."""


HTTP_REQUESTS = (InterviewRequest, ForkRequest, ResumeRequest)
"""The models that a client sends over HTTP, besides commands."""
