"""The HTTP client for all providers, which bounds time and size, and the errors for unsuccessful answers."""

from __future__ import annotations

import asyncio
import json
import re
import ssl
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import httpx2

from townlet.language.model import ModelError, ModelUnavailable, RequestRefused
from townlet.language.providers.endpoint import Endpoint
from townlet.language.secrets import redact

_RETRYABLE = frozenset({408, 409, 425, 429})
"""Statuses below 500 after which a retry may succeed."""

_REFUSED = frozenset({400, 413, 422, 501})
"""Statuses that refuse one request; another request may be accepted."""

_NO_SUCH_MODEL = re.compile(r"model.*\b(not[ _]found|not exist|unknown)|unknown model|no such model", re.IGNORECASE)
_BAD_KEY = re.compile(r"api[ _]?key", re.IGNORECASE)
"""Messages of endpoints that answer 400 where others answer 404 or 401, so that no other request would succeed either:
'The model `x` does not exist', 'model "x" not found'; 'API key not valid', 'invalid api_key'."""

_MAX_QUOTED = 200
"""How many characters of a provider's message are quoted."""


def error_of_status(endpoint: Endpoint, status: int, headers: Mapping[str, str], body: bytes) -> ModelError:
    """Return the error for an answer whose status is not a success."""
    said, code = _said(body)
    answered = f"{endpoint.label} answered {status}" + (f" ({said})" if said else "")
    if status == 402 or code == "insufficient_quota":
        return ModelError(f"{answered}: the account has no money left there; add some, or use another model.")
    if status in _REFUSED:
        status = _meant(status, f"{code} {said}")
    line = f"{answered}: {_advice(endpoint, status)}; see {endpoint.page}."
    if status in _REFUSED:
        return RequestRefused(line, said)
    if status in _RETRYABLE or status >= 500:
        return ModelUnavailable(f"{answered}.", retry_after(headers))
    return ModelError(line)


def _meant(status: int, words: str) -> int:
    """Return 401 or 404 if a message says so under another status."""
    if _BAD_KEY.search(words):
        return 401
    return 404 if _NO_SUCH_MODEL.search(words) else status


def is_about_schemas(error: ModelError) -> bool:
    """Whether a request was refused because of its JSON schema, which not every server supports."""
    words = ("response_format", "json_schema", "schema", "grammar", "output_format", "structured output")
    return isinstance(error, RequestRefused) and any(word in error.said.lower() for word in words)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the value of `Retry-After` in seconds; None if the header is missing or unreadable."""
    text = headers.get("retry-after", "").strip()
    try:
        return float(text)
    except ValueError:
        pass
    try:
        return (parsedate_to_datetime(text) - _date_of(headers)).total_seconds()
    except (TypeError, ValueError, OverflowError):
        return None


def _date_of(headers: Mapping[str, str]) -> datetime:
    """Return the server's own time, so that a wrong clock here does not matter; ours if it gives none."""
    try:
        return parsedate_to_datetime(headers.get("date", ""))
    except (TypeError, ValueError):
        return datetime.now(UTC)


def _advice(endpoint: Endpoint, status: int) -> str:
    if status == 401:
        return f"set {endpoint.key_variable} to a valid key"
    if status == 403:
        return f"the key in {endpoint.key_variable} may not use this model; choose another model or key"
    if status == 404:
        return "there is no such model or address; check the model's name and the base URL"
    if 300 <= status < 400:
        return "it has moved; use the address that it moved to"
    return "it does not take this request; check that the model can follow a JSON schema and has room for the prompt"


def _said(body: bytes) -> tuple[str, str]:
    """Return the provider's message, in one short line, and its error code."""
    text = redact(body.decode(errors="replace"))[:20_000]
    code = ""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if isinstance(data, list) and data:
        data = data[0]
    if isinstance(data, dict):
        error = data.get("error", data)
        if isinstance(error, dict):
            text, code = str(error.get("message", "")), str(error.get("code", ""))
        else:
            text = str(error)
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return (line if len(line) <= _MAX_QUOTED else f"{line[:_MAX_QUOTED]}..."), code


MAX_BODY_BYTES = 2**20
"""A longer body is not read to its end. No answer that we request comes near this size."""

_CONNECT_SECONDS = 10.0
"""The time limit for connecting; a server that takes longer is not running."""


@dataclass
class HttpExchange:
    """One HTTP request and its answer.

    `id` is sent as the idempotency key. `body` is the body of a successful answer, once it is complete.
    """

    id: str = ""
    body: bytes | None = None


CURRENT_EXCHANGE: ContextVar[HttpExchange | None] = ContextVar("exchange", default=None)
"""The exchange of the current task. It is a context variable because the client library cannot pass it on."""


class GuardedClient(httpx2.AsyncClient):
    """An HTTP client that reads answers completely, within `seconds` and `max_bytes`. Raises ModelError otherwise.

    `seconds` bounds the whole call: a server that sends a byte now and then cannot prolong it.
    """

    def __init__(self, endpoint: Endpoint, seconds: float, max_bytes: int = MAX_BODY_BYTES) -> None:
        self._endpoint, self._seconds, self._max_bytes = endpoint, seconds, max_bytes
        timeout = httpx2.Timeout(seconds, connect=min(_CONNECT_SECONDS, 0.9 * seconds))
        # `LimitedModel` bounds the calls in flight, so the pool needs no bound of its own.
        limits = httpx2.Limits(max_connections=None, max_keepalive_connections=64)
        # Reading the certificates of all authorities takes longer than an answer of a server on this machine. Without
        # them no TLS connection is trusted, and plain HTTP needs none.
        plain = endpoint.base_url.startswith("http://")
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) if plain else True
        super().__init__(timeout=timeout, limits=limits, follow_redirects=False, verify=tls)

    async def send(self, request: httpx2.Request, *, stream: bool = False, **how: Any) -> httpx2.Response:
        exchange = CURRENT_EXCHANGE.get() or HttpExchange()
        if exchange.id:
            request.headers["X-Request-Id"] = request.headers["Idempotency-Key"] = exchange.id
        response, body = await self._success(request, how)
        exchange.body = body
        headers = [(name, value) for name, value in response.headers.multi_items() if name not in _TRANSPORT_HEADERS]
        return httpx2.Response(response.status_code, headers=headers, content=body, request=request)

    async def read_body(self, request: httpx2.Request) -> bytes:
        """Send a request and return the body of its successful answer. Raises ModelError."""
        return (await self._success(request, {}))[1]

    async def _success(self, request: httpx2.Request, how: dict[str, Any]) -> tuple[httpx2.Response, bytes]:
        response, body = await self._answer(request, {**how, "follow_redirects": False})
        if not response.is_success:
            raise error_of_status(self._endpoint, response.status_code, response.headers, body)
        return response, body

    async def _answer(self, request: httpx2.Request, how: dict[str, Any]) -> tuple[httpx2.Response, bytes]:
        name = self._endpoint.label
        try:
            async with asyncio.timeout(self._seconds):
                response = await super().send(request, stream=True, **how)
                try:
                    return response, await self._body(response)
                finally:
                    await response.aclose()
        except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
            if _refuses_tls(error):
                raise ModelError(f"{name} cannot be reached by TLS ({error}): {_TLS_ADVICE}.") from error
            hung_up = "it hung up" if isinstance(error, httpx2.ConnectError) else "no connection in time"
            why = str(error) or hung_up
            advice = f"; {_TLS_ADVICE}" if request.url.scheme == "https" else ""
            raise ModelUnavailable(f"{name} cannot be reached ({why}): check that it is running{advice}.") from error
        except (TimeoutError, httpx2.TimeoutException) as error:
            raise ModelUnavailable(f"{name} gave no complete answer in {self._seconds:g} s.", billed=True) from error
        except (httpx2.TransportError, httpx2.DecodingError) as error:
            why = str(error) or type(error).__name__
            raise ModelUnavailable(f"{name} broke off its answer ({why}).", billed=True) from error

    async def _body(self, response: httpx2.Response) -> bytes:
        body = bytearray()
        async for chunk in response.aiter_bytes():
            body += chunk
            if len(body) <= self._max_bytes:
                continue
            if not response.is_success:
                break
            limit = f"{self._max_bytes / 2**20:g} MiB"
            raise ModelUnavailable(f"{self._endpoint.label} answered with more than {limit}.", billed=True)
        return bytes(body)


_TLS_ADVICE = "https:// needs TLS and a valid certificate, so write http:// if the server speaks plain HTTP"


def _refuses_tls(error: BaseException) -> bool:
    """Whether TLS failed for good: a wrong certificate, or a server that does not speak TLS. A hang-up may pass."""
    cause: BaseException | None = error if isinstance(error, httpx2.ConnectError) else None
    while cause is not None and not isinstance(cause, ssl.SSLError):
        cause = cause.__cause__ or cause.__context__
    return cause is not None and not isinstance(cause, ssl.SSLEOFError | ssl.SSLZeroReturnError)


_TRANSPORT_HEADERS = frozenset({"content-encoding", "content-length", "transfer-encoding"})
"""Headers that describe the transport of a body, which is read and decoded by now."""
