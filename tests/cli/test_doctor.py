from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from billing.server import BillingServer

from .typed import done, refused, typed


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """Lifts the ban that holds for all other tests: a server on this machine is asked."""


@pytest.fixture(autouse=True)
def _folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


@pytest.fixture
def server() -> Iterator[BillingServer]:
    with BillingServer() as running:
        yield running


def test_without_options_it_says_that_rules_answer() -> None:
    stdout = done("doctor").stdout
    assert "default: offline works" in stdout
    assert "rules, no language model" in stdout
    assert "vectors of 512 numbers" in stdout


def test_a_model_that_works_is_told_with_its_version_tokens_and_schema_mode(server: BillingServer) -> None:
    outcome = done("doctor", "--model", server.url, "--json")
    model, embedding = outcome.json["parts"]
    assert outcome.json["works"] is True
    assert (model["part"], model["name"], model["works"], model["problem"]) == ("default", server.url, True, "")
    assert (model["version"], model["schema_mode"]) == ("billing-1", "schema")
    assert model["tokens"] > 0
    assert (embedding["part"], embedding["dimensions"]) == ("embedding", 512)
    assert len(server.bills) == 1, "one small call"


def test_what_the_check_took_is_told_at_its_price(server: BillingServer) -> None:
    Path("townlet.toml").write_text(f'[prices."{server.url}"]\ninput = 500\noutput = 500\n', encoding="utf-8")
    model = done("doctor", "--model", server.url, "--json").json["parts"][0]
    assert model["usd"] == pytest.approx(model["tokens"] * 500 / 1e6)
    assert f"{model['tokens']} tokens ($" in done("doctor", "--model", server.url).stdout


def test_each_job_of_the_file_is_looked_at(server: BillingServer) -> None:
    Path("townlet.toml").write_text(f'[models]\ndialogue = "{server.url}#talker"\n', encoding="utf-8")
    stdout = done("doctor").stdout
    assert "default: offline works" in stdout
    assert f"dialogue: {server.url}#talker works" in stdout


def test_what_does_not_work_says_what_to_set_and_the_rest_is_looked_at_all_the_same() -> None:
    outcome = typed("doctor", "--model", "openai:m", "--embedding", "hashed")
    assert outcome.status == 3
    assert "default: openai:m does not work" in outcome.stdout
    assert "set OPENAI_API_KEY" in outcome.stdout
    assert "embedding: hashed2-512 works" in outcome.stdout


def test_a_server_that_is_not_there_is_told() -> None:
    outcome = typed("doctor", "--model", "http://127.0.0.1:9/v1#m", "--json")
    assert outcome.status == 3
    assert outcome.json["works"] is False
    assert "cannot be reached" in outcome.json["parts"][0]["problem"]


def test_a_model_that_is_named_wrongly_is_bad_input() -> None:
    assert "There is no model 'x:y'" in refused("doctor", "--model", "x:y")
