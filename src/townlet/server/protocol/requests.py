"""What a client asks to be done over HTTP, and what it is answered."""

from __future__ import annotations

from pydantic import Field

from townlet.server.protocol.minds import MemoryShown
from townlet.server.protocol.part import Part, Step


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
