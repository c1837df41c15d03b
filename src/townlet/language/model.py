"""The protocol of a language model: an async callable from a request to a reply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

from townlet.language.prompt import Field

DEFAULT_MAX_TOKENS = 4000
"""How long an answer may be unless more is asked for: no schema of ours takes nearly as much."""


@dataclass(frozen=True)
class Request:
    """One call as a model sees it. Two equal requests may be answered alike."""

    name: str
    """The prompt's name."""
    text: str
    fields: Mapping[str, Field]
    schema: Mapping[str, Any]
    """JSON schema of the answer."""
    reask: int = 0
    """0 at first; a re-ask after an answer that did not fit counts on."""
    complaint: str = ""
    """Why the previous answer did not fit, for a re-ask."""
    priority: int = 0
    """The step it belongs to: lower is more urgent."""
    id: str = ""
    """Names this sending and no other, for providers that keep sendings apart; empty where nobody counts."""
    max_tokens: int = DEFAULT_MAX_TOKENS
    """The most tokens that the answer may take, thinking included."""
    attempt: int = 0
    """How often this call was sent before, lost sendings included."""


Finish = Literal["stop", "length", "refusal"]
"""Why an answer ended: it was complete, it was cut off at the most tokens, or the model declined to give one."""


@dataclass(frozen=True)
class Reply:
    """What a model answered, and the tokens it took. Whatever was paid for is a reply, fit or not."""

    text: str
    """JSON that should fit the request's schema."""
    model: str
    """The model's own name and version, as its provider reports them."""
    prompt_tokens: int
    answer_tokens: int
    cached_tokens: int = 0
    """Of the prompt tokens, those that the provider had cached."""
    reasoning_tokens: int = 0
    """Of the answer tokens, those spent on thinking."""
    temperature: float | None = None
    """The temperature that was asked for; None for the provider's own."""
    finish: Finish = "stop"
    fallback: bool = False
    """Whether this is no model's answer, but the prompt's declared fallback."""
    complaint: str = ""
    """For a reply from a run's file: why it was not taken as an answer; empty if it was."""
    cache_written_tokens: int = 0
    """Of the prompt tokens, those that the provider put into its cache and charges for apart."""
    from_cache: bool = False
    """Whether it was kept from another run: it took no tokens and cost nothing."""


class LanguageModel(Protocol):
    """Anything that answers requests. Wrappers (limit, retry, budget, record) are language models too.

    Raises ModelError when no answer could be had.
    """

    @property
    def name(self) -> str: ...

    async def __call__(self, request: Request) -> Reply: ...


class ModelError(Exception):
    """A model could not answer; `transient` says whether asking again later may help.

    `billed` says whether it may have been paid for nevertheless, as when an answer breaks off.
    """

    transient = False
    billed = False
    endpoint = ""
    """The endpoint that it is about, where one is known."""


class ModelUnavailable(ModelError):
    """The endpoint did not answer, or asked us to wait: so many seconds, where it said how many."""

    transient = True

    def __init__(self, message: str, retry_after: float | None = None, billed: bool = False) -> None:
        super().__init__(message)
        self.retry_after, self.billed = retry_after, billed


class RequestRefused(ModelError):
    """An endpoint does not take a request as it is, and takes others; `said` are its own words."""

    def __init__(self, message: str, said: str) -> None:
        super().__init__(message)
        self.said = said


class UnfitAnswer(ModelError):
    """The model answered, but not in the form asked for, however often it was asked."""


class BudgetSpent(ModelError):
    """Another call could cost more than the run may still spend."""


def tokens_of(text: str) -> int:
    """Tokens as counted where no tokenizer is known: UTF-8 bytes / 4, rounded up."""
    return -(-len(text.encode()) // 4)


@runtime_checkable
class Preparable(Protocol):
    """Something that has to find out something before it can be used."""

    async def prepare(self) -> None:
        """Raises ModelError. Doing it again is harmless."""


@runtime_checkable
class Closable(Protocol):
    """Something that holds connections."""

    async def aclose(self) -> None:
        """Doing it again is harmless."""


async def prepare_all(*parts: object) -> None:
    """Prepare the parts that have to be."""
    for part in parts:
        if isinstance(part, Preparable):
            await part.prepare()


async def close_all(*parts: object) -> None:
    """Close the parts that hold something open."""
    for part in parts:
        if isinstance(part, Closable):
            await part.aclose()
