from __future__ import annotations

from pathlib import Path

import pytest

from townlet.measures.bill import read_bill
from townlet.runfile import CallRow, PromptText, RunHeader, create_run, fork_run
from townlet.runfile.view import RunView
from townlet.town import load_town

ASKED = PromptText("What now?", "{}")
DAY = 8640


def row(agent: str, step: int, name: str, **values: object) -> CallRow:
    usual = {"status": "answered", "prompt_tokens": 100, "answer_tokens": 20, "cost": 0.25, "model": "m-1"}
    return CallRow(agent, step, "0", 0, name, ASKED.sha, "answered")._replace(**(usual | values))  # type: ignore[arg-type]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """Half a day with three calls that were answered, and others that were not."""
    town = load_town("applegarth")
    header = RunHeader("0", town.name, town.digest, 1, town.start, 10, {"model": "openai:a", "dialogue": "openai:b"})
    rows = [
        row("Una", 10, "react", cached_tokens=60, reasoning_tokens=5),
        row("Una", 11, "converse", model="m-2", cost=0.5),
        row("Pell", 12, "react"),
        row("Pell", 13, "react", fallback=True, prompt_tokens=0, answer_tokens=0, cost=0, model=""),
        row("Pell", 14, "react", from_cache=True, prompt_tokens=0, answer_tokens=0, cost=0),
        lost("sent", 15),
        lost("failed", 16),
    ]
    path = tmp_path / "a.townlet"
    with create_run(path, header, town.files, intents={"budget": "5usd"}) as writer:
        writer.record_calls(rows, [ASKED])
        writer.commit_step(DAY // 2 - 1)
    return path


def lost(status: str, step: int) -> CallRow:
    nothing = {"prompt_tokens": 0, "answer_tokens": 0, "cost": 0, "model": ""}
    return row("Una", step, "react", status=status, ceiling=0.125, ceiling_tokens=900, **nothing)


def test_a_bill_adds_up_what_was_answered_and_tells_the_rest_apart(run: Path) -> None:
    bill = read_bill(RunView(run)).as_json()
    figures = {key: bill[key] for key in ("calls", "input_tokens", "output_tokens", "cached_tokens", "usd")}
    assert figures == {"calls": 3, "input_tokens": 300, "output_tokens": 60, "cached_tokens": 60, "usd": 1.0}
    assert (bill["failed"], bill["unanswered"], bill["fallbacks"], bill["from_cache"]) == (1, 1, 1, 1)
    assert (bill["unanswered_tokens_at_most"], bill["unanswered_usd_at_most"]) == (1800, 0.25)
    assert (bill["models"], bill["budget"]) == (["openai:a", "openai:b"], "5usd")


@pytest.mark.parametrize("by", ["by_prompt", "by_person", "by_model"])
def test_its_parts_add_up_to_the_whole(run: Path, by: str) -> None:
    bill = read_bill(RunView(run)).as_json()
    parts = bill[by]
    assert isinstance(parts, dict)
    for figure in ("calls", "input_tokens", "output_tokens", "usd"):
        assert sum(part[figure] for part in parts.values()) == bill[figure]  # type: ignore[index,misc]


def test_calls_are_told_for_one_person_and_game_day(run: Path) -> None:
    bill = read_bill(RunView(run))
    assert (bill.people, bill.game_days) == (0, 0.5)
    assert bill.per_person_day(7) == 0, "nobody lives there"


def test_what_was_asked_ahead_and_then_asked_anew_is_told_apart(tmp_path: Path) -> None:
    town, met = load_town("applegarth"), PromptText("And now?", "{}")
    header = RunHeader("0", town.name, town.digest, 1, town.start, 10, {"model": "openai:a"})
    rows = [
        row("Una", 10, "react"),
        row("Una", 10, "react", attempt=1, prompt_sha=met.sha),
        row("Pell", 10, "react", error="unfit"),
        row("Pell", 10, "react", attempt=1),
    ]
    with create_run(tmp_path / "a.townlet", header, town.files) as writer:
        writer.record_calls(rows, [ASKED, met])
        writer.commit_step(DAY // 2 - 1)
    bill = read_bill(RunView(tmp_path / "a.townlet"))
    assert (bill.total.calls, bill.asked_anew.calls, bill.asked_anew.prompt_tokens) == (4, 1, 100)


def test_a_fork_is_not_billed_for_what_it_inherits(run: Path) -> None:
    fork_run(run, 12, run.with_name("b.townlet"))
    bill = read_bill(RunView(run.with_name("b.townlet")))
    assert (bill.total.calls, bill.total.cost, bill.game_days) == (0, 0.0, 0.0)
