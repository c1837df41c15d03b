"""A language model for tests whose answers a function makes."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from townlet.language.canned import Canned, reply_of
from townlet.language.model import Reply, Request

Answerer: TypeAlias = Callable[[Request], Canned | Awaitable[Canned]]


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
        return reply_of(answer, request, self.name)
