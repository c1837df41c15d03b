"""Whoever has promised help comes to give it."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from thorough import times
from townlet.measures.record import RunRecord
from townlet.town import Town, town_files, town_from_files

from .lives import is_at, lived


def asking_for_help() -> Town:
    """The town of four, in which somebody wants help at a place and an hour."""
    files = town_files("applegarth")
    written = files["people/nell_hart.toml"].decode()
    lacking = "Nell Hart needs somebody to play music at the picnic"
    assert lacking in written
    wanted = "Nell Hart needs somebody to help her on the Village Green on Tuesday May 6 from 2 pm to 3 pm"
    return town_from_files({**files, "people/nell_hart.toml": written.replace(lacking, wanted).encode()})


def promises(record: RunRecord) -> list[str]:
    """Who promised to help her there and then."""
    promised = "I promised Nell Hart to help on the Village Green on Tuesday May 6"
    return [memory.id.agent for memory in record.remembered.by_step() if memory.text.startswith(promised)]


def test_someone_asked_to_help_does(runs: Path) -> None:
    start, end = datetime(2025, 5, 6, 14), datetime(2025, 5, 6, 15)
    promised = 0
    # Not every run comes to a promise: people may meet too seldom, or have somebody else to ask.
    for seed in range(1, 13):
        record = lived(asking_for_help(), runs / f"help{seed}.townlet", 1.7, seed).record
        promised += len(promises(record))
        assert all(is_at(record, name, "Village Green", start, end) for name in promises(record))
        assert not any(" with on " in memory.text for memory in record.remembered.by_step())
        if promised and seed >= times(1, 3):
            break
    assert promised
