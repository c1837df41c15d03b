"""Endpoints that report no usage, or a negative, absurd or too small one: a budget holds by their own count."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from billing.server import Bill, BillingServer, Usage, usage_of
from thorough import times
from townlet.engine.build import build_resources
from townlet.engine.model_options import ModelOptions, resolve_run_config
from townlet.engine.simulation import Simulation
from townlet.language.model import BudgetSpent
from townlet.runfile import CallTotals, open_reader
from townlet.town import load_town

CONCURRENCY = 32
SCHEDULES = times(15, 50)
INPUT, OUTPUT = 3.0, 11.0
"""US dollars for a million tokens."""


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """Lifts the ban that holds for other tests: the server is on this machine."""


def negative(bill: Bill) -> object:
    return {"prompt_tokens": -bill.prompt_tokens, "completion_tokens": -bill.answer_tokens, "total_tokens": -1}


def absurd(bill: Bill) -> object:
    return {"prompt_tokens": 2**70, "completion_tokens": bill.answer_tokens, "total_tokens": 2**70}


def far_above(bill: Bill) -> object:
    return {"prompt_tokens": 10**6, "completion_tokens": bill.answer_tokens, "total_tokens": 10**6}


def one_token_each(bill: Bill) -> object:
    return {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}


def hardly_an_answer(bill: Bill) -> object:
    return {"prompt_tokens": bill.prompt_tokens, "completion_tokens": 1, "total_tokens": bill.prompt_tokens + 1}


REPORTS: Mapping[str, Usage] = {
    "none": lambda bill: None,
    "negative": negative,
    "absurd": absurd,
    "far above": far_above,
    "one token each": one_token_each,
    "hardly an answer": hardly_an_answer,
}


async def lived(run: Path, server: BillingServer, chance: Random, concurrency: int = CONCURRENCY) -> bool:
    """Let the large town live at most half an hour of a morning within a budget of chance; whether that was spent."""
    config = run.with_suffix(".toml")
    config.write_text(f'[prices."{server.url}"]\ninput = {INPUT}\noutput = {OUTPUT}\n', encoding="utf-8")
    tokens, usd = chance.randint(10_000, 200_000), chance.uniform(0.05, 1.0)
    settings = resolve_run_config(ModelOptions(model=server.url, config=config), "economical")
    means = ModelOptions(None, None, config, concurrency, budget=f"{tokens}tok,{usd:.4f}usd")
    resources = build_resources(settings, 1, means)
    simulation = Simulation.start(load_town("smallville"), run, config=settings, resources=resources)
    spent = False
    try:
        with simulation:
            async for _ in simulation.run(0.28):
                pass
    except BudgetSpent:
        spent = True
    finally:
        await resources.aclose()
    assert server.tokens <= tokens, "more tokens than the budget"
    assert dollars(server) <= usd, "more dollars than the budget"
    return spent


def dollars(server: BillingServer) -> float:
    bills = [bill for bills in server.bills.values() for bill in bills]
    return sum(bill.prompt_tokens * INPUT + bill.answer_tokens * OUTPUT for bill in bills) / 1e6


def totals(run: Path) -> CallTotals:
    with open_reader(run) as reader:
        return reader.totals()


async def check_schedule(folder: Path, reported: str, number: int) -> None:
    """One schedule: a budget, the answers' delays, and which answers report nothing usable are left to chance."""
    chance = Random(f"{reported} {number}")
    share, usage = chance.choice([1.0, 1.0, 0.3]), REPORTS[reported]

    def some(bill: Bill) -> object:
        return usage(bill) if chance.random() < share else usage_of(bill)

    def delay(number: int) -> None:
        server.latency = chance.choice([0.0, 0.001, 0.01])

    run = folder / f"{reported} {number}.townlet"
    with BillingServer(usage=some, on_request=delay) as server:
        spent = await lived(run, server, chance)
        counted = totals(run)
        assert spent
        assert counted.estimated > 0
        assert counted.prompt_tokens + counted.answer_tokens >= server.tokens
        assert counted.cost >= dollars(server) - 1e-9


@pytest.mark.parametrize("reported", REPORTS)
async def test_a_budget_holds_whatever_an_endpoint_reports(reported: str, tmp_path: Path) -> None:
    await check_schedule(tmp_path, reported, 0)


@pytest.mark.slow
@pytest.mark.parametrize("reported", REPORTS)
@pytest.mark.parametrize("number", range(1, SCHEDULES))
async def test_a_budget_holds_in_many_schedules(reported: str, number: int, tmp_path: Path) -> None:
    await check_schedule(tmp_path, reported, number)


async def test_what_an_endpoint_counted_is_what_a_run_cost(tmp_path: Path) -> None:
    with BillingServer(latency=0.001) as server:
        await lived(tmp_path / "run.townlet", server, Random(3))
        counted = totals(tmp_path / "run.townlet")
        assert counted.estimated == 0
        assert counted.prompt_tokens + counted.answer_tokens == server.tokens
        assert counted.cost == pytest.approx(dollars(server))
