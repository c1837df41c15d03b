"""The rows of a run file as typed values. Agents are named by their full names, steps by number."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from typing import Literal, NamedTuple

from townlet.memory.record import MemoryId
from townlet.runfile.database import FORMAT
from townlet.runfile.encoding import Json, canonical
from townlet.runfile.errors import OutsideRun

CallStatus = Literal["sent", "answered", "failed"]
"""sent: on its way, maybe paid for; answered: a reply came, fit or not; failed: none came."""


class ForkedFrom(NamedTuple):
    """The run that a fork inherits from, and the first step that it does not inherit."""

    run: str
    step: int


@dataclass(frozen=True)
class RunHeader:
    """What a run is of. It never changes once the file is made."""

    townlet: str
    """The version of townlet that began the run."""
    town: str
    town_digest: str
    seed: int
    start: datetime
    """Game time of step 0."""
    step_seconds: int
    settings: Mapping[str, Json] = field(default_factory=dict)
    """Whatever else behaviour depends on: profile, models, embedder. It is part of the state hash."""
    forked_from: ForkedFrom | None = None
    format: int = FORMAT

    @cached_property
    def id(self) -> str:
        """The run's name: a hash of the header, so equal beginnings have equal names."""
        content = asdict(self) | {"start": self.start.isoformat()}
        return hashlib.sha256(canonical(content).encode()).hexdigest()

    def time_of(self, step: int) -> datetime:
        """Game time at which a step begins."""
        return self.start + timedelta(seconds=step * self.step_seconds)

    def step_at(self, time: datetime) -> int:
        """The step that a game time falls into. Raises OutsideRun for a time before the start."""
        if time < self.start:
            raise OutsideRun(f"{time:%Y-%m-%d %H:%M} is before the run's start; give a time from {self.start} on.")
        return int((time - self.start).total_seconds() // self.step_seconds)


class EventRow(NamedTuple):
    """Something that happened. Ordinals count from 0 within (step, phase, agent)."""

    step: int
    phase: int
    """Which part of the step it belongs to; the engine numbers them in the order they are applied."""
    agent: str
    ordinal: int
    kind: str
    data: str
    """Canonical JSON."""


class RecallRow(NamedTuple):
    """The memories of its own that an agent's retrieval touched in a step."""

    step: int
    agent: str
    memories: tuple[MemoryId, ...]


class CallRow(NamedTuple):
    """One sending of a prompt to a model, or of texts to an embedder. Each has an attempt number of its own."""

    agent: str
    """Empty for texts that were embedded: those of all people travel together."""
    step: int
    path: str
    """Where within the agent's turn it was asked, fixed before anything was awaited."""
    attempt: int
    name: str
    """The prompt's name."""
    prompt_sha: str
    """The sha of its PromptText."""
    status: CallStatus
    reply: str = ""
    model: str = ""
    """The model's own name and version, as its provider reports them."""
    prompt_tokens: int = 0
    answer_tokens: int = 0
    cached_tokens: int = 0
    """Of the prompt tokens, those that the provider had cached."""
    cache_written_tokens: int = 0
    """Of the prompt tokens, those that the provider put into its cache and charges for apart."""
    reasoning_tokens: int = 0
    """Of the answer tokens, those spent on thinking."""
    cost: float = 0.0
    """US dollars."""
    ceiling: float = 0.0
    """US dollars that it can cost at most: what a budget counts while it is unanswered."""
    ceiling_tokens: int = 0
    """Tokens that it can take at most, both ways."""
    temperature: float | None = None
    """The temperature that was asked for; None for the provider's own."""
    seconds: float = 0.0
    error: str = ""
    fallback: bool = False
    """Whether the prompt's declared fallback stood in for an answer."""
    from_cache: bool = False
    """Whether the reply was kept from another run: it took no tokens and cost nothing."""


@dataclass(frozen=True)
class PromptText:
    """What a call sent: the rendered prompt and the JSON schema of its answer."""

    text: str
    schema: str = ""

    @cached_property
    def sha(self) -> str:
        return hashlib.sha256(self.schema.encode() + b"\0" + self.text.encode()).hexdigest()


class VectorRow(NamedTuple):
    """The embedding of a text by a named embedder, as little-endian numbers."""

    embedder: str
    text_sha: str
    number: Literal["int8", "float32"]
    data: bytes


@dataclass(frozen=True)
class CallFilter:
    """Which calls to read; None lets any pass."""

    agent: str | None = None
    name: str | None = None
    status: CallStatus | None = None
    from_step: int | None = None
    to_step: int | None = None
    """The last step read."""


class CallTotals(NamedTuple):
    """What calls add up to. Tokens and cost are of those that were answered; those that were not, because the run was
    broken off or the answer was, may have cost up to `unanswered_ceiling` and taken up to `unanswered_tokens`."""

    of: str
    calls: int
    """Sendings that were answered by a model, fit or not."""
    prompt_tokens: int
    answer_tokens: int
    cached_tokens: int
    cache_written_tokens: int
    reasoning_tokens: int
    cost: float
    unanswered: int
    """Sendings of which nothing is known but that they were about to leave."""
    failed: int
    fallbacks: int
    """Answers that no model gave."""
    from_cache: int
    """Answers that another run paid for."""
    unanswered_ceiling: float
    unanswered_tokens: int


class Snapshot(NamedTuple):
    """The whole state after a step, in the engine's own form. A cache: it can be rebuilt from the events."""

    step: int
    data: bytes
