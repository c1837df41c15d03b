"""Asking a language model, so that every call is recorded and none is made twice."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ValidationError

from townlet.engine.runfile import CallRow, PromptText, canonical
from townlet.language.embed import Embedder
from townlet.language.model import LanguageModel, Reply, Request, UnfitAnswer
from townlet.language.prompt import Prompt
from townlet.memory.vectors import quantise

Answer = TypeVar("Answer", bound=BaseModel)
Result = TypeVar("Result")

ATTEMPTS = 3
"""How often a prompt is asked before its answer counts as unfit."""

CallKey = tuple[str, int, str, int]
"""Agent, step, path within the turn, attempt."""


class Ledger(Protocol):
    """Where calls are kept: looked up before a call is made, written after."""

    def recorded(self, key: CallKey, prompt_sha: str) -> Reply | None:
        """The reply that was already had for this call, if any."""

    def record(self, rows: Sequence[CallRow], prompts: Sequence[PromptText]) -> None: ...

    def flush(self) -> None: ...


class Desk:
    """What all minds of a run share: the model, the embedder, the ledger, and the schemas they have seen."""

    def __init__(self, model: LanguageModel, embedder: Embedder, ledger: Ledger, seed: int) -> None:
        self.model, self.embedder, self.ledger, self.seed = model, embedder, ledger, seed
        self._vectors: dict[str, NDArray[np.float32]] = {}
        self._schemas: dict[type[BaseModel], tuple[Mapping[str, object], str]] = {}

    def schema_of(self, answer: type[BaseModel]) -> tuple[Mapping[str, object], str]:
        """An answer's JSON schema, as data and as canonical text."""
        if answer not in self._schemas:
            schema = answer.model_json_schema()
            self._schemas[answer] = (schema, canonical(schema))
        return self._schemas[answer]

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One vector a text; a text embedded before is not embedded again."""
        new = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        if new:
            self._vectors.update(zip(new, quantise(await self.embedder(new)), strict=True))
        return np.stack([self._vectors[text] for text in texts])


class DeskMind:
    """One person's door to effects for one step. Implements `Mind`."""

    def __init__(self, desk: Desk, agent: str, step: int) -> None:
        self._desk, self._agent, self._step = desk, agent, step
        self._asked = 0
        self._rng: Random | None = None

    @property
    def rng(self) -> Random:
        if self._rng is None:
            key = f"{self._desk.seed}|{self._agent}|{self._step}".encode()
            self._rng = Random(int.from_bytes(hashlib.blake2b(key, digest_size=16).digest(), "big"))
        return self._rng

    async def ask(self, prompt: Prompt[Answer]) -> Answer:
        return (await self.ask_all([prompt]))[0]

    async def ask_all(self, prompts: Sequence[Prompt[Answer]]) -> list[Answer]:
        first = self._asked
        self._asked += len(prompts)
        if len(prompts) == 1:
            return [await self._answer(prompts[0], str(first))]
        return await gather([self._answer(prompt, str(first + place)) for place, prompt in enumerate(prompts)])

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return await self._desk.embed(texts)

    async def _answer(self, prompt: Prompt[Answer], path: str) -> Answer:
        complaint = ""
        for attempt in range(ATTEMPTS):
            reply = await self._call(prompt, path, attempt, complaint)
            try:
                return prompt.answer.model_validate_json(reply.text)
            except ValidationError as error:
                complaint = _in_short(error)
        raise UnfitAnswer(f"The model {self._desk.model.name!r} gave no fit answer to {prompt.name!r}: {complaint}")

    async def _call(self, prompt: Prompt[Answer], path: str, attempt: int, complaint: str) -> Reply:
        desk = self._desk
        schema, schema_text = desk.schema_of(prompt.answer)
        asked = PromptText(prompt.text, schema_text)
        known = desk.ledger.recorded((self._agent, self._step, path, attempt), asked.sha)
        if known is not None:
            return known
        request = Request(prompt.name, prompt.text, prompt.fields, schema, attempt, complaint, self._step)
        began = time.perf_counter()
        reply = _writable(await desk.model(request))
        row = CallRow(
            self._agent,
            self._step,
            path,
            attempt,
            prompt.name,
            asked.sha,
            "answered",
            reply.text,
            reply.model,
            reply.prompt_tokens,
            reply.answer_tokens,
            seconds=round(time.perf_counter() - began, 6),
        )
        desk.ledger.record([row], [asked])
        return reply


def _writable(reply: Reply) -> Reply:
    """The reply without what is no text (half of a surrogate pair), so that what was paid for can be kept."""
    try:
        reply.text.encode()
    except UnicodeEncodeError:
        return replace(reply, text=reply.text.encode(errors="replace").decode())
    return reply


def _in_short(error: ValidationError) -> str:
    """What was wrong with an answer, in a line for the model to read."""
    return "; ".join(f"{'.'.join(map(str, part['loc']))}: {part['msg']}" for part in error.errors()[:3])


async def gather(work: Sequence[Coroutine[Any, Any, Result]]) -> list[Result]:
    """Run coroutines concurrently and give their results in order; the first failure cancels the rest and is raised."""
    tasks: list[asyncio.Task[Result]] = []
    try:
        async with asyncio.TaskGroup() as group:
            tasks.extend(group.create_task(one) for one in work)
    except BaseExceptionGroup as failures:
        raise failures.exceptions[0] from None
    return [task.result() for task in tasks]
