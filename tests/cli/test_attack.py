from __future__ import annotations

from pathlib import Path

from .typed import done, refused, typed


def test_a_part_of_the_suite_is_run_and_told(tmp_path: Path) -> None:
    told = done(
        "attack", "applegarth", "--cases", "8", "--days", "0.02", "--out", str(tmp_path / "runs"), "--json"
    ).json
    assert told["cases"] + told["harmless"]["cases"] + told["undelivered"] == 8
    assert told["successes"] == sum(kind["successes"] for kind in told["by_kind"].values())
    assert len(told["by_kind"]) >= 5
    assert "not by a language model" in told["note"]
    assert [path.name for path in (tmp_path / "runs").glob("*.townlet")] == ["attack-1-1.townlet"]


def test_runs_of_an_earlier_suite_are_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "attack-1-1.townlet").touch()
    assert "earlier suite" in refused("attack", "applegarth", "--out", str(tmp_path))


def test_a_time_that_is_none_is_refused() -> None:
    assert "--days 0" in refused("attack", "applegarth", "--days", "0")


def test_a_spent_budget_ends_it_with_the_status_of_a_failing_model() -> None:
    outcome = typed("attack", "applegarth", "--cases", "2", "--budget", "2000tok", "--json")
    assert outcome.status == 3
    assert "budget" in outcome.stderr
    assert "budget" in outcome.json["stopped"]
