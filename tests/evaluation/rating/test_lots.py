"""What is asked in lots is kept as it comes, whatever becomes of the rest."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from townlet.evaluation.interviews.interviewer import BATCH_SIZE, ask_in_batches
from townlet.language.model import ModelUnavailable, UnfitAnswer


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


def test_an_answer_is_stored_when_it_comes_and_those_that_come_together_with_one_write() -> None:
    writes: list[list[int]] = []

    async def asking() -> None:
        others = asyncio.Event()

        async def ask(number: int) -> int:
            if number % 2:
                await others.wait()
            elif number == 4:
                await asyncio.sleep(0.01)
                assert writes == [[0, 2, 6]]
                others.set()
            return number

        assert await ask_in_batches(range(8), ask, writes.append) == [*range(8)]

    asyncio.run(asking())
    assert sorted(number for write in writes for number in write) == [*range(8)]


def test_what_came_before_ctrl_c_is_stored() -> None:
    kept: list[int] = []

    async def asking() -> None:
        async def ask(number: int) -> int:
            if number == 3:
                asking_all.cancel()
            return number

        asking_all = asyncio.ensure_future(ask_in_batches(range(8), ask, kept.extend))
        await asking_all

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(asking())
    assert {0, 1, 2, 3} <= {*kept}


def test_what_is_unfit_is_left_out_and_the_rest_goes_on() -> None:
    kept: list[str] = []
    found = asyncio.run(ask_in_batches(range(2 * BATCH_SIZE), answering(lambda number: number % 3 == 0), kept.extend))
    assert found == [None if number % 3 == 0 else f"answer {number}" for number in range(2 * BATCH_SIZE)]
    assert kept == [each for each in found if each]


def test_a_failing_endpoint_stops_it_when_what_came_beside_is_kept() -> None:
    kept: list[str] = []
    ask = answering(lambda number: number == 0, lambda number: number == BATCH_SIZE + 5)
    with pytest.raises(ModelUnavailable):
        asyncio.run(ask_in_batches(range(3 * BATCH_SIZE), ask, kept.extend))
    assert kept == [f"answer {number}" for number in range(1, 2 * BATCH_SIZE) if number != BATCH_SIZE + 5]


def test_a_model_that_gives_nothing_fit_is_not_asked_on() -> None:
    asked: list[int] = []

    def unfit(number: int) -> bool:
        asked.append(number)
        return number >= BATCH_SIZE

    kept: list[str] = []
    with pytest.raises(UnfitAnswer, match=f"{BATCH_SIZE} is unfit"):
        asyncio.run(ask_in_batches(range(5 * BATCH_SIZE), answering(unfit), kept.extend))
    assert len(kept) == BATCH_SIZE
    assert len(asked) == 2 * BATCH_SIZE
