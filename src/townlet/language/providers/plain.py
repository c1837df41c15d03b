"""Chat completions as OpenAI documents them and many servers take them, without a client library in between.

A server of one's own answers hundreds of calls a second; a library takes longer over each than all the rest of a call.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import httpx2

from townlet.language.model import Reply, Request
from townlet.language.providers.connection import Connection
from townlet.language.providers.library_call import Unreadable
from townlet.language.providers.replies import FINISHES, json_in, salvaged

_THINKING = re.compile(r"<think>.*?</think>\s*", re.DOTALL)


class PlainChat:
    """Asks one model of one server."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._forms: dict[str, tuple[Mapping[str, Any], str]] = {}
        """By prompt, its answer's schema as it was last, and how that is sent: it is written out once."""

    async def complete(
        self, model: str, request: Request, words: str, *, in_schema_mode: bool, seed: int, temperature: float | None
    ) -> Reply:
        """The answer to `words`. Raises ModelUnavailable if none came, and ModelError where asking again is no use."""
        asked: dict[str, Any] = {
            "model": model,
            "messages": [{"role": "user", "content": words}],
            "max_tokens": request.most_tokens,
            "seed": seed,
            "stream": False,
        }
        if temperature is not None:
            asked["temperature"] = temperature
        text = json.dumps(asked, ensure_ascii=False)
        if in_schema_mode:
            text = f'{text[:-1]}, "response_format": {self._form(request)}}}'
        body = await self._connection.http().whole(self._http_request(text, request.id))
        try:
            return _reply(json.loads(body), model)
        except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
            return salvaged(Unreadable(body, f"{type(error).__name__}: {error}"), model)

    def _form(self, request: Request) -> str:
        known = self._forms.get(request.name)
        if known is None or known[0] is not request.schema:
            form = {"type": "json_schema", "json_schema": {"name": request.name, "schema": request.schema}}
            known = self._forms[request.name] = request.schema, json.dumps(form, ensure_ascii=False)
        return known[1]

    def _http_request(self, text: str, id: str) -> httpx2.Request:  # noqa: A002
        endpoint = self._connection.endpoint
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if endpoint.key:
            headers["Authorization"] = f"Bearer {endpoint.key}"
        if id:
            headers["X-Request-Id"] = headers["Idempotency-Key"] = id
        url = f"{endpoint.base_url}/chat/completions"
        return self._connection.http().build_request("POST", url, content=text.encode(), headers=headers)


def _reply(data: Any, asked: str) -> Reply:
    """An answer as a reply. Raises KeyError and its like for what is none."""
    choice, usage = data["choices"][0], data.get("usage") or {}
    message, finish = choice["message"], FINISHES.get(choice.get("finish_reason") or "", "stop")
    told, said = usage.get("prompt_tokens_details") or {}, usage.get("completion_tokens_details") or {}
    return Reply(
        json_in(_THINKING.sub("", message.get("content") or "")),
        str(data.get("model") or asked),
        int(usage.get("prompt_tokens") or 0),
        int(usage.get("completion_tokens") or 0),
        int(told.get("cached_tokens") or 0),
        int(said.get("reasoning_tokens") or 0),
        finish="refusal" if message.get("refusal") else finish,
        cache_written_tokens=int(told.get("cache_write_tokens") or 0),
    )
