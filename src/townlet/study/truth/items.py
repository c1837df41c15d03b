"""Items: questions to one person, each with its true answer and the records that the answer rests on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from townlet.memory.record import MemoryId
from townlet.study.interviews.battery import Question
from townlet.study.interviews.names import Asked
from townlet.study.traces import Stay
from townlet.study.truth.judging import Chosen, Truth

Category = Literal["memory", "plan", "synthesis"]
CATEGORIES: tuple[Category, ...] = ("memory", "plan", "synthesis")

LEAST_RECORDS = 3
"""How many records the truth of a synthesis question is drawn from at least."""


@dataclass(frozen=True)
class Item:
    """One question put to one person, under every condition alike."""

    id: str
    """Of its kind, with a number behind it where one person is asked several of a kind."""
    kind: str
    category: Category
    person: str
    text: str
    truth: Truth
    evidence: tuple[str, ...]
    """Ids of what shows the truth: memories (agent/step/ordinal), spoken lines (talk#number), stays
    (agent@place/from-until, steps), plans (agent/plan/step at which it was made)."""

    @property
    def asked(self) -> Asked:
        """The question as interviews put it."""
        closed = self.truth.options if isinstance(self.truth, Chosen) else ()
        kind: Literal["open", "choice"] = "choice" if closed else "open"
        return Asked(Question(id=self.id, ask=self.kind, category=self.category, kind=kind, options=closed), self.text)


def of_memories(ids: Iterable[MemoryId]) -> list[str]:
    """How memories are written down as evidence."""
    return ["/".join(map(str, each)) for each in ids]


def of_stays(stays: Iterable[Stay]) -> list[str]:
    """How stays are."""
    return [f"{stay.person}@{stay.place}/{stay.start}-{stay.end}" for stay in stays]
