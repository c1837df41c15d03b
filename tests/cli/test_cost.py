from __future__ import annotations

from pathlib import Path

import pytest

from .typed import done, refused


def test_a_bill_tells_calls_and_tokens_for_a_person_and_day(made: Path) -> None:
    told, run = done("cost", str(made), "--json").json, done("verify", str(made), "--json").json
    assert run["sound"]
    assert told["people"] == 4
    assert told["calls_per_person_day"] == pytest.approx(told["calls"] / (4 * 0.32), rel=0.001)
    tokens = told["input_tokens"] + told["output_tokens"]
    assert told["tokens_per_person_day"] == pytest.approx(tokens / (4 * 0.32), rel=0.001)
    assert told["calls"] == sum(part["calls"] for part in told["by_prompt"].values()) > 10
    assert set(told["by_person"]) <= {"Nell Hart", "Owen Hart", "Bea Winters", "Jonah Reed"}
    assert told["usd"] == 0


def test_a_bill_for_people_says_that_rules_cost_no_money(made: Path) -> None:
    page = done("cost", str(made)).stdout
    assert "4 people for 0.32 game days, by offline" in page
    assert "no money (answers are made by rules, not by a language model)" in page
    assert "day_plan" in page
    assert "Nell Hart" in page
    assert "$" not in page


def test_a_run_that_is_none_is_refused(tmp_path: Path) -> None:
    assert "no.townlet" in refused("cost", str(tmp_path / "no.townlet"))
