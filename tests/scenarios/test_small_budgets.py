"""Small budgets are used almost whole, never exceeded, and change nothing about the run that they pause."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from billing.server import BillingServer
from townlet.engine.build import build_resources
from townlet.engine.model_options import ModelOptions, resolve_run_config
from townlet.engine.simulation import Simulation
from townlet.language.model import BudgetSpent
from townlet.town import load_town

INPUT, OUTPUT = 10.0, 30.0
"""US dollars for a million tokens."""
CONCURRENCY = 32


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """Lifts the ban that holds for other tests: the server is on this machine."""


async def lived(
    run: Path, server: BillingServer, budget: str, days: float = 0.4, concurrency: int = CONCURRENCY
) -> str:
    """Begin the run or go on with it; its state hash at the end, or empty if its budget was spent."""
    config = run.with_suffix(".toml")
    config.write_text(f'[prices."{server.url}"]\ninput = {INPUT}\noutput = {OUTPUT}\n', encoding="utf-8")
    settings = resolve_run_config(ModelOptions(model=server.url, config=config), "economical")
    resources = build_resources(settings, 1, ModelOptions(None, None, config, concurrency, budget=budget))
    if run.exists():
        simulation = await Simulation.resume(run, resources=resources)
    else:
        simulation = Simulation.start(load_town("ternholm"), run, config=settings, resources=resources)
    try:
        with simulation:
            async for _ in simulation.run(days):
                pass
            return simulation.finish()
    except BudgetSpent:
        return ""
    finally:
        await resources.aclose()


def dollars(server: BillingServer) -> float:
    bills = [bill for bills in server.bills.values() for bill in bills]
    return sum(bill.prompt_tokens * INPUT + bill.answer_tokens * OUTPUT for bill in bills) / 1e6


@pytest.mark.parametrize("ktok", [15, 30, 45])
async def test_a_small_budget_in_tokens_is_used_almost_whole(ktok: int, tmp_path: Path) -> None:
    with BillingServer(latency=0.001) as server:
        assert await lived(tmp_path / "run.townlet", server, f"{ktok}ktok") == ""
        assert 0.9 * ktok * 1000 <= server.tokens <= ktok * 1000


async def test_a_small_budget_in_dollars_is_used_almost_whole(tmp_path: Path) -> None:
    with BillingServer(latency=0.001) as server:
        assert await lived(tmp_path / "run.townlet", server, "0.4usd") == ""
        assert 0.36 <= dollars(server) <= 0.4


@pytest.mark.parametrize("thinking", [40, 1500])
async def test_a_run_that_paused_several_times_is_the_one_that_never_paused(thinking: int, tmp_path: Path) -> None:
    """Answers that think long are cut off by the rest of a budget; they are asked for again, and so billed again."""
    with BillingServer(latency=0.001, thinking=thinking) as server:
        whole = await lived(tmp_path / "whole.townlet", server, "none", 0.27)
        questions, tokens = server.requests, server.tokens
        server.bills.clear()
        budget, ended, pauses = tokens // 4, "", 0
        while not ended:
            ended = await lived(tmp_path / "run.townlet", server, f"{budget}tok", 0.27)
            assert server.tokens <= budget
            pauses += not ended
            budget += tokens // 8
        assert ended == whole
        assert pauses >= 3
        assert server.paid_twice == 0
        if thinking == 40:
            assert server.requests == questions


async def test_when_it_became_known_that_a_model_thinks_changes_nothing(tmp_path: Path) -> None:
    """One call at a time, only the first has too little room; all at once, those of the whole town have."""
    with BillingServer(latency=0.001, thinking=1500) as server:
        one = await lived(tmp_path / "one.townlet", server, "none", 0.27, concurrency=1)
        one_at_a_time = server.requests
        assert await lived(tmp_path / "all.townlet", server, "none", 0.27) == one
        assert server.requests > 2 * one_at_a_time, "otherwise nobody had too little room"


async def test_only_the_token_limit_of_the_last_calls_differs(tmp_path: Path) -> None:
    async def asked(budget: str) -> dict[str, Any]:
        with BillingServer() as server:
            await lived(tmp_path / f"{budget}.townlet", server, budget, 0.26)
            return {json.dumps(sent["messages"]): sent for sent in server.asked}

    bounded, unbounded = await asked("15ktok"), await asked("none")
    limits = {asked: sent.pop("max_tokens") for asked, sent in bounded.items()}
    whole = {asked: sent.pop("max_tokens") for asked, sent in unbounded.items()}
    assert bounded.items() <= unbounded.items()
    assert all(limit <= whole[asked] for asked, limit in limits.items())
    assert 0 < sum(limit < whole[asked] for asked, limit in limits.items()) < len(limits) / 2
