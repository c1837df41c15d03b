"""The messages of the WebSocket, and what the API answers: one description for server, client and documentation."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from townlet.server.film import Happening, Mark, Part, Step, Tile

PROTOCOL = 1
"""Counts on whenever an older client could no longer read the messages."""


class Session(Part):
    """What is being watched."""

    protocol: int = PROTOCOL
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


class Look(Part):
    """How a person is drawn. See docs/towns.md, "Looks"."""

    words: str = ""
    """The look in its text form, 'skin=.. hair=.. ..'."""
    sheet: str = ""
    """Path of the author's own sprite sheet within the town; empty for a drawn figure."""


class Resident(Part):
    """Who somebody is, as the town's folder has it."""

    name: str
    age: int
    pronouns: str
    traits: list[str]
    home: str
    workplace: str
    description: list[str]
    visitor: bool = False
    look: Look


class Place(Part):
    """A place or an object of the tree."""

    address: str
    kind: Literal["sector", "arena", "object"]
    norms: list[str]
    """Its norms in words: opening hours, how many may be inside."""
    tiles: list[Tile]
    """For an object: the tiles that it stands on."""
    state: str = ""
    """For an object: how the map has it."""
    capacity: int = 0


class TownShown(Part):
    """The town as its folder has it: what does not change in a run."""

    name: str
    about: str
    map: str = "map.tmj"
    """Path of the map below /api/town/files/; tilesets and pictures are found relative to it."""
    tile_pixels: int
    people: list[Resident]
    places: list[Place]


class Pace(Part):
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
    """A command from a person, in the form of `Command` below."""

    type: Literal["order"] = "order"
    id: str = ""
    command: Command


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

FromClient = Annotated[SetPace | StepOnce | Hold | Order, Field(discriminator="type")]


# Minds: every answer is as of a moment, `at` (a step; what happened before it counts)


class MemoryShown(Part):
    """One record of a memory stream."""

    id: str
    """`agent/step/ordinal`."""
    kind: Literal["observation", "reflection", "plan"]
    text: str
    created: str
    """Game time, ISO 8601."""
    step: Step
    importance: int
    source: str
    heard_from: str = ""
    utterance: str = ""
    """`talk#number` of the line that it remembers."""
    evidence: list[str] = Field(default_factory=list)
    """Ids of the memories that it rests on."""
    hearsay: bool = False


class Scored(Part):
    """A memory as retrieval ranked it: each score min-max normalised to 0..1."""

    memory: MemoryShown
    score: float
    recency: float
    importance: float
    relevance: float


class PlanShown(Part):
    start: Step
    end: Step
    activity: str
    place: str = ""
    emoji: str = ""
    why: str = ""
    fallback: bool = False


class Revision(Part):
    """A plan as it was made or redone, and why."""

    step: Step
    reason: str
    """Empty for the morning's plan."""
    chunks: list[PlanShown]
    hours: list[PlanShown]
    steps: list[PlanShown]


class PersonNow(Part):
    """Somebody at a moment."""

    name: str
    step: Step
    doing: str
    emoji: str
    why: str
    place: str
    """Where they are, in words."""
    talk: str = ""
    summary: str = ""
    memories: dict[str, int]
    """How many, by kind."""
    importance_sum: int
    """Towards the next reflection."""
    threshold: int
    known_places: int


class Tie(Part):
    """What two people have had to do with each other up to a moment; from `one` towards `other`."""

    one: str
    other: str
    talks: int
    lines: int
    last: Step
    """When they last talked; -1 if they never did."""
    thought: str = ""
    """The latest that `one` has come to think of the other (a reflection or takeaway)."""
    thought_id: str = ""


class CallShown(Part):
    """A sending of a prompt."""

    id: str
    """`agent/step/path/attempt`, the path with dots."""
    step: Step
    name: str
    """The prompt's name: which faculty asked."""
    model: str
    status: str
    input_tokens: int
    output_tokens: int
    usd: float
    fallback: bool = False
    prompt: str = ""
    """Only when one call is asked for."""
    reply: str = ""


class Passing(Part):
    """One station on the way of a belief: who knew it from where."""

    who: str
    step: Step
    memory: MemoryShown
    how: str
    """In words: 'heard from ..', 'saw it', 'was told by ..', 'knew it from the start', 'thought of it'."""
    talk: str = ""
    line: str = ""
    """The utterance by which it came, where there is one."""


class ThingNow(Part):
    """An object or a place at a moment."""

    address: str
    state: str
    users: list[str]
    norms: list[str]
    history: list[ThingEvent]
    """Newest first: states it was put into, and who used it for what."""


class ThingEvent(Part):
    step: Step
    text: str


class Question(Part):
    """What is asked in an interview (POST /api/ask)."""

    person: str = Field(max_length=100)
    persona: str = Field(default="a visitor to the town", min_length=1, max_length=60, pattern=r"\S")
    question: str = Field(min_length=1, max_length=2_000, pattern=r"\S")
    at: Step | None = Field(default=None, ge=0, lt=2**53)
    """The moment; the newest if left out."""


class Forking(Part):
    """From when a fork differs (POST /api/fork)."""

    at: Step = Field(ge=0, lt=2**53)


class Resuming(Part):
    """How far a run is to go on (POST /api/resume)."""

    days: float | None = Field(default=None, gt=0, le=10_000)
    """Game days from the run's start; if left out, as far as it was meant to, or else a day further."""


class Refusal(Part):
    """Why something cannot be done as things stand (status 409)."""

    detail: str
    fork: bool
    """Whether it can be done in a fork of the run: POST /api/fork."""


class AnswerShown(Part):
    """An interview's answer, which nobody remembers. It comes from a program, and says so."""

    person: str
    persona: str
    question: str
    answer: str
    shown: list[MemoryShown]
    by: str
    """Which model answered; 'offline' for rules."""


ASKED = (Question, Forking, Resuming)
"""What a client sends over HTTP."""
