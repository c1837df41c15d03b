"""Calling a provider's library so that nothing but replies and our own errors come out of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from townlet.language.model import ModelError, ModelUnavailable
from townlet.language.providers.guard import EXCHANGE, Exchange

Result = TypeVar("Result")


class Unreadable(ModelUnavailable):
    """An answer came whole, but nothing could be made of it."""

    def __init__(self, body: bytes, why: str) -> None:
        super().__init__(f"An answer came that is not what its API promises: {why}.", billed=True)
        self.body = body


async def through_library(call: Callable[[], Awaitable[Result]], where: str, id: str = "") -> Result:  # noqa: A002
    """What a library's call results in. Raises ModelError; Unreadable for an answer that came whole."""
    exchange = Exchange(id)
    token = EXCHANGE.set(exchange)
    try:
        return await call()
    except Exception as error:
        raise _ours(error, exchange, where) from error
    finally:
        EXCHANGE.reset(token)


def _ours(error: Exception, exchange: Exchange, where: str) -> ModelError:
    """Our own error where it is at the bottom of a library's; else what can be said of a library's own."""
    below: BaseException | None = error
    while below is not None:
        if isinstance(below, ModelError):
            return below
        below = below.__cause__ or below.__context__
    line = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    if exchange.body is not None:
        return Unreadable(exchange.body, line)
    return ModelError(f"{where} could not be asked: {line}")
