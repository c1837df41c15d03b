"""One record of a memory stream, and where it came from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

Kind = Literal["observation", "reflection", "plan"]
"""Park et al. 2023, section 4: what the memory stream holds."""

Source = Literal["seed", "seen", "done", "said", "heard", "thought", "planned", "told", "inner voice"]
"""How a memory came about. seed: given at the start; seen: perceived; done: one's own doing; said: one's own
words; heard: from another's mouth; thought: from other memories; planned: from planning; told: by a person at
the keyboard; inner voice: whispered by a person. The engine sets it, never a language model."""


class MemoryId(NamedTuple):
    """Whose it is, the step at which it was made, and its place among that step's."""

    agent: str
    step: int
    ordinal: int


@dataclass(frozen=True)
class Memory:
    """A memory object: a sentence with a time, an importance and an origin (section 4.1)."""

    id: MemoryId
    kind: Kind
    text: str
    created: datetime
    importance: int
    """1 (mundane) to 10 (poignant)."""
    source: Source
    heard_from: str = ""
    """Who said it, where source is 'heard' or 'told'."""
    utterance: str = ""
    """The id of the spoken line that it remembers, where there is one."""
    evidence: tuple[MemoryId, ...] = ()
    """The records that a reflection or a takeaway rests on."""
    hearsay: bool = False
    """Whether anything it rests on was only heard; hearsay never becomes something witnessed."""
