"""What is asked in lots is kept as it comes, whatever becomes of the rest."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from townlet.language.model import ModelUnavailable, UnfitAnswer
from townlet.study.lots import AT_ONCE, in_lots


def answering(
    unfit: Callable[[int], bool], down: Callable[[int], bool] = lambda _: False
) -> Callable[[int], Awaitable[str]]:
    async def ask(number: int) -> str:
        if down(number):
            raise ModelUnavailable("down")
        if unfit(number):
            raise UnfitAnswer(f"{number} is unfit")
        return f"answer {number}"

    return ask


def test_what_is_unfit_is_left_out_and_the_rest_goes_on() -> None:
    kept: list[str] = []
    found = asyncio.run(in_lots(range(2 * AT_ONCE), answering(lambda number: number % 3 == 0), kept.extend))
    assert found == [None if number % 3 == 0 else f"answer {number}" for number in range(2 * AT_ONCE)]
    assert kept == [each for each in found if each]


def test_a_failing_endpoint_stops_it_when_what_came_beside_is_kept() -> None:
    kept: list[str] = []
    ask = answering(lambda number: number == 0, lambda number: number == AT_ONCE + 5)
    with pytest.raises(ModelUnavailable):
        asyncio.run(in_lots(range(3 * AT_ONCE), ask, kept.extend))
    assert kept == [f"answer {number}" for number in range(1, 2 * AT_ONCE) if number != AT_ONCE + 5]


def test_a_model_that_gives_nothing_fit_is_not_asked_on() -> None:
    asked: list[int] = []

    def unfit(number: int) -> bool:
        asked.append(number)
        return number >= AT_ONCE

    kept: list[str] = []
    with pytest.raises(UnfitAnswer, match=f"{AT_ONCE} is unfit"):
        asyncio.run(in_lots(range(5 * AT_ONCE), answering(unfit), kept.extend))
    assert len(kept) == AT_ONCE
    assert len(asked) == 2 * AT_ONCE
