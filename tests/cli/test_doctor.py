from __future__ import annotations

from collections import Counter
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


TOWN = "applegarth"


def test_a_model_that_works_is_told_with_its_form_speed_and_what_a_day_takes() -> None:
    with BillingServer(thinking=0) as server:
        Path("townlet.toml").write_text(f'[prices."{server.url}"]\ninput = 500\noutput = 500\n', encoding="utf-8")
        outcome = done("doctor", TOWN, "--model", server.url, "--json")
    model, embedding = outcome.json["parts"]
    assert outcome.json["works"] is True
    assert (model["part"], model["name"], model["works"], model["problem"]) == ("default", server.url, True, "")
    assert (model["version"], model["schema_mode"]) == ("billing-1", "schema")
    assert model["fit"] == model["answers"] == model["calls"] == len(server.bills)
    assert model["tokens"] == sum(bill.tokens for bills in server.bills.values() for bill in bills)
    assert model["usd"] == pytest.approx(model["tokens"] * 500 / 1e6)
    assert model["tokens_a_second"] > 0
    assert (embedding["part"], embedding["dimensions"]) == ("embedding", 512)
    assert outcome.json["settings"] == {"models": {"default": server.url}}
    day = outcome.json["day"]
    assert day["calls"] > 100
    assert day["usd"] == pytest.approx(day["tokens"] * 500 / 1e6, rel=0.01)
    # The longest prompts of each kind, with the room that a run gives them.
    asked = {sent["response_format"]["json_schema"]["name"]: sent for sent in server.asked}
    forms = Counter(sent["response_format"]["json_schema"]["name"] for sent in server.asked)
    assert {forms[name] for name in ("day_plan", "minute_plan", "converse", "react", "after_talk")} == {3}
    assert max(len(sent["messages"][0]["content"]) for sent in server.asked) > 4500
    assert asked["converse"]["max_tokens"] < asked["day_plan"]["max_tokens"] < 4000


def test_each_job_of_the_file_is_looked_at(server: BillingServer) -> None:
    Path("townlet.toml").write_text(f'[models]\ndialogue = "{server.url}#talker"\n', encoding="utf-8")
    stdout = done("doctor", TOWN).stdout
    assert "default: offline works" in stdout
    assert f"dialogue: {server.url}#talker works" in stdout
    sent = {each["response_format"]["json_schema"]["name"] for each in server.asked}
    assert sent == {"importance", "converse", "farewell", "after_talk"}


def test_its_lines_are_written_into_the_file_and_nothing_there_is_lost(server: BillingServer) -> None:
    file = Path("townlet.toml")
    own = '# mine\n[models]\ndefault = "ollama:m"  # at home\n\n[prices."ollama:m"]\ninput = 1\noutput = 2\n'
    file.write_text(own, encoding="utf-8")
    done("doctor", TOWN, "--model", server.url, "--write")
    changed = f'# default = "ollama:m"  # at home\ndefault = "{server.url}"'
    assert file.read_text(encoding="utf-8") == own.replace('default = "ollama:m"  # at home', changed)
    assert f"default: {server.url} works" in done("doctor", TOWN).stdout


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
