from __future__ import annotations

import asyncio
from random import Random

import pytest

from townlet.engine.calls.budget import Budget, BudgetReservations
from townlet.language.model import BudgetSpent
from townlet.language.pricing import Spend


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_a_call_that_could_exceed_the_budget_is_not_made() -> None:
    reservations = BudgetReservations(Budget(tokens=100), Spend(tokens=60))
    await reservations.reserve(Spend(40))
    reservations.settle(Spend(40), Spend(40))
    with pytest.raises(BudgetSpent, match="budget of 100 tokens"):
        await reservations.reserve(Spend(1))


async def test_a_budget_in_money_is_kept_like_one_in_tokens() -> None:
    reservations = BudgetReservations(Budget(usd=0.5), Spend(usd=0.3))
    with pytest.raises(BudgetSpent, match=r"budget of 0\.5 US dollars"):
        await reservations.reserve(Spend(usd=0.21))
    await reservations.reserve(Spend(usd=0.2))


async def test_a_call_waits_for_others_that_may_leave_enough() -> None:
    reservations = BudgetReservations(Budget(tokens=100))
    await reservations.reserve(Spend(80))
    waiting = asyncio.create_task(reservations.reserve(Spend(50)))
    await settled()
    assert not waiting.done()
    reservations.settle(Spend(80), Spend(30))
    await waiting
    assert reservations.spent == Spend(30)


async def test_dollars_that_calls_under_way_may_cost_are_not_given_out_twice() -> None:
    reservations = BudgetReservations(Budget(usd=0.5))
    await reservations.reserve(Spend(usd=0.3))
    waiting = asyncio.create_task(reservations.reserve(Spend(usd=0.3)))
    await settled()
    assert not waiting.done(), "0.6 of 0.5 dollars would be under way"
    reservations.settle(Spend(usd=0.3), Spend(usd=0.1))
    await waiting
    assert reservations.spent == Spend(usd=0.1)


async def test_who_waited_in_vain_is_told_when_nobody_is_left_to_wait_for() -> None:
    reservations = BudgetReservations(Budget(tokens=100))
    await reservations.reserve(Spend(80))
    waiting = [asyncio.create_task(reservations.reserve(Spend(50))) for _ in range(3)]
    await settled()
    reservations.settle(Spend(80), Spend(80))
    results = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(result, BudgetSpent) for result in results)


async def test_without_a_budget_nobody_waits() -> None:
    reservations = BudgetReservations()
    for _ in range(100):
        await reservations.reserve(Spend(10**9, 1e6))


@pytest.mark.parametrize("budget", [Budget(usd=1.0), Budget(tokens=10_000), Budget(usd=1.0, tokens=20_000)])
async def test_many_calls_at_once_never_spend_more_than_the_budget(budget: Budget) -> None:
    chance, reservations = Random(5), BudgetReservations(budget)
    made, under_way = 0, list[Spend]()

    async def call() -> None:
        nonlocal made
        tokens = chance.randint(100, 900)
        most = Spend(tokens, tokens / 10_000)
        await reservations.reserve(most)
        under_way.append(most)
        assert reservations.spent.tokens + sum(each.tokens for each in under_way) <= (budget.tokens or 10**9)
        assert reservations.spent.usd + sum(each.usd for each in under_way) <= (budget.usd or 10**9) + 1e-9
        for _ in range(chance.randint(0, 3)):
            await asyncio.sleep(0)
        share = chance.random()
        under_way.remove(most)
        reservations.settle(most, Spend(int(most.tokens * share), most.usd * share))
        made += 1

    results = await asyncio.gather(*(call() for _ in range(200)), return_exceptions=True)
    assert made > 10
    assert any(isinstance(result, BudgetSpent) for result in results)
    assert all(result is None or isinstance(result, BudgetSpent) for result in results)
    assert reservations.spent.usd > 1.0 - 0.09, "it stopped before the next call could have exceeded the budget"
