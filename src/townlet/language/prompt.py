"""A prompt: its text for network models, its template fields for the offline model, and its answer's schema."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

from pydantic import BaseModel

Field: TypeAlias = "str | int | float | Sequence[Field] | Mapping[str, Field]"
"""A value that a template printed: a string or number, or a list or record of them."""

WordFiles: TypeAlias = tuple[tuple[str, str], ...]
"""The files of words that a town adds for the offline model: each file's name and its text."""

Answer = TypeVar("Answer", bound=BaseModel)


@dataclass(frozen=True)
class Prompt(Generic[Answer]):
    """One prompt to a language model, with the schema of its answer."""

    name: str
    """The prompt's name, such as 'converse'; also the name of its template file."""
    text: str
    """The rendered template. A network model reads nothing else."""
    fields: Mapping[str, Field]
    """The values that the template printed, by name. The offline model reads nothing else."""
    answer: type[Answer]
    """The pydantic model that a reply must match."""
    fallback: Answer | None = None
    """The answer to use if the model gives none; None if nothing can replace it.

    The caller receives this very object, so `answer is prompt.fallback` tells that no model gave the answer.
    """
    check: Callable[[Answer], str] | None = None
    """A further check of an answer that matches the schema. It returns the defect in one line, or an empty string."""
    shorter: Callable[[], Prompt[Answer] | None] = field(default=lambda: None, compare=False, repr=False)
    """Return the prompt with fewer memories, the least relevant left out; None if it shows none."""
    words: WordFiles = ()
    """What its town adds to the words of the offline model. Words are no knowledge: they say how, never what."""
