"""The limit and the budget of a study, asked for over real connections, and kept by a study with an endpoint."""

from __future__ import annotations

import asyncio
import csv
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from billing.server import Bill, BillingServer, usage_of
from townlet.engine.calls.budget import Budget
from townlet.language.model import BudgetSpent, ModelUnavailable, Reply, Request
from townlet.language.pricing import Spend
from townlet.studies.leases import LeaseAddress, LeasedModel, LeasedReservations, LeaseServer
from waiting import PATIENCE_SECONDS

from .processes import StudyProcess
from .small import write_study

ASKED = Request("react", "What now?", {}, {})


class Counting:
    """A model that counts how many of its requests are in flight."""

    name = "counting"

    def __init__(self) -> None:
        self.now = self.most = 0

    async def __call__(self, request: Request) -> Reply:
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(0.01)
        self.now -= 1
        return Reply("{}", "counting", 1, 1)


async def test_an_endpoint_never_sees_more_requests_than_the_limit() -> None:
    model = Counting()
    with LeaseServer(3, Budget(), Spend()) as server:
        leased = [LeasedModel(model, server.address, "here") for _ in range(8)]
        await asyncio.gather(*(each(ASKED) for each in leased for _ in range(4)))
    assert model.most == 3


async def test_a_budget_holds_over_all_worlds_and_a_lost_lease_counts_in_full() -> None:
    with LeaseServer(3, Budget(tokens=100), Spend(10, 0.0)) as server:
        server.expect({0})
        one, other = LeasedReservations(server.address, 0), LeasedReservations(server.address, 0)
        await one.reserve(Spend(40, 0.0))
        await other.reserve(Spend(50, 0.0))
        waiting = asyncio.create_task(other.reserve(Spend(30, 0.0)))
        await asyncio.sleep(0.05)
        assert not waiting.done()
        one.settle(Spend(40, 0.0), Spend(5, 0.0))
        await waiting
        other._leases[Spend(50, 0.0)].pop().close()
        other.settle(Spend(30, 0.0), Spend(20, 0.0))
        async with asyncio.timeout(PATIENCE_SECONDS):
            while server.spent.tokens < 85:
                await asyncio.sleep(0.01)
        with pytest.raises(BudgetSpent, match="the budget of the study allows no further call"):
            await one.reserve(Spend(30, 0.0))
        assert one.left == Budget(tokens=15)
        assert server.spent == Spend(85, 0.0)


async def test_money_is_granted_to_the_earliest_pair_while_it_is_scarce() -> None:
    with LeaseServer(3, Budget(tokens=100), Spend()) as server:
        server.expect({0, 1})
        first, second = LeasedReservations(server.address, 0), LeasedReservations(server.address, 1)
        later = asyncio.create_task(second.reserve(Spend(10, 0.0)))
        await first.reserve(Spend(10, 0.0))
        await asyncio.sleep(0.05)
        assert not later.done()
        first.settle(Spend(10, 0.0), Spend(10, 0.0))
        server.expect({1})
        await later
        second.settle(Spend(10, 0.0), Spend(1, 0.0))


async def test_a_stranger_and_a_driver_that_is_gone_are_told_apart_from_a_place() -> None:
    with LeaseServer(1, Budget(), Spend()) as server:
        stranger = LeasedModel(Counting(), LeaseAddress("127.0.0.1", server.address.port, "guess"), "here")
        with pytest.raises(ModelUnavailable, match="driver of the study is gone"):
            await stranger(ASKED)
    with pytest.raises(ModelUnavailable, match="driver of the study is gone"):
        await LeasedModel(Counting(), server.address, "here")(ASKED)


class InFlight:
    """Counts the requests that a billing server works on at once."""

    def __init__(self) -> None:
        self.now = self.most = 0
        self._lock = threading.Lock()

    def begin(self, number: int) -> None:
        with self._lock:
            self.now += 1
            self.most = max(self.most, self.now)

    def end(self, bill: Bill) -> Any:
        with self._lock:
            self.now -= 1
        return usage_of(bill)


AT_ONCE = 3


def paid_study(folder: Path, url: str, budget: str, *changes: tuple[str, str]) -> Path:
    folder.mkdir()
    return write_study(
        folder,
        ('seeds = "1..2"', f'seeds = "1..3"\nmodel = "{url}"\nbudget = "{budget}"\nat_once = {AT_ONCE}'),
        ('until = "09:00"', 'until = "06:20"'),
        ('at = "08:00"', 'at = "06:05"'),
        (', "Word is that there are fireworks on Sunday."', ""),
        ("nobody = []\n", ""),
        ('[factors.mind]\nat = "start"\nlevels = { whole = {}, dull = { without = ["reflection"] } }\n', ""),
        (', "mind"', ""),
        ('secondary = ["source x mind on knew", "mind: dull - whole on knew"]\n', ""),
        *changes,
    )


def lived_seeds(study: Path) -> Counter[str]:
    with (study.with_suffix(".study") / "worlds.csv").open(encoding="utf-8") as file:
        return Counter(row["seed"] for row in csv.DictReader(file))


@pytest.mark.slow
def test_a_study_is_told_how_many_requests_may_be_in_flight_and_to_guess(tmp_path: Path) -> None:
    flight = InFlight()
    with BillingServer(0.005, flight.begin, flight.end) as server:
        study = paid_study(tmp_path / "whole", server.url, "none")
        process = StudyProcess(study, "--workers", "3", "--concurrency", "1", "--guess")
        assert process.wait() == 0, process.err.read_text(encoding="utf-8")
    assert flight.most == 1


@pytest.mark.slow
def test_a_study_keeps_its_limit_and_its_budget_and_pays_nothing_twice(tmp_path: Path) -> None:
    flight = InFlight()
    with BillingServer(0.005, flight.begin, flight.end) as server:
        whole = paid_study(tmp_path / "whole", server.url, "none")
        process = StudyProcess(whole, "--workers", "3")
        assert process.wait() == 0, process.err.read_text(encoding="utf-8")
        assert flight.most <= AT_ONCE
        assert lived_seeds(whole) == {"1": 2, "2": 2, "3": 2}
        cost, again = server.tokens, server.requests
        assert StudyProcess(whole).wait() == 0
        assert (server.requests, server.paid_twice) == (again, 0)
        short = paid_study(tmp_path / "short", server.url, f"{cost * 4 // 5}tok")
        process = StudyProcess(short, "--workers", "3")
        assert process.wait() == 3
        assert "the budget of the study allows no further call" in process.err.read_text(encoding="utf-8")
        assert server.tokens - cost <= cost * 4 // 5
        assert lived_seeds(short)["1"] == 2
        assert flight.most <= AT_ONCE
