"""What an endpoint's refusals and breakdowns mean for a call."""

from __future__ import annotations

import asyncio
import json
import re
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

_WORTH_WAITING = frozenset({408, 409, 425, 429})
"""Statuses below 500 that may be over when the call is sent again."""

_NOT_TAKEN = frozenset({400, 413, 422, 501})
"""Statuses of requests that an endpoint understands and does not take."""

_NO_SUCH_MODEL = re.compile(r"model.*\b(not[ _]found|not exist|unknown)|unknown model|no such model", re.IGNORECASE)
_NO_KEY = re.compile(r"api[ _]?key", re.IGNORECASE)
"""Some endpoints say with a 400 what others say with 404 and 401: no other request would be taken either."""

_MOST_SHOWN = 200
"""Characters of a provider's own words that a message quotes."""


def error_of_status(endpoint: Endpoint, status: int, headers: Mapping[str, str], body: bytes) -> ModelError:
    """The error for an answer whose status is not a success."""
    said, code = _said(body)
    told = f"{endpoint.label} answered {status}" + (f" ({said})" if said else "")
    if status == 402 or code == "insufficient_quota":
        return ModelError(f"{told}: the account has no money left there; add some, or use another model.")
    if status in _NOT_TAKEN:
        status = _meant(status, f"{code} {said}")
    line = f"{told}: {_what_to_do(endpoint, status)}; see {endpoint.page}."
    if status in _NOT_TAKEN:
        return RequestRefused(line, said)
    if status in _WORTH_WAITING or status >= 500:
        return ModelUnavailable(f"{told}.", retry_after(headers))
    return ModelError(line)


def _meant(status: int, words: str) -> int:
    if _NO_KEY.search(words):
        return 401
    return 404 if _NO_SUCH_MODEL.search(words) else status


def is_about_schemas(error: ModelError) -> bool:
    """Whether a request was refused for the JSON schema that came with it: not every server knows what that is."""
    words = ("response_format", "json_schema", "schema", "grammar", "output_format", "structured output")
    return isinstance(error, RequestRefused) and any(word in error.said.lower() for word in words)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds that an answer asks to wait, as it says them; None if it says nothing that can be read."""
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
    """The server's own time, so that a wrong clock here does not matter."""
    try:
        return parsedate_to_datetime(headers.get("date", ""))
    except (TypeError, ValueError):
        return datetime.now(UTC)


def _what_to_do(endpoint: Endpoint, status: int) -> str:
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
    """The provider's own words, in one short line, and its code for the error."""
    text = redact(body.decode(errors="replace"))[:20_000]
    code = ""
    try:
        data = json.loads(text)
    except ValueError:
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
    return (line if len(line) <= _MOST_SHOWN else f"{line[:_MOST_SHOWN]}..."), code


MOST_BODY_BYTES = 2**20
"""A longer body is not read on. No answer that is asked for comes near it."""

_CONNECT_SECONDS = 10.0


@dataclass
class HttpExchange:
    """One sending: the id that goes with it, and the body of a successful answer when that has come whole."""

    id: str = ""
    body: bytes | None = None


CURRENT_EXCHANGE: ContextVar[HttpExchange | None] = ContextVar("exchange", default=None)
"""The sending that the current task is about, across the library in between."""


class GuardedClient(httpx2.AsyncClient):
    """Reads answers whole, within `seconds` and `most_bytes`. Raises ModelError for all else.

    A drip of bytes that keeps a connection alive does not keep the call alive.
    """

    def __init__(self, endpoint: Endpoint, seconds: float, most_bytes: int = MOST_BODY_BYTES) -> None:
        self._endpoint, self._seconds, self._most_bytes = endpoint, seconds, most_bytes
        timeout = httpx2.Timeout(seconds, connect=min(_CONNECT_SECONDS, seconds))
        # How many calls are under way is decided above; a pool that waits would only hide it.
        limits = httpx2.Limits(max_connections=None, max_keepalive_connections=64)
        super().__init__(timeout=timeout, limits=limits, follow_redirects=False)

    async def send(self, request: httpx2.Request, *, stream: bool = False, **how: Any) -> httpx2.Response:
        exchange = CURRENT_EXCHANGE.get() or HttpExchange()
        if exchange.id:
            request.headers["X-Request-Id"] = request.headers["Idempotency-Key"] = exchange.id
        response, body = await self._success(request, how)
        exchange.body = body
        plain = [(name, value) for name, value in response.headers.multi_items() if name not in _OF_THE_WIRE]
        return httpx2.Response(response.status_code, headers=plain, content=body, request=request)

    async def read_body(self, request: httpx2.Request) -> bytes:
        """The whole body of a successful answer."""
        return (await self._success(request, {}))[1]

    async def _success(self, request: httpx2.Request, how: dict[str, Any]) -> tuple[httpx2.Response, bytes]:
        response, body = await self._answer(request, {**how, "follow_redirects": False})
        if not response.is_success:
            raise error_of_status(self._endpoint, response.status_code, response.headers, body)
        return response, body

    async def _answer(self, request: httpx2.Request, how: dict[str, Any]) -> tuple[httpx2.Response, bytes]:
        where = self._endpoint.label
        try:
            async with asyncio.timeout(self._seconds):
                response = await super().send(request, stream=True, **how)
                try:
                    return response, await self._body(response)
                finally:
                    await response.aclose()
        except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
            why = str(error) or "no connection in time"
            raise ModelUnavailable(f"{where} cannot be reached ({why}): check that it is running.") from error
        except (TimeoutError, httpx2.TimeoutException) as error:
            raise ModelUnavailable(f"{where} gave no whole answer in {self._seconds:g} s.", billed=True) from error
        except (httpx2.TransportError, httpx2.DecodingError) as error:
            why = str(error) or type(error).__name__
            raise ModelUnavailable(f"{where} broke off its answer ({why}).", billed=True) from error

    async def _body(self, response: httpx2.Response) -> bytes:
        body = bytearray()
        async for chunk in response.aiter_bytes():
            body += chunk
            if len(body) <= self._most_bytes:
                continue
            if not response.is_success:
                break
            limit = f"{self._most_bytes / 2**20:g} MiB"
            raise ModelUnavailable(f"{self._endpoint.label} answered with more than {limit}.", billed=True)
        return bytes(body)


_OF_THE_WIRE = frozenset({"content-encoding", "content-length", "transfer-encoding"})
"""Headers about how a body travelled, which has been read by now."""
