"""Test doubles for language models, and a switch that forbids network models in tests.

`ScriptedModel` answers each prompt with answers that were prepared for its name, `FunctionModel` calls a function:

    import asyncio
    from townlet.language.model import Request
    from townlet.testing import ScriptedModel, forbid_network_models

    model = ScriptedModel({"emoji": [{"emoji": "☕"}]})
    request = Request("emoji", "Which emoji fits making coffee?", fields={}, schema={})
    with forbid_network_models():
        reply = asyncio.run(model(request))
    assert reply.text == '{"emoji": "☕"}'
    assert model.requests == [request] and not model.unused

`RunResources(model=model)` runs a simulation with such a model.
"""

from __future__ import annotations

import inspect
import json
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeAlias

from pydantic import BaseModel

from townlet.language.model import Reply, Request, tokens_of
from townlet.language.network import forbid_network_models

__all__ = [
    "Answerer",
    "CannedAnswer",
    "FunctionModel",
    "ScriptEndedError",
    "ScriptedModel",
    "forbid_network_models",
]

CannedAnswer: TypeAlias = BaseModel | Mapping[str, Any] | str
"""A prepared answer: an instance of the schema's class, a JSON object, or a text to send as it is, valid or not."""

Answerer: TypeAlias = Callable[[Request], CannedAnswer | Awaitable[CannedAnswer]]
"""A function, plain or async, that answers a request."""


class FunctionModel:
    """A test double that answers every request with the result of a function. Implements `LanguageModel`.

    `requests` holds all requests in the order in which they came.
    """

    name = "function"

    def __init__(self, answer: Answerer) -> None:
        self.requests: list[Request] = []
        self._answer = answer

    async def __call__(self, request: Request) -> Reply:
        self.requests.append(request)
        answer = self._answer(request)
        if inspect.isawaitable(answer):
            answer = await answer
        return _canned_reply(answer, request, self.name)


class ScriptEndedError(LookupError):
    """No prepared answer is left for a prompt. It is not a ModelError, so that no fallback can hide it."""


class ScriptedModel:
    """A test double that answers each prompt with the next answer prepared for its name. Implements `LanguageModel`.

    `requests` holds all requests in the order in which they came, also those without an answer. Calls raise
    ScriptEndedError if no answer is left.
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
        return _canned_reply(prepared.popleft(), request, self.name)

    @property
    def unused(self) -> dict[str, int]:
        """The number of prepared answers that were never used, for each prompt that has any."""
        return {name: len(each) for name, each in self._answers.items() if each}


def _canned_reply(answer: CannedAnswer, request: Request, model: str) -> Reply:
    """Return the reply with this answer. Its tokens are estimated from the texts."""
    text = _text_of(answer)
    return Reply(text=text, model=model, prompt_tokens=tokens_of(request.text), answer_tokens=tokens_of(text))


def _text_of(answer: CannedAnswer) -> str:
    if isinstance(answer, str):
        return answer
    if isinstance(answer, BaseModel):
        return answer.model_dump_json()
    return json.dumps(answer, ensure_ascii=False)
