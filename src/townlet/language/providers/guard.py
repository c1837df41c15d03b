"""The HTTP client that all providers' libraries send through: bounded in time and size, with one set of errors."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import httpx2

from townlet.language.model import ModelUnavailable
from townlet.language.providers.endpoint import Endpoint
from townlet.language.providers.faults import fault_of

MOST_BODY_BYTES = 2**20
"""A longer body is not read on. No answer that is asked for comes near it."""

_CONNECT_SECONDS = 10.0


@dataclass
class Exchange:
    """One sending: the id that goes with it, and the body of a successful answer when that has come whole."""

    id: str = ""
    body: bytes | None = None


EXCHANGE: ContextVar[Exchange | None] = ContextVar("exchange", default=None)
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
        exchange = EXCHANGE.get() or Exchange()
        if exchange.id:
            request.headers["X-Request-Id"] = request.headers["Idempotency-Key"] = exchange.id
        response, body = await self._success(request, how)
        exchange.body = body
        plain = [(name, value) for name, value in response.headers.multi_items() if name not in _OF_THE_WIRE]
        return httpx2.Response(response.status_code, headers=plain, content=body, request=request)

    async def whole(self, request: httpx2.Request) -> bytes:
        """The whole body of a successful answer."""
        return (await self._success(request, {}))[1]

    async def _success(self, request: httpx2.Request, how: dict[str, Any]) -> tuple[httpx2.Response, bytes]:
        response, body = await self._answer(request, {**how, "follow_redirects": False})
        if not response.is_success:
            raise fault_of(self._endpoint, response.status_code, response.headers, body)
        return response, body

    async def _answer(self, request: httpx2.Request, how: dict[str, Any]) -> tuple[httpx2.Response, bytes]:
        where = self._endpoint.where
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
            raise ModelUnavailable(f"{self._endpoint.where} answered with more than {limit}.", billed=True)
        return bytes(body)


_OF_THE_WIRE = frozenset({"content-encoding", "content-length", "transfer-encoding"})
"""Headers about how a body travelled, which has been read by now."""
