"""Answers given by a test rather than by a model, and the replies made of them."""

from __future__ import annotations

import inspect
import json
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeAlias

from pydantic import BaseModel

from townlet.language.model import Reply, Request, tokens_of

CannedAnswer: TypeAlias = BaseModel | Mapping[str, Any] | str
"""An answer as a schema's instance, as a JSON object, or as the very text to send (which may be unfit)."""


def canned_reply(answer: CannedAnswer, request: Request, model: str) -> Reply:
    """The reply of a model that answers this, with tokens counted from the texts."""
    text = _text_of(answer)
    return Reply(text=text, model=model, prompt_tokens=tokens_of(request.text), answer_tokens=tokens_of(text))


def _text_of(answer: CannedAnswer) -> str:
    if isinstance(answer, str):
        return answer
    if isinstance(answer, BaseModel):
        return answer.model_dump_json()
    return json.dumps(answer, ensure_ascii=False)


Answerer: TypeAlias = Callable[[Request], CannedAnswer | Awaitable[CannedAnswer]]


class FunctionModel:
    """Answers every request with what `answer`, plain or async, returns for it. `requests` holds them all."""

    name = "function"

    def __init__(self, answer: Answerer) -> None:
        self.requests: list[Request] = []
        self._answer = answer

    async def __call__(self, request: Request) -> Reply:
        self.requests.append(request)
        answer = self._answer(request)
        if inspect.isawaitable(answer):
            answer = await answer
        return canned_reply(answer, request, self.name)


class ScriptEndedError(LookupError):
    """A prompt was asked that no answer is left for. Not a ModelError: no fallback may hide it."""


class ScriptedModel:
    """Answers each prompt, by its name, with the next of the answers prepared for that name.

    `requests` holds every request in the order they came, refused ones included.
    """

    name = "scripted"

    def __init__(self, answers: Mapping[str, Sequence[CannedAnswer]]) -> None:
        self.requests: list[Request] = []
        self._answers = {name: deque(each) for name, each in answers.items()}

    async def __call__(self, request: Request) -> Reply:
        self.requests.append(request)
        prepared = self._answers.get(request.name)
        if not prepared:
            asked = sum(each.name == request.name for each in self.requests)
            raise ScriptEndedError(
                f"Prompt {request.name!r} was asked {asked} times, but {asked - 1} answers were prepared; "
                "add an answer to the script."
            )
        return canned_reply(prepared.popleft(), request, self.name)

    @property
    def unused(self) -> dict[str, int]:
        """How many prepared answers have not been asked for, by prompt, where there are any."""
        return {name: len(each) for name, each in self._answers.items() if each}
