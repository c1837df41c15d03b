"""A server with a habit, on a real socket: it answers as the offline model would, in its own way."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from faults.townsfolk import Townsfolk
from faults.wire import Message, answer, read
from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.evaluation.estimate import CallSample
from townlet.evaluation.model_check import DAYS as COUNTED_DAYS
from townlet.evaluation.model_check import ModelCheck, rehearse
from townlet.evaluation.sampling import sample_town
from townlet.language.hashed import HashedEmbedder
from townlet.language.model import LanguageModel, ModelError, ModelWrapper, Reply, Request
from townlet.language.providers.chat import Sampling
from townlet.language.providers.endpoint import Credentials
from townlet.language.providers.factory import ProviderFactory
from townlet.language.providers.knobs import NO_KNOBS, Knobs
from townlet.language.retry import RetryBounds, RetryPolicy
from townlet.measures.mended import MendedAnswers, count_mended
from townlet.offline.model import OfflineModel
from townlet.runfile import open_reader
from townlet.runfile.config import RunConfig
from townlet.town import load_town

TOWN = "applegarth"
DAYS = 0.25
"""From midnight until six in the morning: the first have got up, and have plans."""
_SAID: dict[tuple[str, str, str], str] = {}
"""The answers of the offline model so far, by the prompt's name, its fields and the form of its answer. Nothing else
decides an answer in a town without words of its own, and whatever a server's habit is, most of its questions are the
same."""
_PATIENCE = RetryBounds(4, 0.002, 0.02, 0.02, 5, 2.0)


@dataclass
class Call:
    """What a server is asked, and what the offline model would say to it."""

    number: int
    """From 1."""
    prompt: str
    """The name of the prompt; no server is told it."""
    sent: dict[str, Any]
    text: str
    """The answer as JSON."""
    schema: dict[str, Any]

    @property
    def said(self) -> Any:
        return json.loads(self.text)


Way = Callable[[Call], Message]
"""How a server answers a call."""


def completion(text: Any, finish: str | None = "stop", **message: Any) -> Message:
    """An answer as OpenAI documents it, with another text and other fields of the message."""
    choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text, **message}}
    usage = {"prompt_tokens": 40, "completion_tokens": 20, "total_tokens": 60}
    return answer({"id": "1", "object": "chat.completion", "model": "m", "choices": [choice], "usage": usage})


class HabitualServer(Townsfolk):
    """The server, which may also make embeddings, and have pages under other paths."""

    def __init__(
        self, way: Way, pages: dict[str, Any], vectors: Callable[[dict[str, Any]], Message] | None = None
    ) -> None:
        super().__init__()
        self.way, self.pages, self.vectors = way, pages, vectors
        self.calls = 0

    async def _served(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await read(reader)
        path = request.first.split()[1]
        sent = json.loads(request.body) if request.body else {}
        if path == "/v1/chat/completions":
            message = await self._said(request.headers["x-request-id"], sent)
        elif path == "/v1/embeddings" and self.vectors:
            message = self.vectors(sent)
        else:
            message = answer(self.pages[path]) if path in self.pages else answer({"detail": "Not Found"}, 404)
        writer.write(message.whole)
        await writer.drain()

    async def _said(self, id: str, sent: dict[str, Any]) -> Message:  # noqa: A002
        asked = self.announced[id]
        self.calls += 1
        key = (asked.name, repr(asked.fields), repr(asked.schema))
        if key not in _SAID:
            _SAID[key] = (await OfflineModel(1)(asked)).text
        return self.way(Call(self.calls, asked.name, sent, _SAID[key], dict(asked.schema)))


class Announcing(ModelWrapper):
    """A network model whose requests the server of this process is told of. Implements `LanguageModel`."""

    name = "townsfolk"

    def __init__(self, model: LanguageModel, server: HabitualServer) -> None:
        self.model, self._server = model, server

    async def __call__(self, request: Request) -> Reply:
        self._server.announced[request.id] = request
        return await self.model(request)


@dataclass(frozen=True)
class Life:
    """How a town lived with a server."""

    state_hash: str
    """Empty if the run paused."""
    paused: str
    fallbacks: int
    mended: MendedAnswers
    failed: int
    calls: int
    """How many calls of the run file were answered by the model."""
    context: str


@dataclass(frozen=True)
class Behaviour:
    """What a server does with requests, and what a user sets for it."""

    way: Way
    pages: Mapping[str, Any] = field(default_factory=dict)
    vectors: Callable[[dict[str, Any]], Message] | None = None
    knobs: Knobs = NO_KNOBS


@asynccontextmanager
async def resources_of(behaviour: Behaviour) -> AsyncIterator[tuple[RunConfig, RunResources]]:
    """What a run is computed with whose only server, on a real socket, behaves so."""
    providers = ProviderFactory(10, Credentials())
    async with HabitualServer(behaviour.way, dict(behaviour.pages), behaviour.vectors) as server:
        address = f"http://127.0.0.1:{server.port}/v1#m"
        model = Announcing(providers.model(address, Sampling(1, behaviour.knobs)), server)
        embedder = providers.embedder(address) if behaviour.vectors else None
        config = RunConfig(embedder=embedder.name if embedder else RunConfig.embedder)
        try:
            yield config, RunResources(model, embedder, retry=RetryPolicy(_PATIENCE))
        finally:
            await providers.aclose()


async def live(path: Path, behaviour: Behaviour) -> Life:
    """Let a town of four live until it has got up."""
    paused, state_hash = "", ""
    async with resources_of(behaviour) as (config, resources):
        try:
            await resources.prepare()
            with Simulation.start(load_town(TOWN), path, config=config, resources=resources) as simulation:
                async for _ in simulation.run(DAYS):
                    pass
                state_hash = simulation.finish()
        except ModelError as error:
            paused = str(error)
    if not path.exists():
        return Life("", paused, 0, MendedAnswers(), 0, 0, "")
    with open_reader(path) as reader:
        totals = reader.totals()
        context = str(reader.header.settings.get("context", ""))
        return Life(state_hash, paused, totals.fallbacks, count_mended(reader), totals.failed, totals.calls, context)


_SAMPLES: dict[str, CallSample] = {}
"""The calls of the town's day, counted once for each context."""


async def _sampled(config: RunConfig) -> CallSample:
    if config.context not in _SAMPLES:
        _SAMPLES[config.context] = await sample_town(load_town(TOWN), config, 1, COUNTED_DAYS)
    return _SAMPLES[config.context]


async def examined(behaviour: Behaviour) -> ModelCheck:
    """What doctor says of a server."""
    async with resources_of(behaviour) as (config, resources):
        return await rehearse(load_town(TOWN), config, resources, _sampled)


def vectors_of(sent: dict[str, Any], dimensions: int = 512, packed: bool = False) -> Message:
    """Vectors as OpenAI documents them: those of the built-in embedder, drawn out to so many numbers."""
    texts = sent["input"] if isinstance(sent["input"], list) else [sent["input"]]
    rows = np.tile(HashedEmbedder().embed(texts), (1, -(-dimensions // 512)))[:, :dimensions].astype("<f4")
    given = [base64.b64encode(row.tobytes()).decode() if packed else row.tolist() for row in rows]
    return told_vectors(given)


def told_vectors(rows: list[Any]) -> Message:
    """These vectors in the form that OpenAI documents."""
    data = [{"object": "embedding", "index": place, "embedding": row} for place, row in enumerate(rows)]
    usage = {"prompt_tokens": 5 * len(rows), "total_tokens": 5 * len(rows)}
    return answer({"object": "list", "data": data, "model": "m", "usage": usage})
