"""One record of a memory stream, with its origin."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

Kind = Literal["observation", "reflection", "plan"]
"""Park et al. 2023, section 4: what the memory stream holds."""

Source = Literal["seed", "seen", "done", "said", "heard", "thought", "planned", "told", "inner voice"]
"""The origin of a memory. seed: written by the town's author; seen: perceived; done: the agent's own activity;
said: the agent's own words; heard: another agent's words; thought: concluded from other memories; planned: from
planning; told: words of a user's persona; inner voice: a user's whisper. Code sets it, never a language model."""


class MemoryId(NamedTuple):
    """The agent, the step at which the memory was made, and its number among the agent's memories of that step."""

    agent: str
    step: int
    ordinal: int


@dataclass(frozen=True)
class Memory:
    """A memory object (section 4.1): a sentence with a time, an importance and an origin."""

    id: MemoryId
    kind: Kind
    text: str
    created: datetime
    importance: int
    """1 (mundane) to 10 (poignant)."""
    source: Source
    heard_from: str = ""
    """The speaker, if the source is 'heard' or 'told'; of an outcome of a talk, the person talked with."""
    utterance: str = ""
    """The id of the spoken line, if the memory is of one."""
    evidence: tuple[MemoryId, ...] = ()
    """The memories that a reflection, a plan or the memory of a talk is based on."""
    hearsay: bool = False
    """Whether the memory or anything it is based on is another's claim. What follows from hearsay is hearsay."""

    @property
    def outcome(self) -> bool:
        """Whether the memory is an outcome of a talk: a plain sentence on what was promised, asked or settled in it."""
        return self.source == "thought" and bool(self.heard_from)
