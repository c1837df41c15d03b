"""The protocol of a language model: an async callable from a request to a reply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from townlet.language.prompt import Field


@dataclass(frozen=True)
class Request:
    """One call as a model sees it. Two equal requests may be answered alike."""

    name: str
    """The prompt's name."""
    text: str
    fields: Mapping[str, Field]
    schema: Mapping[str, Any]
    """JSON schema of the answer."""
    attempt: int = 0
    """0 at first; a re-ask after an answer that did not fit counts on."""
    complaint: str = ""
    """Why the previous answer did not fit, for a re-ask."""
    priority: int = 0
    """The step it belongs to: lower is more urgent."""


@dataclass(frozen=True)
class Reply:
    """What a model answered, and what it cost."""

    text: str
    """JSON that should fit the request's schema."""
    model: str
    """The model's own name and version."""
    prompt_tokens: int
    answer_tokens: int


class LanguageModel(Protocol):
    """Anything that answers requests. Wrappers (limit, retry, budget, record) are language models too.

    Raises ModelError when no answer could be had.
    """

    @property
    def name(self) -> str: ...

    async def __call__(self, request: Request) -> Reply: ...


class ModelError(Exception):
    """A model could not answer; `transient` says whether asking again later may help."""

    transient = False


class ModelUnavailable(ModelError):
    """The endpoint did not answer, or asked us to wait."""

    transient = True


class UnfitAnswer(ModelError):
    """The model answered, but not in the form asked for, however often it was asked."""


def tokens_of(text: str) -> int:
    """Tokens as counted where no tokenizer is known: UTF-8 bytes / 4, rounded up."""
    return -(-len(text.encode()) // 4)
