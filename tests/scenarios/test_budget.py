"""A run that is killed 50 times never spends more than its budget, of which each life knows from its file alone."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from threading import Event

import pytest

from billing.server import Bill, BillingServer
from thorough import times
from townlet.cli.errors import MODEL_FAILED
from townlet.engine.model_options import ModelOptions
from townlet.runfile import open_reader
from waiting import wait_until

from .paid_lives import MEANS, begun_life

KILLS = times(20, 50)
DAYS = 1
"""Game days: more than all lives together come to live."""
MOST_REQUESTS, MOST_SECONDS = 12, 0.02
"""When a life is killed at the latest: so many requests after it began, and then so long after the last of them."""
PRICES = {"input": 2.0, "cached_input": 0.5, "output": 8.0, "reasoning": 12.0}
"""US dollars for a million tokens."""
DEAREST_TOKENS = 40_000
"""More than a call can take: its prompt has fewer bytes, and its answer is bounded."""
DEAREST_USD = DEAREST_TOKENS * max(PRICES.values()) / 1_000_000
KILLED = -9 if os.name == "posix" else 1
"""The exit code of a process that was killed."""


@dataclass
class Bounds:
    """What the run may spend of both things, as it stands."""

    tokens: int = 100_000
    usd: float = 0.6

    def __str__(self) -> str:
        return f"{self.tokens}tok,{self.usd:.3f}usd"

    def hold(self, server: BillingServer) -> bool:
        """Whether the server's bills are within them."""
        bills = [bill for bills in list(server.bills.values()) for bill in bills]
        return sum(bill.tokens for bill in bills) <= self.tokens and sum(map(dollars_of, bills)) <= self.usd

    def enlarge(self, run: Path) -> str:
        """Allow more of what the run has paused for; tells of which that is."""
        with open_reader(run) as reader:
            calls = reader.totals()
        tokens = calls.prompt_tokens + calls.answer_tokens + calls.unanswered_tokens
        if self.tokens - tokens < DEAREST_TOKENS:
            self.tokens += 150_000
            return "tokens"
        assert self.usd - calls.cost - calls.unanswered_ceiling < DEAREST_USD, "it paused with enough for a call left"
        self.usd += 0.8
        return "usd"


def dollars_of(bill: Bill) -> float:
    asked = (bill.prompt_tokens - bill.cached_tokens) * PRICES["input"] + bill.cached_tokens * PRICES["cached_input"]
    told = (bill.answer_tokens - bill.reasoning_tokens) * PRICES["output"] + bill.reasoning_tokens * PRICES["reasoning"]
    return (asked + told) / 1_000_000


@pytest.mark.slow
@pytest.mark.xdist_group("budget")
def test_kills_never_spend_more_than_the_budget(tmp_path: Path) -> None:
    run, chance, bounds = tmp_path / "run.townlet", Random(7), Bounds()
    kills, pauses = 0, Counter[str]()
    with BillingServer(latency=0.004) as server:
        config = tmp_path / "townlet.toml"
        config.write_text(config_of(server), encoding="utf-8")
        told = replace(MEANS, config=config, budget=str(bounds))
        while kills < KILLS:
            exit_code = lived(run, server, told, chance)
            assert bounds.hold(server)
            if exit_code == MODEL_FAILED:
                pauses[bounds.enlarge(run)] += 1
                told = replace(told, budget=str(bounds))
            else:
                assert exit_code == KILLED
                kills += 1
                # From here on the run knows its budget from its file alone.
                told = replace(told, budget=None)
    assert bounds.hold(server)
    assert set(pauses) == {"tokens", "usd"}, "one of the bounds never mattered"


def config_of(server: BillingServer) -> str:
    prices = "\n".join(f"{name} = {usd}" for name, usd in PRICES.items())
    return f'[prices."{server.url}"]\n{prices}\n'


def lived(run: Path, server: BillingServer, means: ModelOptions, chance: Random) -> int:
    """One life more, which is killed at any moment unless it ends before; its exit code."""
    reached, most = Event(), server.requests + chance.randint(1, MOST_REQUESTS)
    server.on_request = lambda number: reached.set() if number >= most else None
    process = begun_life(run, server.url, DAYS, means)
    wait_until(lambda: reached.is_set() or not process.is_alive(), process, every_seconds=0.005)
    process.join(chance.uniform(0, MOST_SECONDS))
    process.kill()
    process.join()
    assert process.exitcode is not None
    return process.exitcode
