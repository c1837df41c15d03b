"""The same town and seed give the same run, however many think at a time."""

from __future__ import annotations

from pathlib import Path

from townlet.engine.resources import RunResources

from .lives import lived

MORNING = 0.35


def test_one_thinker_and_thirty_two_live_the_same_morning(runs: Path) -> None:
    one, many = RunResources(concurrency=1), RunResources(concurrency=32)
    alone = lived("smallville", runs / "alone.townlet", MORNING, machinery=one)
    together = lived("smallville", runs / "together.townlet", MORNING, machinery=many)
    assert alone.hash == together.hash


def test_another_seed_lives_another_morning(runs: Path) -> None:
    hashes = {lived("applegarth", runs / f"morning{seed}.townlet", MORNING, seed).hash for seed in (1, 2)}
    assert len(hashes) == 2
