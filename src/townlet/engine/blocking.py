"""Waiting for a coroutine from code that is not async."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any, TypeVar

Result = TypeVar("Result")

_SECONDS_BETWEEN_LOOKS = 0.1
"""How long Ctrl-C may wait to be heard."""


def wait_for(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine to its end and return its result. In a notebook, whose own loop is running, a thread runs it.

    KeyboardInterrupt cancels it.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    interrupted = Event()

    async def cancellable() -> Result:
        working = asyncio.ensure_future(work)
        while not interrupted.is_set() and not working.done():
            await asyncio.wait([working], timeout=_SECONDS_BETWEEN_LOOKS)
        if not working.done():
            working.cancel()
        return await working

    with ThreadPoolExecutor(1) as threads:
        try:
            return threads.submit(asyncio.run, cancellable()).result()
        except KeyboardInterrupt:
            interrupted.set()
            raise
