"""The engine's implementation of `Mind`: model calls, embeddings and randomness for one agent at one step.

Each call's key depends only on the order in which the agent asks, never on the order in which replies arrive.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Coroutine, Sequence
from random import Random
from typing import Any, TypeVar

from pydantic import BaseModel

from townlet.engine.calls.call import ModelCall
from townlet.engine.calls.gateway import ModelGateway
from townlet.language.prompt import Prompt
from townlet.memory.vectors import Vectors

Answer = TypeVar("Answer", bound=BaseModel)
Result = TypeVar("Result")


class GatewayMind:
    """Give one agent access to models, embeddings and random numbers during one step. Implements `Mind`.

    `part` names a second mind of the same agent and step, such as 'talk', so that their call keys differ.
    """

    def __init__(
        self, gateway: ModelGateway, agent: str, step: int, part: str = "", *, urgent: bool = False, key: str = ""
    ) -> None:
        """With `urgent`, calls are sent before all others of their step, because a person waits for the result.

        Random numbers depend on `key`, which stays when the agent gets another name; by default it is the name.
        """
        self._key = key or agent
        self._gateway, self._agent, self._step, self._part = gateway, agent, step, part
        self._priority = step - 1 if urgent else step
        self._asked = 0
        self._rng: Random | None = None

    @property
    def rng(self) -> Random:
        if self._rng is None:
            key = f"{self._gateway.seed}|{self._key}|{self._step}".encode()
            self._rng = Random(int.from_bytes(hashlib.blake2b(key, digest_size=16).digest(), "big"))
        return self._rng

    async def ask(self, prompt: Prompt[Answer]) -> Answer:
        return (await self.ask_all([prompt]))[0]

    async def ask_all(self, prompts: Sequence[Prompt[Answer]]) -> list[Answer]:
        first = self._asked
        self._asked += len(prompts)
        if len(prompts) == 1:
            return [await self._answer(prompts[0], first)]
        return await gather_in_order([self._answer(prompt, first + index) for index, prompt in enumerate(prompts)])

    def _call(self, prompt: Prompt[Answer], path: str) -> ModelCall[Answer]:
        return ModelCall(self._gateway, prompt, self._agent, self._step, path, self._priority)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        return await self._gateway.embed(texts)

    async def _answer(self, prompt: Prompt[Answer], number: int) -> Answer:
        return await self._call(prompt, f"{self._part}{number}").answer()


async def gather_in_order(work: Sequence[Coroutine[Any, Any, Result]]) -> list[Result]:
    """Run coroutines concurrently and return their results in order.

    If some fail, the others still finish, because their answers are paid for. Then the failure that is first in
    order is raised.
    """
    results = await asyncio.gather(*work, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return [result for result in results if not isinstance(result, BaseException)]
