"""The language model protocol: an async callable from a `Request` to a `Reply`, and the errors it may raise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol, TypeGuard, runtime_checkable

from townlet.errors import TownletError
from townlet.language.prompt import Field, Prompt, WordFiles

DEFAULT_MAX_TOKENS = 4000
"""The usual token limit of an answer. No answer schema needs nearly as much."""


@dataclass(frozen=True)
class Request:
    """One call to a language model. A model may answer equal requests alike."""

    name: str
    """The prompt's name."""
    text: str
    fields: Mapping[str, Field]
    schema: Mapping[str, Any]
    """JSON schema of the answer."""
    reask: int = 0
    """How often the prompt was asked again after an invalid answer; 0 for the first time."""
    complaint: str = ""
    """Why the previous answer was invalid; empty for the first time."""
    priority: int = 0
    """Usually the step that the call belongs to; a lower number is more urgent."""
    id: str = ""
    """Identifies this attempt, as an idempotency key for providers; empty if there is none."""
    max_tokens: int = DEFAULT_MAX_TOKENS
    """The token limit of the answer, including reasoning."""
    attempt: int = 0
    """How often this call was sent before, including attempts without an answer."""
    room: int | None = None
    """The tokens that an answer of this form needs; None for `max_tokens`."""
    allowance: int | None = None
    """A token limit below `max_tokens`, where the rest of a budget allows no longer answer; None for no such limit."""
    words: WordFiles = ()
    """What the town adds to the words of the offline model; no network model is sent them."""
    key: tuple[str, int, str] = ("", 0, "")
    """The call's key in its run: the agent, the step, and the path within the turn. No model is sent it."""
    shorter: Callable[[], Prompt[Any] | None] = field(default=lambda: None, compare=False, repr=False)
    """Return the prompt with fewer memories, as `Prompt.shorter`."""

    @property
    def token_limit(self) -> int:
        """The token limit that the endpoint is sent."""
        return min(limit for limit in (self.max_tokens, self.room, self.allowance) if limit is not None)

    @property
    def is_limited_by_budget(self) -> bool:
        """Whether a longer answer would be allowed if the budget had more left."""
        return self.token_limit < replace(self, allowance=None).token_limit


Finish = Literal["stop", "length", "refusal"]
"""Why an answer ended: it was complete, it reached the token limit, or the model refused."""


@dataclass(frozen=True)
class Reply:
    """A model's answer and its token usage. Every answer that was paid for is a reply, valid or not."""

    text: str
    """JSON that should match the request's schema."""
    model: str
    """The model's own name and version, as its provider reports them."""
    prompt_tokens: int
    """0 if the endpoint reported no usable counts."""
    answer_tokens: int
    cached_tokens: int = 0
    """The part of the prompt tokens that the provider read from its prompt cache."""
    reasoning_tokens: int = 0
    """The part of the answer tokens spent on reasoning."""
    temperature: float | None = None
    """The requested temperature; None for the provider's default."""
    finish: Finish = "stop"
    fallback: bool = False
    """Whether this is the prompt's fallback instead of a model's answer."""
    complaint: str = ""
    """For a reply from the call log: why it was invalid; empty if it was valid."""
    cache_written_tokens: int = 0
    """The part of the prompt tokens that the provider wrote to its prompt cache, at a price of its own."""
    from_cache: bool = False
    """Whether the reply cache of an earlier run supplied it, so that it took no tokens and cost nothing."""

    def from_earlier_run(self) -> Reply:
        """Return the reply as one that an earlier run has paid for, so that it takes no tokens."""
        return replace(
            self,
            prompt_tokens=0,
            answer_tokens=0,
            cached_tokens=0,
            reasoning_tokens=0,
            cache_written_tokens=0,
            from_cache=True,
        )


MAX_REPORTED_TOKENS = 10**9
"""No call takes more tokens than this, whatever an endpoint reports."""


def reported_tokens(*counts: object) -> tuple[int, ...]:
    """Return the token counts that an endpoint reports for one call.

    All are 0 if one of them is missing, not a number, negative or above `MAX_REPORTED_TOKENS`. A call with no prompt
    tokens counts as one whose usage is unknown.
    """
    sensible = [int(count) for count in counts if _is_sensible(count)]
    return tuple(sensible) if len(sensible) == len(counts) else (0,) * len(counts)


def _is_sensible(count: object) -> TypeGuard[int | float]:
    return isinstance(count, int | float) and not isinstance(count, bool) and 0 <= count <= MAX_REPORTED_TOKENS


class LanguageModel(Protocol):
    """Anything that answers requests. Wrappers (rate limit, retry, cache, telemetry) are language models too.

    Calls raise ModelError if there is no answer.
    """

    @property
    def name(self) -> str: ...

    async def __call__(self, request: Request) -> Reply: ...


class ModelError(TownletError):
    """A model did not answer.

    `transient` says whether a later attempt may succeed. `billed` says whether the call may have cost money all the
    same, for example because the answer broke off.
    """

    transient = False
    billed = False
    endpoint = ""
    """The endpoint that failed; empty if unknown."""


class ModelUnavailable(ModelError):
    """The endpoint did not answer or asked us to wait: for `retry_after` seconds, if it said how long."""

    transient = True

    def __init__(self, message: str, retry_after: float | None = None, billed: bool = False) -> None:
        super().__init__(message)
        self.retry_after, self.billed = retry_after, billed


class RequestRefused(ModelError):
    """An endpoint refuses a request as it is, but may accept others. `said` is the endpoint's own message.

    `context` is the model's context in tokens if that was too small; 0 if the endpoint does not say how large it is.
    `answer` is what the model said if the endpoint found it unfit; empty if the endpoint does not pass it on.
    """

    def __init__(self, message: str, said: str, context: int | None = None, answer: str | None = None) -> None:
        super().__init__(message)
        self.said, self.context, self.answer = said, context, answer


class UnfitAnswer(ModelError):
    """None of the model's answers to a prompt was valid."""


class BudgetSpent(ModelError):
    """Another call could exceed the run's budget."""


def tokens_of(text: str) -> int:
    """Estimate the tokens of a text without a tokenizer: UTF-8 bytes / 4, rounded up."""
    return -(-len(text.encode()) // 4)


class ModelWrapper:
    """The base class of models that pass requests on to another model, whose name and connections they share."""

    model: LanguageModel

    @property
    def name(self) -> str:
        return self.model.name

    async def prepare(self) -> None:
        """Prepare the model. Raises ModelError."""
        await prepare_all(self.model)

    async def aclose(self) -> None:
        """Close the model's connections."""
        await close_all(self.model)


@runtime_checkable
class Preparable(Protocol):
    """A part that must be prepared before its first use, for example by asking a server which model it has."""

    async def prepare(self) -> None:
        """Prepare the part. Calling this again does nothing. Raises ModelError."""


@runtime_checkable
class Closable(Protocol):
    """A part that holds connections."""

    async def aclose(self) -> None:
        """Close the connections. Calling this again does nothing."""


async def prepare_all(*parts: object) -> None:
    """Prepare those of the parts that are `Preparable`. Raises ModelError."""
    for part in parts:
        if isinstance(part, Preparable):
            await part.prepare()


async def close_all(*parts: object) -> None:
    """Close those of the parts that are `Closable`."""
    for part in parts:
        if isinstance(part, Closable):
            await part.aclose()
