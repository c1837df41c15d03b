"""The HTTP client for all providers, which bounds time and size, and the errors for unsuccessful answers."""

from __future__ import annotations

import asyncio
import json
import math
import re
import ssl
from collections.abc import Mapping
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import httpx2

from townlet.language.model import ModelError, ModelUnavailable, RequestRefused
from townlet.language.providers.endpoint import Endpoint
from townlet.language.providers.refusals import (
    ABOUT_SCHEMAS,
    NO_MEMORY,
    PASSES,
    REFUSED,
    context_in,
    meaning,
    unfit_answer,
)
from townlet.language.secrets import redact

_RETRYABLE = frozenset({408, 409, 424, 425, 429, 498})
"""Statuses below 500 after which a retry may succeed."""

_MAX_QUOTED, _MAX_READ = 200, 2000
"""How many characters of a provider's message are quoted, and how many are searched for what it is about."""


def error_of_status(
    endpoint: Endpoint, status: int, headers: Mapping[str, str], body: bytes, path: str = "", came_as: int = 0
) -> ModelError:
    """Return the error for an answer whose status is not a success, though it may have come as one.

    `path` is that of the request.
    """
    said, code = _said(body)
    if 300 <= status < 400:
        said = redact(headers.get("location", "")) or said
    quoted = said if len(said) <= _MAX_QUOTED else f"{said[:_MAX_QUOTED]}..."
    answered = f"{endpoint.label} answered {came_as or status}" + (f" ({quoted})" if said else "")
    words = f"{code} {said}"
    status = meaning(status, words, path)
    if status == 402:
        return ModelError(f"{answered}: the account has no money left there; add some, or use another model.")
    line = f"{answered}: {_advice(endpoint, status, words, path, body)}; see {endpoint.page}."
    if status in REFUSED:
        return RequestRefused(line, said, context_in(code, said), unfit_answer(words, body))
    if status in _RETRYABLE or status >= 500:
        wait = retry_after(headers, said)
        asks = f"; it asks to wait {math.ceil(wait / 60):,} minutes" if wait and 60 < wait < 1e7 else ""
        lacks = "; it lacks memory for this model or request: use a smaller one" if NO_MEMORY.search(words) else ""
        return FailedStatus(f"{answered}{asks}{lacks}.", status, wait)
    return ModelError(line)


class FailedStatus(ModelUnavailable):
    """A server answered with a status after which a retry may succeed."""

    def __init__(self, message: str, status: int, retry_after: float | None = None) -> None:
        super().__init__(message, retry_after)
        self.status = status


def is_about_schemas(error: ModelError) -> bool:
    """Whether a request was refused because of its JSON schema, which not every server supports."""
    return isinstance(error, RequestRefused) and error.answer is None and bool(ABOUT_SCHEMAS.search(error.said))


def may_be_about_schemas(error: ModelError) -> bool:
    """Whether a server failed in a way that may be due to a JSON schema, or to anything else."""
    return (isinstance(error, FailedStatus) and error.status == 500) or (
        isinstance(error, RequestRefused) and error.answer is not None
    )


def retry_after(headers: Mapping[str, str], said: str = "") -> float | None:
    """Return the seconds after which a server wants to be asked again, by `Retry-After` or by its words; or None."""
    text = headers.get("retry-after", "").strip()
    with suppress(ValueError):
        return float(text)
    with suppress(TypeError, ValueError, OverflowError):
        return (parsedate_to_datetime(text) - _date_of(headers)).total_seconds()
    with suppress(ValueError):
        return float(headers.get("retry-after-ms", "")) / 1000
    found = _WAIT.search(said)
    return (sum(float(found[name] or 0) * worth for name, worth in _UNITS.items()) or None) if found else None


_WAIT = re.compile(
    r"(?:try again|retry|wait)[^\d.]{0,20}(?=\d)(?:(?P<h>\d+) ?h[a-z]*)? ?(?:(?P<m>\d+) ?m(?!s)[a-z]*)?"
    r" ?(?:(?P<ms>[\d.]+) ?ms|(?P<s>[\d.]+) ?s)?",
    re.IGNORECASE,
)
"""What a server says of waiting: 'Please try again in 1m6.5s', 'retry after 20 seconds'."""
_UNITS = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}


def _date_of(headers: Mapping[str, str]) -> datetime:
    """Return the server's own time, so that a wrong clock here does not matter; ours if it gives none."""
    try:
        return parsedate_to_datetime(headers.get("date", ""))
    except (TypeError, ValueError):
        return datetime.now(UTC)


def _advice(endpoint: Endpoint, status: int, words: str, path: str, body: bytes) -> str:
    if status == 401:
        return f"set {endpoint.key_variable} to a valid key"
    if status == 403 and _PAGE.match(body):
        return (
            "this is a page for people, and no model's answer; check the base URL, and what guards it against programs"
        )
    if status == 403 and not endpoint.key:
        return f"check the base URL, and what guards it; set {endpoint.key_variable} if it needs a key"
    if status == 403:
        return f"the key in {endpoint.key_variable} may not use this model; choose another model or key"
    if status in (404, 405, 410):
        return "there is no such model or address; check the model's name and the base URL"
    if 300 <= status < 400:
        return "it has moved; use the address that it moved to"
    if path.endswith("embeddings"):
        return "it does not take this request for embeddings; check that the model is one for embeddings"
    if context_in("", words) is not None:
        return "the prompt and its answer need more than the context that it allows; serve the model with a larger one"
    if ABOUT_SCHEMAS.search(words):
        return "it does not take this request; check that the model can follow a JSON schema"
    if not words.strip():
        return "it does not take this request, and says nothing of why; check the base URL and the model's name"
    return "it does not take this request; its own words say why"


def _said(body: bytes) -> tuple[str, str]:
    """Return the provider's message in one line, and its error code."""
    text, code = redact(body.decode(errors="replace"))[:20_000], ""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        text = _MARKUP.sub(" ", text)
    else:
        text = _message_in(data)
        error = data.get("error", data) if isinstance(data, dict) else None
        code = " ".join(str(error.get(name) or "") for name in ("code", "type")) if isinstance(error, dict) else ""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())[:_MAX_READ], code


def said_in(body: bytes) -> str:
    """Return the beginning of what a body says, in one line and without markup; empty if it is blank."""
    said = _said(body)[0] or " ".join(redact(body[:20_000].decode(errors="replace")).split())
    return f"{said[:_MAX_QUOTED]}..." if len(said) > _MAX_QUOTED else said


_PAGE = re.compile(rb"\s*<(?:!doctype|html)", re.IGNORECASE)
_MARKUP = re.compile(r"<(style|script|head)\b.*?</\1>|<[^>]*>", re.DOTALL | re.IGNORECASE)
"""What of an HTML page is no text: '<head>...</head>', '<p>'."""
_MESSAGES = (
    *("error", "detail", "message", "msg", "errors", "error_message", "error_msg", "errmsg", "status_msg"),
    *("reason", "raw", "metadata", "base_resp", "choices"),
)
"""The names under which servers say what is wrong."""


def _message_in(data: Any, levels: int = 5) -> str:
    """Return what an error says: {"error": {"message": ...}}, {"detail": [{"loc": ["body", "seed"], "msg": ...}]}."""
    if isinstance(data, list) and levels:
        return "; ".join(filter(None, (_message_in(each, levels - 1) for each in data)))
    if not isinstance(data, dict) or not levels:
        return data if isinstance(data, str) else ""
    said = ": ".join(dict.fromkeys(filter(None, (_message_in(data.get(name), levels - 1) for name in _MESSAGES))))
    place = data.get("loc") or data.get("param") or ""
    place = ".".join(map(str, place)) if isinstance(place, list) else str(place)
    return f"{place}: {said}" if place and place not in said else said


MAX_BODY_BYTES = 2**20
"""A longer body is not read to its end. Batches of texts to embed are so small that their vectors take no more."""

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


class AnswerTooLarge(ModelUnavailable):
    """An answer is longer than any that is wanted."""


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
        status = response.status_code if not response.is_success else _error_status(body)
        if status:
            came_as, path = response.status_code, request.url.path
            raise error_of_status(self._endpoint, status, response.headers, body, path, came_as)
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
            raise AnswerTooLarge(f"{self._endpoint.label} answered with more than {limit}.", billed=True)
        return bytes(body)


def _error_status(body: bytes) -> int:
    """Return the status of an error that came as a success; 0 for a body that is no error.

    An error that names no status is a 500, or a 400 if the server has a number of its own for it.
    """
    if b'"embedding' in body or (b'"choices"' in body and not _MAY_BE_ERROR.search(body)):
        return 0
    try:
        error = _error_in(json.loads(body))
    except (ValueError, RecursionError):
        return 0
    if not error:
        return 0
    parts = [error, *(part for name in (*_ERRORS, "base_resp") for part in _listed(error.get(name)))]
    codes = [part.get(name) for part in parts if isinstance(part, dict) for name in _CODES]
    numbers = [int(code) for code in codes if isinstance(code, int) or (isinstance(code, str) and code.isdecimal())]
    if status := next((number for number in numbers if 400 <= number < 600), 0):
        return status
    if not any(map(error.get, _ERRORS)) and ({0, 200} & {*numbers} or "success" in map(str, codes)):
        return 0
    return 400 if any(numbers) and not PASSES.search(_message_in(error)) else 500


def _error_in(told: Any) -> dict[str, Any]:
    """Return the part of a body that tells an error; nothing if it holds an answer, or no words."""
    told = told[0] if isinstance(told, list) and len(told) == 1 else told
    if not isinstance(told, dict):
        return {}
    if choices := told.get("choices"):
        told = next((each for each in _listed(choices) if isinstance(each, dict) and each.get("error")), {})
    elif any(map(told.get, _ANSWERS)):
        return {}
    elif told.get("object", "error") != "error":
        # A batch that goes on has `errors`, too.
        told = {name: told[name] for name in ("error", "base_resp") if told.get(name)}
    return told if _message_in(told) or any(map(told.get, _ERRORS)) else {}


def _listed(part: Any) -> list[Any]:
    return part if isinstance(part, list) else [part]


_MAY_BE_ERROR = re.compile(rb'"error"\s*:\s*[^\sn]|"choices"\s*:\s*(?:null|\[\s*\])')
_ERRORS = ("error", "errors", "detail")
"""The names under which a body tells an error."""
_CODES = ("code", "status", "status_code", "error_code", "errcode")
_ANSWERS = ("data", "candidates", "content", "output", "response", "result", "generated_text", "models")
"""The names under which a body holds an answer."""
_TLS_ADVICE = "https:// needs TLS and a valid certificate, so write http:// if the server speaks plain HTTP"


def _refuses_tls(error: BaseException) -> bool:
    """Whether TLS failed for good: a wrong certificate, or a server that does not speak TLS. A hang-up may pass."""
    cause: BaseException | None = error if isinstance(error, httpx2.ConnectError) else None
    while cause is not None and not isinstance(cause, ssl.SSLError):
        cause = cause.__cause__ or cause.__context__
    return cause is not None and not isinstance(cause, ssl.SSLEOFError | ssl.SSLZeroReturnError)


_TRANSPORT_HEADERS = frozenset({"content-encoding", "content-length", "transfer-encoding"})
"""Headers that describe the transport of a body, which is read and decoded by now."""
