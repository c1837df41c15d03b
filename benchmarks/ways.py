"""Three ways from a prompt to a mock endpoint: a bare client, the engine without a network, and both together."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

import httpx2
from pydantic import BaseModel
from slots import Change, Slots

from townlet.engine.calls.gateway import ModelGateway
from townlet.engine.calls.log import FileCallLog
from townlet.engine.calls.mind import GatewayMind
from townlet.engine.resources import RunResources
from townlet.language.hashed import HashedEmbedder
from townlet.language.limits import LimitedModel
from townlet.language.model import LanguageModel, Reply, Request
from townlet.language.prompt import Prompt
from townlet.language.providers.factory import ProviderFactory
from townlet.runfile import RunHeader, create_run

Ask: TypeAlias = Callable[[Prompt[BaseModel], str, int], Awaitable[object]]
"""Ask a prompt for somebody at a step."""
Changes: TypeAlias = Callable[[], Awaitable[Sequence[Change]]]
"""When how many slots were busy."""


class Mock(NamedTuple):
    """An endpoint: so many slots, the seconds that each answer takes, and the answers by prompt."""

    slots: int
    seconds: float
    answers: dict[str, str]


Way: TypeAlias = Callable[[Mock, int], AbstractAsyncContextManager[tuple[Ask, Changes]]]
"""Made for a mock and the calls that may be under way at once."""


@asynccontextmanager
async def bare(mock: Mock, concurrency: int) -> AsyncIterator[tuple[Ask, Changes]]:
    """A loop over an HTTP client."""
    free = asyncio.Semaphore(concurrency)
    schema_of = cache(lambda answer: answer.model_json_schema())

    async def ask(prompt: Prompt[BaseModel], name: str, step: int) -> object:
        form = {"name": prompt.name, "schema": schema_of(prompt.answer)}
        body = {
            "model": "mock",
            "messages": [{"role": "user", "content": prompt.text}],
            "response_format": {"type": "json_schema", "json_schema": form},
        }
        async with free:
            reply = await client.post(f"{url}/v1/chat/completions", json=body)
        return json.loads(reply.json()["choices"][0]["message"]["content"])

    with _served(mock) as url:
        async with httpx2.AsyncClient(timeout=60) as client:
            yield ask, _changes_at(url)


@asynccontextmanager
async def engine(mock: Mock, concurrency: int) -> AsyncIterator[tuple[Ask, Changes]]:
    """The gateway with its call log, and a model that sleeps in this process."""
    model = _Sleeping(Slots(mock.slots, mock.seconds), mock.answers)

    async def changes() -> Sequence[Change]:
        return model.slots.changes

    with _gateway(model, concurrency) as ask:
        yield ask, changes


@asynccontextmanager
async def whole(mock: Mock, concurrency: int) -> AsyncIterator[tuple[Ask, Changes]]:
    """The gateway with its call log, and the network model."""
    providers = ProviderFactory()
    with _served(mock) as url, _gateway(providers.model(f"{url}/v1#mock"), concurrency) as ask:
        yield ask, _changes_at(url)
        await providers.aclose()


WAYS: dict[str, Way] = {"bare": bare, "engine": engine, "whole": whole}


class _Sleeping:
    """A model with slots of its own."""

    name = "sleeping"

    def __init__(self, slots: Slots, answers: dict[str, str]) -> None:
        self.slots, self._answers = slots, answers

    async def __call__(self, request: Request) -> Reply:
        await self.slots.work()
        return Reply(self._answers[request.name], self.name, 800, 60)


@contextmanager
def _gateway(model: LanguageModel, concurrency: int) -> Iterator[Ask]:
    """A gateway with its own run file. Every call is on disk before it is sent and after it is answered."""
    with tempfile.TemporaryDirectory() as folder:
        header = RunHeader("0", "nowhere", "", 1, datetime(2024, 1, 1), 10)
        writer = create_run(Path(folder) / "run.townlet", header, {})
        policy = RunResources(concurrency=concurrency).call_policy(None)
        gateway = ModelGateway(
            LimitedModel(model, concurrency), HashedEmbedder(), FileCallLog(writer, durable=True), 1, policy
        )
        yield lambda prompt, name, step: GatewayMind(gateway, name, step).ask(prompt)
        writer.close()


@contextmanager
def _served(mock: Mock) -> Iterator[str]:
    """The mock in a process of its own, on any core; its address."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "answers.json"
        file.write_text(json.dumps(mock.answers), encoding="utf-8")
        command = [sys.executable, str(Path(__file__).with_name("slots.py")), "--answers", str(file)]
        command += ["--slots", str(mock.slots), "--seconds", str(mock.seconds)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            if hasattr(os, "sched_setaffinity"):
                os.sched_setaffinity(process.pid, range(os.cpu_count() or 1))
            assert process.stdout
            yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
            process.terminate()


def _changes_at(url: str) -> Changes:
    async def changes() -> Sequence[Change]:
        async with httpx2.AsyncClient(timeout=60) as client:
            return [(moment, busy) for moment, busy in (await client.get(f"{url}/changes")).json()]

    return changes
