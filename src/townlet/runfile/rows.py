"""The rows of a run file as typed values. Agents appear by full name, steps by number."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from townlet.memory.record import Kind, MemoryId
from townlet.runfile.database import FORMAT, UNSEALED
from townlet.runfile.errors import OutsideRun
from townlet.state.encoding import Json, canonical
from townlet.world.clock import Clock

CallStatus = Literal["sent", "answered", "failed"]
"""sent: in flight, perhaps paid for; answered: a reply came, valid or not; failed: no reply came."""


class ForkedFrom(NamedTuple):
    """The run that a fork comes from, and the first step that it does not inherit."""

    run: str
    step: int
    label: str = ""
    """What tells the fork from its siblings; by default the name of its file. Empty for old run files."""


@dataclass(frozen=True)
class RunHeader:
    """The header of a run: its town, seed, start and settings. It never changes."""

    townlet: str
    """The version of Townlet that started the run."""
    town: str
    town_digest: str
    seed: int
    start: datetime
    """Game time of step 0."""
    step_seconds: int
    settings: Mapping[str, Json] = field(default_factory=dict)
    """Everything else that behaviour depends on: profile, models, embedder. Part of the state hash."""
    forked_from: ForkedFrom | None = None
    format: int = FORMAT

    @cached_property
    def clock(self) -> Clock:
        """The game clock of the run."""
        return Clock(self.start, self.step_seconds)

    @cached_property
    def id(self) -> str:
        """The run's id. Runs that begin alike have equal ids; a fork has an id of its own."""
        if self.forked_from is None or self.format == UNSEALED:
            return self.root_id
        return _hash(self.forked_from)

    @cached_property
    def root_id(self) -> str:
        """The id of the run from which all forks of a family come: a hash of town, seed, start and settings."""
        content = asdict(self) | {"start": self.start.isoformat()}
        forked = content.pop("forked_from")
        return _hash(content | {"forked_from": forked and forked[:2]} if self.format == UNSEALED else content)

    def time_of(self, step: int) -> datetime:
        """Return the game time at which a step begins."""
        return self.clock.at(step)

    def step_at(self, time: datetime) -> int:
        """Return the step at a game time. Raises OutsideRun for a time before the start."""
        if time < self.start:
            raise OutsideRun(f"{time:%Y-%m-%d %H:%M} is before the run's start; give a time from {self.start} on.")
        return int((time - self.start).total_seconds() // self.step_seconds)


def _hash(content: object) -> str:
    return hashlib.sha256(canonical(content).encode()).hexdigest()


class EventRow(NamedTuple):
    """One event. Ordinals count from 0 within (step, phase, agent)."""

    step: int
    phase: int
    """The phase of the step: COMMANDS, PASSING, MINDS or ACTIONS of `runfile.event_log`."""
    agent: str
    ordinal: int
    kind: str
    data: str
    """Canonical JSON."""


class MemoryText(NamedTuple):
    """The words of a memory."""

    step: int
    agent: str
    kind: Kind
    text: str


class RecallRow(NamedTuple):
    """The memories that an agent retrieved in a step."""

    step: int
    agent: str
    memories: tuple[MemoryId, ...]


class CallRow(NamedTuple):
    """One attempt to send a prompt to a model, or texts to an embedder. Each attempt has its own row."""

    agent: str
    """Empty for embeddings, because one call embeds the texts of several agents."""
    step: int
    path: str
    """The position of the call within the agent's turn, which does not depend on the order of replies."""
    attempt: int
    name: str
    """The prompt's name."""
    prompt_sha: str
    """The hash of its PromptText."""
    status: CallStatus
    reply: str = ""
    model: str = ""
    """The model's own name and version, as its provider reports them."""
    prompt_tokens: int = 0
    answer_tokens: int = 0
    cached_tokens: int = 0
    """The part of the prompt tokens that the provider read from its prompt cache."""
    cache_written_tokens: int = 0
    """The part of the prompt tokens that the provider wrote to its prompt cache, at a price of its own."""
    reasoning_tokens: int = 0
    """The part of the answer tokens spent on reasoning."""
    cost: float = 0.0
    """US dollars."""
    ceiling: float = 0.0
    """The most that the call can cost, in US dollars. The budget counts this until the call is answered."""
    ceiling_tokens: int = 0
    """The most tokens that the call can take, prompt and answer together."""
    temperature: float | None = None
    """The requested temperature; None for the provider's default."""
    seconds: float = 0.0
    error: str = ""
    fallback: bool = False
    """Whether the prompt's fallback replaced an answer."""
    from_cache: bool = False
    """Whether the reply cache of an earlier run supplied the reply, so that it took no tokens and cost nothing."""

    @property
    def estimated(self) -> bool:
        """Whether tokens and cost are the ceiling of the call, because its endpoint reported no believable usage."""
        tokens = self.prompt_tokens + self.answer_tokens
        return self.status == "answered" and 0 < tokens == self.ceiling_tokens


@dataclass(frozen=True)
class PromptText:
    """The content of a call: the rendered prompt and the JSON schema of its answer."""

    text: str
    schema: str = ""

    @cached_property
    def sha(self) -> str:
        return hashlib.sha256(self.schema.encode() + b"\0" + self.text.encode()).hexdigest()


StoredNumber = Literal["int8", "float32"]
"""How a vector is stored: as the embedder's float32 numbers, or as the rounded ones of older runs."""

_STORED_AS: Mapping[StoredNumber, str] = {"int8": "i1", "float32": "<f4"}


class VectorRow(NamedTuple):
    """The vector of a text from a named embedder, as little-endian numbers."""

    embedder: str
    text_sha: str
    number: StoredNumber
    data: bytes

    @classmethod
    def of(cls, embedder: str, text_sha: str, vector: NDArray[np.float32], number: StoredNumber) -> VectorRow:
        """Return the row of a vector. A vector that is stored as int8 must consist of whole numbers up to 127."""
        return cls(embedder, text_sha, number, vector.astype(_STORED_AS[number]).tobytes())

    @property
    def vector(self) -> NDArray[np.float32]:
        """The vector as the run uses it."""
        return np.frombuffer(self.data, _STORED_AS[self.number]).astype(np.float32)


@dataclass(frozen=True)
class CallFilter:
    """Which calls to read. None means no restriction."""

    agent: str | None = None
    name: str | None = None
    status: CallStatus | None = None
    from_step: int | None = None
    to_step: int | None = None
    """The last step, inclusive."""


class CallTotals(NamedTuple):
    """Sums over a group of calls.

    Tokens and cost count answered calls. Calls without an answer, because the run or the connection was interrupted,
    may have cost up to `unanswered_ceiling` and taken up to `unanswered_tokens`.
    """

    group: str
    """The name of the group: an agent, a prompt, a model or a status."""
    calls: int
    """Calls that a model answered, whether the answer was valid or not."""
    prompt_tokens: int
    answer_tokens: int
    cached_tokens: int
    cache_written_tokens: int
    reasoning_tokens: int
    cost: float
    unanswered: int
    """Calls that were logged as sent and never settled."""
    failed: int
    fallbacks: int
    """Fallbacks that replaced an answer."""
    from_cache: int
    """Replies from the reply cache, which another run paid for."""
    unanswered_ceiling: float
    unanswered_tokens: int
    estimated: int
    """Answered calls whose endpoint reported no believable usage. They count at their ceiling."""
    estimated_cost: float
    estimated_tokens: int


class Snapshot(NamedTuple):
    """The state of a run after a step, as `runfile.snapshots` writes it. A cache: the event log gives the same."""

    step: int
    data: bytes
