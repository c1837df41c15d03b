"""What one rater has done from consent to thanks, as the rankings file keeps it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal
from unicodedata import category

from pydantic import AfterValidator, Field, model_validator

from townlet.study.ranking.rankings import Rater
from townlet.town.toml_file import Written

VERSION: Literal[1] = 1
"""Of the form of a session."""


def _iso(text: str) -> str:
    if text:
        datetime.fromisoformat(text)
    return text


def _plain(text: str) -> str:
    if any(category(sign) == "Cc" for sign in text):
        raise ValueError(f"{text!r} holds control characters")
    return text


Name = Annotated[str, Field(min_length=1, max_length=500), AfterValidator(_plain)]
"""What rankings are told apart by; it is printed as it stands."""

Instant = Annotated[str, AfterValidator(_iso)]
"""Real time, ISO 8601; empty where it is not known."""


class Check(Written):
    """One attention check."""

    id: str
    passed: bool


class Ranked(Written):
    """One question, and the order that a rater gave the conditions' answers to it."""

    question: Name
    """Its id in the battery."""
    category: str = ""
    asked: str = ""
    """As it was put to the person."""
    order: tuple[Name, ...]
    """Conditions, the most believable first; no ties."""
    shown: tuple[str, ...] = ()
    """Conditions in the order in which the rater saw their answers at first; empty where it was not kept, or where it
    tells nothing because two answers are the same, word for word."""
    seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0

    @model_validator(mode="after")
    def _is_an_order(self) -> Ranked:
        if len(self.order) < 2:
            raise ValueError("an order needs two conditions or more")
        if len(set(self.order)) != len(self.order):
            raise ValueError(f"the order names a condition twice: {', '.join(self.order)}")
        if self.shown and sorted(self.shown) != sorted(self.order):
            raise ValueError("other conditions were shown than were ordered")
        return self


class Interview(Written):
    """The answers that were ranked: those to one battery, at one moment of the run, by one model."""

    battery: str
    step: int
    model: str
    """Who answered; 'offline' for rules."""


class Session(Written):
    """What one rater has done from beginning to end."""

    version: Literal[1] = VERSION
    rater: Name
    """Of one run's raters, no two have the same."""
    kind: Rater
    model: str = ""
    """Who judged, if a model did; 'offline' for rules."""
    run: str = ""
    """The run's id."""
    person: str = ""
    """Whose answers they were."""
    interview: Interview | None = None
    """In which they were given; None where it was not kept."""
    prompt: str = ""
    """Of a model: SHA-256 of the template of the prompt by which it judged."""
    code: str = ""
    """The completion code."""
    began: Instant = ""
    ended: Instant = ""
    attention: tuple[Check, ...] = ()
    rankings: tuple[Ranked, ...]

    @model_validator(mode="after")
    def _is_of_one_rater(self) -> Session:
        if (self.kind == "model") != bool(self.model):
            raise ValueError("a session of kind 'model' names its model, and one of kind 'person' names none")
        if not self.rankings:
            raise ValueError("the session has no rankings")
        questions = [ranked.question for ranked in self.rankings]
        if len(set(questions)) != len(questions):
            raise ValueError("a question is ranked twice")
        return self

    @property
    def attentive(self) -> bool:
        """Whether all attention checks were passed."""
        return all(check.passed for check in self.attention)
