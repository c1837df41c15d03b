"""Budgets and prices on the command line, against a server on a real socket that keeps the bill."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from billing.server import BillingServer
from townlet.runfile import open_reader, open_writer
from townlet.runfile.config import SETTINGS_INTENT
from townlet.runfile.kept_settings import read_kept_settings

from .typed import done, refused, typed

MORNING = ("run", "applegarth", "--days", "0.28", "--out", "a.townlet")


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """Lifts the ban that holds for other tests: the server is on this machine."""


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def config(model: str, **prices: float) -> None:
    lines = "\n".join(f"{kind} = {usd}" for kind, usd in prices.items())
    Path("townlet.toml").write_text(f'[prices."{model}"]\n{lines}\n', encoding="utf-8")


def test_a_run_at_its_budget_pauses_and_says_how_to_go_on() -> None:
    with BillingServer() as server:
        config(server.url, input=1, output=2)
        paused = typed(*MORNING, "--model", server.url, "--budget", "0.015usd")
        assert paused.status == 3
        [line] = paused.stderr.splitlines()
        assert "the budget of 0.015 US dollars allows no further call" in line
        assert "townlet resume a.townlet --days 0.28 --budget 0.03usd" in line
        paid = server.requests
        again = typed("resume", "a.townlet")
        assert (again.status, server.requests) == (3, paid), "the budget was forgotten"
        ended = done("resume", "a.townlet", "--budget", "50usd", "--json").json
        assert server.paid_twice == 0
        bills = [bill for bills in server.bills.values() for bill in bills]
        assert ended["usd"] == pytest.approx(sum(b.prompt_tokens + 2 * b.answer_tokens for b in bills) / 1e6, abs=1e-6)
        assert ended["calls"] == len(bills)
        bill = done("cost", "a.townlet", "--json").json
        assert (bill["usd"], bill["budget"]) == (ended["usd"], "50usd")
        assert bill["cached_tokens"] == sum(b.cached_tokens for b in bills) > 0


def test_calls_without_usable_token_counts_are_told_as_an_estimate() -> None:
    with BillingServer(usage=lambda bill: None) as server:
        config(server.url, input=1, output=2)
        page = done(*MORNING, "--model", server.url).stdout
        bill, text = done("cost", "a.townlet", "--json").json, done("cost", "a.townlet").stdout
    assert bill["estimated"] == bill["calls"] == server.requests
    assert bill["estimated_tokens"] == bill["input_tokens"] + bill["output_tokens"] > server.tokens
    assert bill["estimated_usd"] == bill["usd"] > 0
    line = f"For {server.requests} of these calls the endpoint reported no usable token counts"
    for told in (page, text):
        assert line in " ".join(told.split())
    assert "(estimated)" in done("calls", "a.townlet").stdout.splitlines()[0]


def test_prices_stay_with_the_run_when_it_is_resumed_without_them() -> None:
    with BillingServer() as server:
        config(server.url, input=1, output=2)
        Path("townlet.toml").rename("prices.toml")
        first = ("--model", server.url, "--budget", "0.0145usd", "--config", "prices.toml")
        assert typed(*MORNING, *first).status == 3
        ended = done("resume", "a.townlet", "--budget", "5usd", "--json")
        bills = [bill for bills in server.bills.values() for bill in bills]
        usd = sum(bill.prompt_tokens + 2 * bill.answer_tokens for bill in bills) / 1e6
        assert ended.json["usd"] == pytest.approx(usd, abs=1e-6)
        assert ended.stderr == ""
        assert done("cost", "a.townlet", "--json").json["unpriced"] == []
        asked = done("ask", "a.townlet", "nell", "Who are you?", "--json").json
        assert asked["usd"] > 0
        done("fork", "a.townlet", "--at", "1:00", "--out", "b.townlet")
        forked = done("resume", "b.townlet", "--days", "0.28", "--json").json
        assert forked["usd"] > 0


def test_a_new_price_in_the_settings_file_is_told_and_kept() -> None:
    with BillingServer() as server:
        config(server.url, input=1, output=2)
        done(*MORNING[:3], "0.25", *MORNING[4:], "--model", server.url)
        before = done("cost", "a.townlet", "--json").json["usd"]
        config(server.url, input=1000, output=2000)
        told = done("resume", "a.townlet", "--days", "0.26", "--json").stderr
        assert f"calls of {server.url} count at the price in townlet.toml" in told
        Path("townlet.toml").unlink()
        resumed = done("resume", "a.townlet", "--days", "0.27", "--json")
    assert "price" not in resumed.stderr
    assert resumed.json["usd"] > 100 * before


def test_models_in_a_settings_file_that_a_run_does_not_take_over_are_told_in_one_line() -> None:
    settings = Path("other.toml")
    settings.write_text('[models]\ndefault = "offline"\nembedding = "hashed"\ntimeout = 9\n', encoding="utf-8")
    done("run", "applegarth", "--days", "0.01", "--out", "a.townlet", "--config", "other.toml", "--json")
    assert done("resume", "a.townlet", "--days", "0.011", "--config", "other.toml", "--json").stderr == ""

    others = 'planning = "http://127.0.0.1:9/v1"\nembedding = "openai:text-embedding-3-small"\ntemperature = 0.5\n'
    settings.write_text(f"[models]\n{others}", encoding="utf-8")
    [line] = done("resume", "a.townlet", "--days", "0.012", "--config", "other.toml", "--json").stderr.splitlines()
    assert line.startswith("other.toml: some [models] are ignored")
    assert "planning stays offline (not http://127.0.0.1:9/v1)" in line
    assert "embedding stays hashed2-512 (not openai:text-embedding-3-small)" in line
    assert "temperature stays the provider's own (not 0.5)" in line
    assert "default stays" not in line

    settings.rename("townlet.toml")
    handed = done("resume", "a.townlet", "--days", "0.013", "--model", "offline", "--json").stderr
    assert handed.startswith("townlet.toml: some [models] are ignored")
    assert "planning" not in handed


def test_settings_of_a_run_file_that_cannot_be_read_are_told_in_one_line() -> None:
    done("run", "applegarth", "--days", "0.01", "--out", "a.townlet", "--json")
    with open_writer(Path("a.townlet")) as writer:
        writer.intend(SETTINGS_INTENT, json.dumps({"prices": {"openai:x": {"input": -1, "output": 1}}}))
    assert "prices.openai:x.input" in refused("resume", "a.townlet", "--days", "0.02")


def test_a_run_without_settings_of_its_own_keeps_none() -> None:
    done("run", "applegarth", "--days", "0.01", "--out", "a.townlet", "--json")
    with open_reader(Path("a.townlet")) as reader:
        assert reader.intent(SETTINGS_INTENT) is None


def test_the_time_limit_of_an_answer_stays_with_the_run() -> None:
    with BillingServer() as server:
        Path("townlet.toml").write_text("[models]\ntimeout = 0.5\n", encoding="utf-8")
        done("run", "applegarth", "--days", "0.01", "--model", server.url, "--out", "a.townlet", "--json")
        Path("townlet.toml").unlink()
    with open_reader(Path("a.townlet")) as reader:
        assert read_kept_settings(reader).models.timeout == 0.5


def test_a_run_shows_what_it_costs() -> None:
    with BillingServer() as server:
        config(server.url, input=10, output=10)
        page = done(*MORNING, "--model", server.url).stdout
        tokens = server.tokens
    assert f"${tokens / 100_000:.4f}" in page


def test_a_price_that_is_not_known_is_said_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    line = refused("run", "applegarth", "--model", "https://models.example.com/v1#x", "--budget", "5usd")
    assert "https://models.example.com/v1#x" in line
    assert "[prices]" in line
    assert "5Mtok" in line


@pytest.mark.parametrize("budget", ["5eur", "0usd", "lots", ""])
def test_what_is_no_budget_is_refused_before_anything_begins(budget: str) -> None:
    assert "--budget" in refused(*MORNING, "--budget", budget)
    assert not Path("a.townlet").exists()


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ('[prices."openai:x"]\ninput = -1\noutput = 1\n', "input"),
        ('[prices."openai:x"]\ninput = 1\n', "output"),
        ('[prices."openai:x"]\ninput = 1\noutput = 1\nextra = 1\n', "extra"),
        ("[prices.nobody]\ninput = 1\noutput = 1\n", "nobody"),
    ],
)
def test_a_price_that_is_none_is_refused(table: str, told: str) -> None:
    Path("townlet.toml").write_text(table, encoding="utf-8")
    assert told in refused(*MORNING)
