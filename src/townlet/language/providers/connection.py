"""The connection to an endpoint: one HTTP client per event loop, made at first use and closed at the end."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

from pydantic_ai.providers import Provider

from townlet.language.model import ModelError
from townlet.language.network import require_network
from townlet.language.providers.endpoint import Endpoint
from townlet.language.providers.http import FailedStatus, GuardedClient
from townlet.language.providers.spec import COMPATIBLE, NotConfigured, at_server

Answer = TypeVar("Answer")

DEFAULT_TIMEOUT_SECONDS = 300.0
"""The time limit of one whole answer. Small models on slow machines take minutes."""

OPENAI_ADDRESS = "https://api.openai.com/v1"

_NO_KEY = "none"
"""The key sent to endpoints that need none, because the client libraries require one."""


class Connection:
    """A connection to one endpoint, shared by all its models and embedders."""

    def __init__(self, endpoint: Endpoint, seconds: float = DEFAULT_TIMEOUT_SECONDS, most: int | None = None) -> None:
        """`most` is how many calls may be under way at once; None for no limit but the run's own."""
        require_extra(endpoint)
        self.endpoint, self._seconds, self._most = endpoint, seconds, most
        self._slots: asyncio.Semaphore | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._http: GuardedClient | None = None
        self._provider: Provider[Any] | None = None

    def http(self) -> GuardedClient:
        """Return the HTTP client of the running event loop. Raises NetworkForbidden."""
        require_network(self.endpoint.label)
        loop = asyncio.get_running_loop()
        if self._http is None or self._loop is not loop:
            self._loop, self._http, self._provider = loop, GuardedClient(self.endpoint, self._seconds), None
            self._slots = None
        return self._http

    def provider(self) -> Provider[Any]:
        """Return the provider's library, which sends through `http()`. Raises NetworkForbidden."""
        http = self.http()
        if self._provider is None:
            self._provider = _PROVIDERS[self.endpoint.kind](self.endpoint, http, self._seconds)
        return self._provider

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Wait until a call may be under way, and hold its place."""
        if self._most is None:
            yield
            return
        self.http()
        if self._slots is None:
            self._slots = asyncio.Semaphore(self._most)
        async with self._slots:
            yield

    async def aclose(self) -> None:
        """Close the client. A later call makes a new one."""
        http, self._http, self._provider = self._http, None, None
        if http is not None and self._loop is asyncio.get_running_loop():
            await http.aclose()


def require_extra(endpoint: Endpoint) -> None:
    """Raise NotConfigured if the provider's client library is not installed."""
    module = {"anthropic": "anthropic", "google": "google.genai"}.get(endpoint.kind)
    if module is None:
        return
    try:
        __import__(module)
    except ImportError:
        raise NotConfigured(
            f"{endpoint.kind} needs its client library: install townlet[{endpoint.kind}]; see {endpoint.page}."
        ) from None


def _openai_client(endpoint: Endpoint, http: GuardedClient, seconds: float) -> Any:
    from openai import AsyncOpenAI

    return AsyncOpenAI(
        base_url=endpoint.base_url or OPENAI_ADDRESS,
        api_key=endpoint.key or _NO_KEY,
        http_client=http,
        max_retries=0,
        timeout=seconds,
    )


MAX_BATCH_BYTES = 2**30
"""The most bytes of a file of a batch's answers."""


def batch_client(connection: Connection) -> Any:
    """Return OpenAI's client for files and batches, which may be large. Raises NetworkForbidden."""
    endpoint, seconds = connection.endpoint, DEFAULT_TIMEOUT_SECONDS
    require_network(endpoint.label)
    return _openai_client(endpoint, GuardedClient(endpoint, seconds, MAX_BATCH_BYTES), seconds)


def _openai(endpoint: Endpoint, http: GuardedClient, seconds: float) -> Provider[Any]:
    from pydantic_ai.providers.openai import OpenAIProvider

    return OpenAIProvider(openai_client=_openai_client(endpoint, http, seconds))


def _ollama(endpoint: Endpoint, http: GuardedClient, seconds: float) -> Provider[Any]:
    from pydantic_ai.providers.ollama import OllamaProvider

    return OllamaProvider(openai_client=_openai_client(endpoint, http, seconds))


def _openrouter(endpoint: Endpoint, http: GuardedClient, seconds: float) -> Provider[Any]:
    from pydantic_ai.providers.openrouter import OpenRouterProvider

    return OpenRouterProvider(openai_client=_openai_client(endpoint, http, seconds))


def _compatible(endpoint: Endpoint, http: GuardedClient, seconds: float) -> Provider[Any]:
    from pydantic_ai.profiles.openai import OpenAIModelProfile
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    # All of these servers know the older name of the token limit, `max_tokens`.
    profile = OpenAIModelProfile(
        supports_json_schema_output=True,
        openai_supports_strict_tool_definition=False,
        openai_chat_supports_max_completion_tokens=False,
    )
    return OpenAICompatibleProvider(
        "compatible", openai_client=_openai_client(endpoint, http, seconds), profile=profile
    )


def _anthropic(endpoint: Endpoint, http: GuardedClient, seconds: float) -> Provider[Any]:
    from anthropic import AsyncAnthropic
    from pydantic_ai.providers.anthropic import AnthropicProvider

    base = endpoint.base_url or "https://api.anthropic.com"
    client = AsyncAnthropic(base_url=base, api_key=endpoint.key, http_client=http, max_retries=0, timeout=seconds)
    return AnthropicProvider(anthropic_client=client)


def _google(endpoint: Endpoint, http: GuardedClient, seconds: float) -> Provider[Any]:
    from google.genai.types import HttpRetryOptions
    from pydantic_ai.providers.google import GoogleProvider

    base = endpoint.base_url or "https://generativelanguage.googleapis.com"
    return GoogleProvider(
        api_key=endpoint.key, http_client=http, base_url=base, retry_options=HttpRetryOptions(attempts=1)
    )


_PROVIDERS: dict[str, Callable[[Endpoint, GuardedClient, float], Provider[Any]]] = {
    "openai": _openai,
    "ollama": _ollama,
    "openrouter": _openrouter,
    "compatible": _compatible,
    "anthropic": _anthropic,
    "google": _google,
}


async def context_served(connection: Connection, model: str) -> int:
    """Return a model's context in tokens, as vLLM, llama.cpp or Ollama tell it of themselves; 0 if nobody does."""
    endpoint = connection.endpoint
    if endpoint.kind not in ("compatible", "ollama"):
        return 0
    root = endpoint.base_url.removesuffix("/v1")
    rows = _rows(await _told(connection, "GET", f"{endpoint.base_url}/models"), "data", "models")
    row = next((row for row in rows if _name_of(row) == model), rows[0] if len(rows) == 1 else {})
    if found := _count(row.get("max_model_len")) or _count(row.get("context_length")):
        return found
    props = _as_object(await _told(connection, "GET", f"{root}/props")) if endpoint.kind == COMPATIBLE else {}
    if props:
        settings = props.get("default_generation_settings")
        return _count(settings.get("n_ctx")) if isinstance(settings, dict) else 0
    running = _rows(await _told(connection, "GET", f"{root}/api/ps"), "models")
    loaded = next((row for row in running if row.get("name") == model), {})
    if found := _count(loaded.get("context_length")):
        return found
    shown = _as_object(await _told(connection, "POST", f"{root}/api/show", {"model": model})) if running else {}
    setting = re.search(r"\bnum_ctx\s+(\d+)", str(shown.get("parameters", "")))
    return int(setting[1]) if setting else 0


async def _told(connection: Connection, method: str, url: str, body: Any = None) -> Any:
    """Return what a server says of itself; nothing if it does not know the question."""
    with suppress(ModelError, TimeoutError):
        async with asyncio.timeout(_SECONDS_TO_TELL):
            return await _asked(connection, method, url, body)
    return None


async def _asked(connection: Connection, method: str, url: str, body: Any = None) -> Any:
    """Return the JSON that a server answers, and nothing for what is no JSON. Raises ModelError."""
    client, key = connection.http(), connection.endpoint.key
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    told = await client.read_body(client.build_request(method, url, json=body, headers=headers))
    with suppress(ValueError, RecursionError):
        return json.loads(told)
    return None


_SECONDS_TO_TELL = 2.0
"""How long a server may take to say how large a model's context is."""


def _as_object(told: Any) -> dict[str, Any]:
    return told if isinstance(told, dict) else {}


def _rows(told: Any, *names: str) -> list[dict[str, Any]]:
    """Return the rows of a list, which may stand by itself or under one of these names, and hold names alone."""
    rows = told if isinstance(told, list) else next(filter(None, map(_as_object(told).get, names)), ())
    named = [{"id": row} if isinstance(row, str) else row for row in rows] if isinstance(rows, list) else []
    return [row for row in named if isinstance(row, dict)]


def _name_of(row: dict[str, Any]) -> str:
    return str(next(filter(None, map(row.get, ("id", "name", "model"))), ""))


def _count(number: object) -> int:
    return number if isinstance(number, int) and 500 <= number <= 10**8 else 0


_MAX_LISTED = 6
"""How many of a server's models an error message lists."""

UNNAMED = "default"
"""The model name to request if a server lists no models; a server with one model accepts any name."""


async def model_served(connection: Connection) -> str:
    """Return the name of a server's only model. Raises NotConfigured if it has several, and ModelUnavailable."""
    where, address = connection.endpoint.label, connection.endpoint.base_url
    try:
        told = await patiently(lambda: _asked(connection, "GET", f"{address}/models"))
    except ModelError as error:
        if error.transient and not (isinstance(error, FailedStatus) and error.status == 500):
            raise
        return UNNAMED
    served = list(filter(None, map(_name_of, _rows(told, "data", "models"))))
    if len(served) > 1:
        some = ", ".join(served[:_MAX_LISTED]) + (", ..." if len(served) > _MAX_LISTED else "")
        example = at_server(address, served[0])
        raise NotConfigured(f"{where} serves several models ({some}); write {address}#NAME, such as {example}.")
    return served[0] if served else UNNAMED


_WAITS = (0.5, 1.0, 2.0)
_LONGEST_WAIT = 10.0
"""Seconds between the attempts before a run begins, and the most that a server may ask for there."""


async def patiently(ask: Callable[[], Awaitable[Answer]]) -> Answer:
    """Await an answer that a run needs before it begins, and ask again a few times if a server is busy or stumbles.

    A server that cannot be reached is told at once. Raises ModelError.
    """
    for wait in _WAITS:
        try:
            return await ask()
        except FailedStatus as error:
            await asyncio.sleep(max(wait, min(error.retry_after or 0.0, _LONGEST_WAIT)))
    return await ask()
