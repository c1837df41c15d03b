from __future__ import annotations

import sqlite3
from pathlib import Path

from .typed import done, typed


def test_a_whole_run_is_told_with_its_hash(made: Path) -> None:
    found = done("verify", str(made), "--json").json
    assert found["sound"]
    assert found["state_hash"] == found["stored_hash"]
    assert f"state hash {found['state_hash']}, as recorded at the end of the run" in done("verify", str(made)).stdout


def test_an_altered_run_is_found_out(own: Path) -> None:
    with sqlite3.connect(own) as connection:
        connection.execute("UPDATE memory SET importance = 11 - importance")
    connection.close()
    outcome = typed("verify", str(own))
    assert (outcome.status, outcome.stdout) == (2, "")
    assert "table memory of step 0, Bea Winters: a row was changed" in outcome.stderr
    assert typed("verify", str(own), "--json").json["sound"] is False
