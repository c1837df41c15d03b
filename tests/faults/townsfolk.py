"""An OpenAI-compatible endpoint on a real socket that answers as the offline model would.

The offline model reads a prompt's fields, which do not travel. So whoever asks says beforehand, in this process,
what the request of an id is about: `Announced` does.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from townlet.language.model import LanguageModel, Reply, Request
from townlet.offline.model import OfflineModel

from .wire import Listening, answer, read


class Townsfolk(Listening):
    """The endpoint. `asked` are the requests that it got, by id."""

    def __init__(self, seed: int = 1) -> None:
        super().__init__(self._served)
        self.announced: dict[str, Request] = {}
        self.asked: list[str] = []
        self.refuses: Callable[[dict[str, Any]], str] = lambda sent: ""
        """Why the endpoint refuses a request's body; empty if it takes it."""
        self.thinks = ""
        """What stands before every answer."""
        self._model = OfflineModel(seed)

    async def _served(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await read(reader)
        sent = json.loads(request.body)
        if why := self.refuses(sent):
            writer.write(answer({"error": {"message": why}}, status=400).whole)
            await writer.drain()
            return
        asked = self.announced[request.headers["x-request-id"]]
        assert asked.text.strip() in sent["messages"][0]["content"]
        self.asked.append(asked.id)
        reply = await self._model(asked)
        said = self.thinks + reply.text
        usage = {"prompt_tokens": reply.prompt_tokens, "completion_tokens": reply.answer_tokens, "total_tokens": 0}
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": said}}
        completion = {"id": asked.id, "object": "chat.completion", "created": 0, "model": "townsfolk-1"}
        writer.write(answer({**completion, "choices": [choice], "usage": usage}).whole)
        await writer.drain()


class Announced:
    """A network model whose requests an endpoint of this process is told of. Implements `LanguageModel`."""

    name = "townsfolk"

    def __init__(self, model: LanguageModel, endpoint: Townsfolk) -> None:
        self._model, self._endpoint = model, endpoint

    async def __call__(self, request: Request) -> Reply:
        self._endpoint.announced[request.id] = request
        return await self._model(request)
