"""A run that is killed again and again pays again only for what was on its way, and ends as if nothing had happened.

People think ahead of it, as they do with a model that takes time.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Event

import pytest

from billing.server import BillingServer
from thorough import times
from townlet.engine.calls.gateway import SLOTS_PER_CONCURRENT_CALL
from townlet.engine.model_options import ModelOptions
from townlet.runfile import open_reader
from waiting import wait_until

from .paid_lives import CONCURRENCY, MEANS, begun_life, sendings

KILLS = times(30, 200)
FIRST_GOAL, FURTHER = 0.4, 0.02
"""Game days. A life that comes to the end of its run unharmed moves the end on."""
MOST_REQUESTS, MOST_SECONDS = 3, 0.02
"""When a life is killed at the latest: so many requests after it began, and then so long after the last of them."""


class Killed:
    """A run and the bills of its lives."""

    def __init__(self, run: Path, server: BillingServer) -> None:
        self.run, self.server, self.days = run, server, FIRST_GOAL
        self.kills = 0
        self.lost: dict[str, None] = {}
        """What was paid and never arrived, by the id of its sending."""

    def live(self, chance: Random) -> None:
        """One life more, which is ended at any moment of a call."""
        reached, most = Event(), self.server.requests + chance.randint(1, MOST_REQUESTS)
        self.server.on_request = lambda number: reached.set() if number >= most else None
        process = begun_life(self.run, self.server.url, self.days)
        wait_until(lambda: reached.is_set() or not process.is_alive(), process, every_seconds=0.005)
        process.join(chance.uniform(0, MOST_SECONDS))
        if process.is_alive():
            process.kill()
            self.kills += 1
            process.join()
        else:
            assert process.exitcode == 0
            self.days += FURTHER

    def settle_up(self) -> None:
        """Compare the bill with the run file, as they stand after a life."""
        rows = sendings(self.run)
        lost = [sent for sent in self.server.bills if rows[sent].status != "answered"]
        new = [sent for sent in lost if sent not in self.lost]
        assert len(new) <= SLOTS_PER_CONCURRENT_CALL * CONCURRENCY, "more was lost than can have been on its way"
        self.lost.update(dict.fromkeys(lost))


@pytest.mark.slow
@pytest.mark.xdist_group("paid_once")
def test_kills_repay_only_what_was_on_its_way_and_change_nothing(tmp_path: Path) -> None:
    with BillingServer(latency=0.004) as server:
        killed, chance = Killed(tmp_path / "run.townlet", server), Random(20)
        while killed.kills < KILLS:
            killed.live(chance)
            killed.settle_up()
        finish(killed.run, server, killed.days)
        killed.settle_up()
        paid, lost = server.requests, len(killed.lost)
        assert server.paid_twice == 0, "an id was sent again"
        assert set(server.bills) <= set(sendings(killed.run)), "something was sent that the run file does not know"

        server.bills.clear()
        finish(tmp_path / "whole.townlet", server, killed.days, replace(MEANS, ahead=False))
        assert paid - lost == server.requests, "what had arrived was asked again"
    assert 0 < lost < paid
    assert state_hash(killed.run) == state_hash(tmp_path / "whole.townlet")


def finish(run: Path, server: BillingServer, days: float, means: ModelOptions = MEANS) -> None:
    """Let a run come to its end unharmed."""
    server.on_request = lambda number: None
    process = begun_life(run, server.url, days, means)
    process.join()
    assert process.exitcode == 0


def state_hash(run: Path) -> str | None:
    with open_reader(run) as reader:
        return reader.stored_hash()
