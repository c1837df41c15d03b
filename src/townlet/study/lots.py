"""Asking much in lots, each kept as it comes, so that no failure and no odd answer costs what came beside it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from townlet.language.model import UnfitAnswer

AT_ONCE = 32
"""What is asked for and kept together; a process that is killed loses so much at most."""

Thing = TypeVar("Thing")
Result = TypeVar("Result")


async def in_lots(
    things: Sequence[Thing],
    ask: Callable[[Thing], Awaitable[Result]],
    keep: Callable[[list[Result]], None],
) -> list[Result | None]:
    """What comes of each thing, in their order; None where the model gave no fit answer.

    Raises ModelError for any other failure, and where nothing of a whole lot was fit: such a model is not asked on.
    """
    found: list[Result | None] = []
    for first in range(0, len(things), AT_ONCE):
        came = await asyncio.gather(*map(ask, things[first : first + AT_ONCE]), return_exceptions=True)
        fit = [each for each in came if not isinstance(each, BaseException)]
        keep(fit)
        for each in came:
            if isinstance(each, BaseException) and not (fit and isinstance(each, UnfitAnswer)):
                raise each
        found += [None if isinstance(each, BaseException) else each for each in came]
    return found
