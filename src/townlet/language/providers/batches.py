"""Batches: questions that nobody waits for, sent together through a provider's batch API and found again after a kill.

`BatchingModel` is a language model like any other. It gathers the requests that wait for it, sends them as one batch of
OpenAI's form, and answers them when the batch has ended. What is out stands in a file before anything is created.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import uuid
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from typing import Any, Protocol

from townlet.language.model import ModelError, ModelUnavailable, ModelWrapper, Reply, Request
from townlet.language.providers.chat import NetworkModel
from townlet.language.providers.connection import batch_client
from townlet.language.providers.http import error_of_status
from townlet.language.providers.library import through_library
from townlet.language.providers.spec import NotConfigured

BATCH_APIS = frozenset({"openai", "compatible"})
"""Endpoints that take batches in OpenAI's form; other servers named by their address may, too."""

MAX_ROWS = 20_000
"""How many questions one batch holds. OpenAI takes 50,000 and 200 MB."""

MAX_TRIES = 3
"""In how many batches a question is asked whose row failed or expired."""

MAX_POLL_SECONDS = 60.0
POLL_VARIABLE = "TOWNLET_BATCH_POLL_SECONDS"
"""Seconds between two looks at a batch. Without it they grow from two to `MAX_POLL_SECONDS`."""

_GATHER_SECONDS = 0.5
"""A batch is sent when no further question has come for this long."""

_ENDED = frozenset({"completed", "failed", "expired", "cancelled"})

_KEY = "townlet_batch"
"""The name under which a batch's metadata hold its key."""


class BatchRecord(Protocol):
    """What is out and what came back, kept where a kill leaves it. Every change is on disk when its method returns."""

    def reply(self, question: str) -> Reply | None:
        """Return the reply to a question that came back in a batch; None if there is none."""

    def out(self, model: str) -> list[tuple[str, str | None, list[str]]]:
        """Return a model's batches whose answers have not been taken: key, id if it is known, and questions."""

    def will_send(self, key: str, model: str, questions: Iterable[str]) -> None:
        """Record a batch that is about to be created."""

    def sent(self, key: str, id: str) -> None:  # noqa: A002
        """Record the id under which the provider has a batch."""

    def came_back(self, key: str, replies: Mapping[str, Reply]) -> None:
        """Record the replies of a batch that is over, and forget its other questions."""

    def forget(self, questions: Iterable[str]) -> None:
        """Forget questions whose answers are stored elsewhere by now."""


class BatchingModel(ModelWrapper):
    """Ask a model through its provider's batch API. Implements `LanguageModel`."""

    model: NetworkModel

    def __init__(
        self, model: NetworkModel, record: BatchRecord, tell: Callable[[str], None] = lambda line: None
    ) -> None:
        """`tell` is given a line whenever the state of a batch changes. Raises NotConfigured."""
        kind = model.connection.endpoint.kind
        if kind not in BATCH_APIS:
            raise NotConfigured(f"{model.name} has no batch API here: leave out --batch, or use a model of openai.")
        self.model, self._record, self._tell = model, record, tell
        self._waiting: dict[str, tuple[Request, asyncio.Future[Reply]]] = {}
        self._tries: dict[str, int] = {}
        self._delivered: set[str] = set()
        self._came = 0
        self._worker: asyncio.Task[None] | None = None
        self._client: Any = None

    async def __call__(self, request: Request) -> Reply:
        """Return the reply to a request, from its batch. Raises ModelError."""
        await self.prepare()
        question = self._question(request)
        reply = self._record.reply(question)
        if reply is None:
            if question not in self._waiting:
                self._waiting[question] = request, asyncio.get_running_loop().create_future()
                self._came += 1
            if self._worker is None or self._worker.done():
                self._worker = asyncio.create_task(self._work())
            reply = await asyncio.shield(self._waiting[question][1])
        self._delivered.add(question)
        return reply

    def forget(self) -> None:
        """Forget the answers that were given, once all of them are stored elsewhere."""
        self._record.forget(self._delivered)

    async def aclose(self) -> None:
        """Stop waiting, and close the connections. Batches that are out stay in the record."""
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)
        if self._client is not None:
            await self._client.close()
            self._client = None
        await super().aclose()

    def _question(self, request: Request) -> str:
        """Return the id of a question: the same whenever the same command asks it."""
        knobs = self.model.knobs.model_dump(mode="json")
        parts = [self.name, knobs, request.id, request.name, request.text, request.schema, request.reask]
        whole = json.dumps([*parts, request.complaint, request.max_tokens], sort_keys=True)
        return hashlib.blake2b(whole.encode(errors="replace"), digest_size=16).hexdigest()

    async def _work(self) -> None:
        """Send what waits, batch after batch, until nothing waits."""
        try:
            while self._waiting:
                await self._gather()
                out = [await self._found(*each) for each in self._record.out(self.name)]
                known = {question for each in out if each for question in each[2]}
                new = [question for question in self._waiting if question not in known]
                for first in range(0, len(new), MAX_ROWS):
                    await self._send(new[first : first + MAX_ROWS])
                for key, id, questions in self._record.out(self.name):  # noqa: A001
                    await self._take(key, str(id), questions)
        except ModelError as error:
            waiting, self._waiting = self._waiting, {}
            for _, future in waiting.values():
                if not future.done():
                    future.set_exception(error)
                    future.exception()

    async def _gather(self) -> None:
        came = -1
        while came != self._came:
            came = self._came
            await asyncio.sleep(_GATHER_SECONDS)

    async def _found(self, key: str, id: str | None, questions: list[str]) -> tuple[str, str, list[str]] | None:  # noqa: A002
        """Return a batch of the record with its id. One that was never created is forgotten."""
        if id is None:
            # A request that a killed process sent may be under way still.
            await asyncio.sleep(min(_seconds_between(0), 2.0))
            id = await self._ask(lambda client: _id_of(client, key))  # noqa: A001
            if id is None:
                self._record.came_back(key, {})
                return None
            self._record.sent(key, id)
        return key, id, questions

    async def _send(self, questions: list[str]) -> None:
        key = uuid.uuid4().hex
        rows = [
            {
                "custom_id": question,
                "method": "POST",
                "url": "/v1/chat/completions",
                "body": self.model.batch_body(self._waiting[question][0]),
            }
            for question in questions
        ]
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()
        uploaded = await self._ask(lambda client: client.files.create(file=("townlet.jsonl", text), purpose="batch"))
        self._record.will_send(key, self.name, questions)
        try:
            created = await self._ask(
                lambda client: client.batches.create(
                    input_file_id=uploaded.id,
                    endpoint="/v1/chat/completions",
                    completion_window="24h",
                    metadata={_KEY: key},
                )
            )
        except ModelError as error:
            if not (error.transient or error.billed):
                self._record.came_back(key, {})
            raise
        self._record.sent(key, created.id)

    async def _take(self, key: str, id: str, questions: list[str]) -> None:  # noqa: A002
        """Wait for a batch, and give its answers to those who wait for them."""
        told = ""
        looks = 0
        while True:
            batch = await self._ask(lambda client: client.batches.retrieve(id))
            counts = batch.request_counts
            answered = counts.completed if counts else 0
            line = f"Batch of {len(questions):,} questions sent, {answered:,} answered"
            if batch.status in _ENDED:
                break
            if line != told:
                told = line
                self._tell(f"{line}; waiting (Ctrl-C is safe: the same command goes on).")
            await asyncio.sleep(_seconds_between(looks))
            looks += 1
        replies: dict[str, Reply] = {}
        errors: dict[str, ModelError] = {}
        for file in (batch.output_file_id, batch.error_file_id):
            if file:
                content = await self._ask(partial(_content, file=file))
                self._read(content.content, set(questions), replies, errors)
        self._record.came_back(key, replies)
        self._tell(f"{line}; it is {batch.status}.")
        refused = (
            ModelError(f"{self.name} could not work on the batch: {_why(batch)}") if batch.status == "failed" else None
        )
        for question in questions:
            self._settle(question, replies.get(question), errors.get(question) or refused)

    def _settle(self, question: str, reply: Reply | None, error: ModelError | None) -> None:
        """Give a waiting question its reply. Without one it is asked in a further batch, unless that cannot help."""
        if question not in self._waiting:
            return
        _, future = self._waiting[question]
        if reply is not None:
            del self._waiting[question]
            future.set_result(reply)
            return
        self._tries[question] = self._tries.get(question, 0) + 1
        lasting = error is not None and not error.transient and not self.model.adapts_to(error)
        if lasting or self._tries[question] >= MAX_TRIES:
            del self._waiting[question]
            future.set_exception(
                error
                if error and not error.transient
                else ModelError(
                    f"{self.name} left a question of {MAX_TRIES} batches unanswered: {error or 'it expired'}"
                )
            )

    def _read(
        self, content: bytes, questions: set[str], replies: dict[str, Reply], errors: dict[str, ModelError]
    ) -> None:
        """Read the rows of a file of answers or errors."""
        for line in content.splitlines():
            try:
                row = json.loads(line)
                question, response = row["custom_id"], row.get("response") or {}
                status, body = int(response.get("status_code") or 0), response.get("body")
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                continue
            if question not in questions:
                continue
            if status == 200:
                try:
                    replies[question] = self.model.batch_reply(json.dumps(body).encode())
                except ModelError as error:
                    errors[question] = error
            elif status:
                said = json.dumps(body).encode()
                errors[question] = error_of_status(self.model.connection.endpoint, status, {}, said)
            else:
                errors[question] = ModelUnavailable(f"{self.name} did not answer a question of its batch.")

    async def _ask(self, call: Callable[[Any], Awaitable[Any]]) -> Any:
        if self._client is None:
            self._client = batch_client(self.model.connection)
        return await through_library(lambda: call(self._client), self.model.connection.endpoint.label, "")


async def _id_of(client: Any, key: str) -> str | None:
    """Return the id of the batch with this key among those of the provider, the newest first; None if there is none."""
    async for batch in client.batches.list(limit=100):
        if (batch.metadata or {}).get(_KEY) == key:
            return str(batch.id)
    return None


async def _content(client: Any, file: str) -> Any:
    return await client.files.content(file)


def _why(batch: Any) -> str:
    listed = getattr(batch.errors, "data", None) or []
    return "; ".join(str(each.message) for each in listed[:3]) or "it gave no reason"


def _seconds_between(looks: int) -> float:
    try:
        return float(os.environ[POLL_VARIABLE])
    except (KeyError, ValueError):
        return min(2.0 * 1.5 ** min(looks, 20), MAX_POLL_SECONDS)
