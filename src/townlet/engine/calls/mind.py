"""The engine's implementation of `Mind`: model calls, embeddings and randomness for one agent at one step.

Each call's key depends only on the order in which the agent asks, never on the order in which replies arrive.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from pydantic import BaseModel

from townlet.engine.calls.call import ModelCall
from townlet.engine.calls.gateway import ModelGateway
from townlet.engine.calls.outside import OUTSIDE, ask_outside
from townlet.language.prompt import Prompt
from townlet.memory.vectors import Vectors
from townlet.runfile import CallRow, PromptText
from townlet.state.encoding import canonical

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

    async def consult(self, message: Mapping[str, object], fault_of: Callable[[str], str]) -> tuple[str, str]:
        path, log = f"{self._part}{self._asked}", self._gateway.call_log
        self._asked += 1
        prompt = PromptText(canonical(message), "")
        reply = log.reply_for(self._agent, self._step, path, prompt, 0)
        if reply is None:
            row = log.next_attempt(CallRow(self._agent, self._step, path, 0, OUTSIDE, prompt.sha, "sent"))
            began = time.perf_counter()
            text, failure = await ask_outside(self._gateway.outside[self._agent], message)
            fault, seconds = failure or fault_of(text), round(time.perf_counter() - began, 6)
            row = row._replace(status="answered", reply=text, model=OUTSIDE, error=fault, seconds=seconds)
            await log.log_settled(row, prompt)
            if fault:
                told = "The mind of %s was refused at %s: %s"
                logging.getLogger(__name__).warning(told, self._agent, message["time"], fault)
            return text, fault
        return reply.text, fault_of(reply.text) if reply.text else reply.complaint

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
