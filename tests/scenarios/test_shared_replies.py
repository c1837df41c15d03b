"""Runs that keep replies for one another, on a server that keeps the bill."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from billing.server import BillingServer
from townlet.runfile import open_reader

from .paid_lives import MEANS, begun_life, sendings

DAYS = 0.1


def paid_for(run: Path, server: BillingServer, cache: Path, replicate: int) -> int:
    """How many requests a run costs that has the replies of a folder."""
    before = server.requests
    process = begun_life(run, server.url, DAYS, replace(MEANS, cache=str(cache), replicate=replicate))
    process.join()
    assert process.exitcode == 0
    return server.requests - before


@pytest.mark.xdist_group("paid_once")
def test_what_one_run_paid_for_costs_the_next_nothing_and_another_replicate_the_same(tmp_path: Path) -> None:
    cache = tmp_path / "replies"
    with BillingServer() as server:
        first = paid_for(tmp_path / "first.townlet", server, cache, 1)
        assert first > 0
        assert paid_for(tmp_path / "again.townlet", server, cache, 1) == 0
        assert paid_for(tmp_path / "other.townlet", server, cache, 2) == first

    with open_reader(tmp_path / "first.townlet") as one, open_reader(tmp_path / "again.townlet") as again:
        assert one.stored_hash() == again.stored_hash()
        totals = again.totals()
        assert (totals.from_cache, totals.calls) == (first, 0)
        assert (totals.prompt_tokens, totals.answer_tokens, totals.cost) == (0, 0, 0)
    assert all(row.from_cache for row in sendings(tmp_path / "again.townlet").values())
    assert not any(row.from_cache for row in sendings(tmp_path / "other.townlet").values())
