"""The messages of the WebSocket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from townlet.server.protocol.commands import Command
from townlet.server.protocol.film import Happening, Mark
from townlet.server.protocol.part import Part, Step
from townlet.server.protocol.session import Pace, Session

# From the server


class Hello(Part):
    """The first message of every connection; sent anew when another run is shown, or when its mode changes."""

    type: Literal["hello"] = "hello"
    session: Session
    pace: Pace | None


class Steps(Part):
    """What happened from one step to another (not included): follows on what was sent before without a gap.

    A talk's mark comes when it begins, and again with its end when it ends.
    """

    type: Literal["steps"] = "steps"
    from_step: Step
    to_step: Step
    events: list[Happening]
    marks: list[Mark]


class Paced(Part):
    type: Literal["pace"] = "pace"
    pace: Pace


class Spent(Part):
    """What the run's calls have taken so far."""

    type: Literal["spent"] = "spent"
    calls: int
    input_tokens: int
    output_tokens: int
    usd: float


class Answered(Part):
    """What became of the message with this `id`: taken, or refused with a reason in one line."""

    type: Literal["answer"] = "answer"
    id: str
    ok: bool
    why: str = ""
    step: Step = 0
    """The step at which a command takes effect."""


class Stopped(Part):
    """The live run goes on no further: it has ended, is paused (failing model, budget), or failed."""

    type: Literal["stopped"] = "stopped"
    why: str
    paused: bool


FromServer = Annotated[Hello | Steps | Paced | Spent | Answered | Stopped, Field(discriminator="type")]


# From the client


class SetPace(Part):
    """Play, pause, change speed. Only of a live run; of a replay the client is its own clock."""

    type: Literal["pace"] = "pace"
    id: str = ""
    playing: bool | None = None
    speed: float | None = Field(default=None, ge=0, le=100_000)
    skip_sleep: bool | None = None


class StepOnce(Part):
    """Let one step happen, paused."""

    type: Literal["step"] = "step"
    id: str = ""


class Hold(Part):
    """The clock waits while a person types; it goes on `seconds` after the last such message, or with `seconds` 0."""

    type: Literal["hold"] = "hold"
    id: str = ""
    seconds: float = Field(ge=0, le=60)


class Order(Part):
    """A command from a person, in one of the forms of `Command`."""

    type: Literal["order"] = "order"
    id: str = ""
    command: Command


FromClient = Annotated[SetPace | StepOnce | Hold | Order, Field(discriminator="type")]
