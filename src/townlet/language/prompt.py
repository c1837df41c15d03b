"""A prompt: what is asked, in words for a network model and as the printed fields for the offline model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from pydantic import BaseModel

Field: TypeAlias = "str | int | float | Sequence[Field] | Mapping[str, Field]"
"""What a template printed: strings and numbers, in the lists and records it printed them from."""

Answer = TypeVar("Answer", bound=BaseModel)


@dataclass(frozen=True)
class Prompt(Generic[Answer]):
    """One question to a language model, and the schema of its answer."""

    name: str
    """Which prompt this is, such as 'converse'; also its template's file name."""
    text: str
    """The rendered template: all that a network model reads."""
    fields: Mapping[str, Field]
    """Exactly what the template printed, by name: all that the offline model reads."""
    answer: type[Answer]
    """The pydantic model that a reply must fit."""
    fallback: Answer | None = None
    """What stands in where no answer can be had; None where there is nothing that could.

    Who asks gets this very object, so `answer is prompt.fallback` tells that nobody thought this.
    """
    check: Callable[[Answer], str] | None = None
    """What else an answer must be that fits the schema: from one to its defect in a line, empty where it has none."""
