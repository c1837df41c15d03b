"""The messages of the WebSocket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from townlet.server.protocol.base import Number, Step, WholeNumber, WireModel
from townlet.server.protocol.event_feed import FeedEvent, TimelineMarker
from townlet.server.protocol.requests import CommandRequest, Name

PROTOCOL_VERSION = 1
"""Increased whenever an older client could no longer read the messages."""


class SessionInfo(WireModel):
    """The run that the server shows."""

    protocol: int = PROTOCOL_VERSION
    mode: Literal["live", "replay", "following"]
    """live: this server computes the run; following: another process does; replay: no process does at present."""
    path: str
    """Where the run's page and API are, from the server's root: 'runs/my-fork1/'; empty for the run it started with."""
    run: str
    """Id of the run."""
    file: str
    """Name of the run file, without its folder."""
    town: str
    about: str
    seed: int
    model: str
    """Name of the language model, or 'offline'."""
    offline: bool
    """Whether rules answer instead of a language model. The page says so."""
    start: str
    """Game time of step 0, ISO 8601."""
    step_seconds: int
    next_step: Step
    """The first step that has not happened yet."""
    opening: Step
    """The step at which a replay opens: people are awake and something happens soon."""
    goal: Step = 0
    """The step at which a live run ends; 0 in other modes."""
    can_command: bool
    """Whether the run accepts commands: it is live, or another process that computes it reads them from its inbox."""
    may_direct: bool = True
    """Whether this client may change anything; false for the link for watching."""
    version: str
    """The version of townlet."""


class EmbeddingInfo(WireModel):
    """Who may show the page in a frame and send it messages."""

    origins: list[str]


class PlaybackState(WireModel):
    """The state of a live run's playback clock."""

    playing: bool
    speed: float
    """Game seconds per second; 0 means as fast as possible."""
    held: bool
    """Whether the clock waits because a viewer is typing."""
    behind: bool = False
    """Whether the run is computed more slowly than this speed."""
    slowed: bool = False
    """Whether the clock goes more slowly than set because a viewer is in the town in person."""
    skip_sleep: bool = True
    """Whether the clock goes as fast as possible while the town is asleep."""
    thinking: int = 0
    """The number of model calls in flight."""


# From the server


class HelloMessage(WireModel):
    """The first message of every connection. It is sent again when the mode changes."""

    type: Literal["hello"] = "hello"
    session: SessionInfo
    pace: PlaybackState | None


class StepsMessage(WireModel):
    """The events and markers from `from_step` until before `to_step`, without a gap to the message before.

    The marker of a talk is sent when the talk begins, and again, with its end, when it ends.
    """

    type: Literal["steps"] = "steps"
    from_step: Step
    to_step: Step
    events: list[FeedEvent]
    marks: list[TimelineMarker]


class PlaybackMessage(WireModel):
    """The playback state of a live run has changed."""

    type: Literal["pace"] = "pace"
    pace: PlaybackState


class SpendingMessage(WireModel):
    """The tokens and dollars that the run's model calls have used so far."""

    type: Literal["spent"] = "spent"
    calls: int
    input_tokens: int
    output_tokens: int
    usd: float


class Acknowledgement(WireModel):
    """The answer to the client's message with this `id`: accepted, or refused with a reason in one line.

    An answer to a message that is not valid has its `id` too, as far as the server can find one in it.
    """

    type: Literal["answer"] = "answer"
    id: str
    ok: bool
    why: str = ""
    step: Step = 0
    """The step at which a command takes effect; for other messages, the first step that has not happened yet."""


class StoppedMessage(WireModel):
    """The live run has stopped: it has reached its end, is paused (failing model, spent budget), or has failed."""

    type: Literal["stopped"] = "stopped"
    why: str
    paused: bool


class ControlLostMessage(WireModel):
    """This client no longer moves a person: another client has taken over."""

    type: Literal["control"] = "control"
    agent: str
    why: str


ServerMessage = Annotated[
    HelloMessage
    | StepsMessage
    | PlaybackMessage
    | SpendingMessage
    | Acknowledgement
    | StoppedMessage
    | ControlLostMessage,
    Field(discriminator="type"),
]


# From the client


class SetPlaybackMessage(WireModel):
    """Play, pause or change the speed of a live run. In a replay the client has its own clock."""

    type: Literal["pace"] = "pace"
    id: str = ""
    playing: bool | None = None
    speed: Number | None = Field(default=None, ge=0, le=100_000)
    skip_sleep: bool | None = None


class AdvanceMessage(WireModel):
    """Pause, and compute this many steps. The answer comes when they have been computed, after their `steps`."""

    type: Literal["step"] = "step"
    id: str = ""
    steps: WholeNumber = Field(default=1, ge=1, le=100_000)


class HoldMessage(WireModel):
    """Make the clock wait while a viewer types. It continues `seconds` after the last such message; 0 releases it."""

    type: Literal["hold"] = "hold"
    id: str = ""
    seconds: Number = Field(ge=0, le=60)


class CommandMessage(WireModel):
    """A viewer's command to the town."""

    type: Literal["order"] = "order"
    id: str = ""
    command: CommandRequest


class ControlMessage(WireModel):
    """Move a person whom somebody at a keyboard moves already, as after a reload of the page.

    If another client moves them, it gets a `control` message and moves them no longer.
    """

    type: Literal["control"] = "control"
    id: str = ""
    agent: Name


ClientMessage = Annotated[
    SetPlaybackMessage | AdvanceMessage | HoldMessage | CommandMessage | ControlMessage, Field(discriminator="type")
]
