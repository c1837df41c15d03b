"""The messages of the WebSocket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from townlet.server.protocol.base import Step, WireModel
from townlet.server.protocol.event_feed import FeedEvent, TimelineMarker
from townlet.server.protocol.requests import CommandRequest

PROTOCOL_VERSION = 1
"""Counts on whenever an older client could no longer read the messages."""


class SessionInfo(WireModel):
    """What is being watched."""

    protocol: int = PROTOCOL_VERSION
    mode: Literal["live", "replay", "following"]
    """live: this server computes the run; following: another process does; replay: nobody does at the moment."""
    run: str
    """The run's id."""
    file: str
    """Name of the run file, without its folder."""
    town: str
    about: str
    seed: int
    model: str
    """Name of the language model, or 'offline'."""
    offline: bool
    """Whether rules answer instead of a language model; the page says so."""
    start: str
    """Game time of step 0, ISO 8601."""
    step_seconds: int
    next_step: Step
    """The first step that has not happened yet."""
    opening: Step
    """Where a replay opens: people are awake and something happens soon."""
    goal: Step = 0
    """The step at which a live run is to end; 0 for any other."""
    can_command: bool
    """Whether commands are taken for the run as it stands (live, or left for the process that owns it)."""
    version: str
    """Of townlet."""


class PlaybackState(WireModel):
    """How the clock of a live run goes."""

    playing: bool
    speed: float
    """Game seconds a second; 0 for as fast as it computes."""
    held: bool
    """Whether the clock waits for somebody who is typing."""
    behind: bool = False
    """Whether the run cannot keep that speed at the moment."""
    skip_sleep: bool = True
    """Whether it goes as fast as it computes while everybody sleeps."""
    thinking: int = 0
    """How many calls are out."""


# From the server


class HelloMessage(WireModel):
    """The first message of every connection; sent anew when another run is shown, or when its mode changes."""

    type: Literal["hello"] = "hello"
    session: SessionInfo
    pace: PlaybackState | None


class StepsMessage(WireModel):
    """What happened from one step to another (not included): follows on what was sent before without a gap.

    A talk's mark comes when it begins, and again with its end when it ends.
    """

    type: Literal["steps"] = "steps"
    from_step: Step
    to_step: Step
    events: list[FeedEvent]
    marks: list[TimelineMarker]


class PlaybackMessage(WireModel):
    type: Literal["pace"] = "pace"
    pace: PlaybackState


class SpendingMessage(WireModel):
    """What the run's calls have taken so far."""

    type: Literal["spent"] = "spent"
    calls: int
    input_tokens: int
    output_tokens: int
    usd: float


class Acknowledgement(WireModel):
    """What became of the message with this `id`: taken, or refused with a reason in one line."""

    type: Literal["answer"] = "answer"
    id: str
    ok: bool
    why: str = ""
    step: Step = 0
    """The step at which a command takes effect."""


class StoppedMessage(WireModel):
    """The live run goes on no further: it has ended, is paused (failing model, budget), or failed."""

    type: Literal["stopped"] = "stopped"
    why: str
    paused: bool


ServerMessage = Annotated[
    HelloMessage | StepsMessage | PlaybackMessage | SpendingMessage | Acknowledgement | StoppedMessage,
    Field(discriminator="type"),
]


# From the client


class SetPlaybackMessage(WireModel):
    """Play, pause, change speed. Only of a live run; of a replay the client is its own clock."""

    type: Literal["pace"] = "pace"
    id: str = ""
    playing: bool | None = None
    speed: float | None = Field(default=None, ge=0, le=100_000)
    skip_sleep: bool | None = None


class StepOnceMessage(WireModel):
    """Let one step happen, paused."""

    type: Literal["step"] = "step"
    id: str = ""


class HoldMessage(WireModel):
    """The clock waits while a person types; it goes on `seconds` after the last such message, or with `seconds` 0."""

    type: Literal["hold"] = "hold"
    id: str = ""
    seconds: float = Field(ge=0, le=60)


class CommandMessage(WireModel):
    """A command from a person, in one of the forms of `Command`."""

    type: Literal["order"] = "order"
    id: str = ""
    command: CommandRequest


ClientMessage = Annotated[
    SetPlaybackMessage | StepOnceMessage | HoldMessage | CommandMessage, Field(discriminator="type")
]
