from __future__ import annotations

from pathlib import Path

import pytest

from billing.server import BillingServer
from townlet.cli.errors import MODEL_FAILED
from townlet.engine.build import build_resources
from townlet.engine.model_options import ModelOptions, replace_model, resolve_run_config
from townlet.errors import BadInput
from townlet.language.providers.knobs import Knobs
from townlet.language.settings import ConfigTables, read_config
from townlet.runfile import open_reader
from townlet.runfile.config import RunConfig

from .typed import done, refused, typed

TABLE = """
[models]
default = "ollama:plain"
dialogue = "openai:talker"
importance = "http://LocalHost:8080/v1/"
embedding = "google:near"
temperature = 0.5
"""


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """Lifts the ban that holds for all other tests: a server on this machine is asked."""


@pytest.fixture(autouse=True)
def _folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def test_without_any_choice_rules_answer() -> None:
    assert resolve_run_config(ModelOptions(), "paper") == RunConfig("offline", embedder="hashed2-512", profile="paper")


def test_the_file_says_who_does_which_job_in_the_form_that_runs_keep() -> None:
    Path("townlet.toml").write_text(TABLE, encoding="utf-8")
    assert resolve_run_config(ModelOptions(), "economical") == RunConfig(
        "ollama:plain",
        dialogue="openai:talker",
        importance="http://localhost:8080/v1",
        temperature="0.5",
        embedder="google:near",
    )


def test_options_win_over_the_file_for_all_jobs() -> None:
    Path("townlet.toml").write_text(TABLE, encoding="utf-8")
    chosen = resolve_run_config(ModelOptions(model="offline", embedding="hashed"), "economical")
    assert (chosen.model, chosen.by_job, chosen.embedder) == ("offline", {}, "hashed2-512")


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ("dialogue=ollama:qwen3:4b", RunConfig("ollama:plain", dialogue="ollama:qwen3:4b", temperature="0.5")),
        ("offline, dialogue=ollama:small", RunConfig("offline", dialogue="ollama:small", temperature="0.5")),
        ("default=ollama:big,planning=offline", RunConfig("ollama:big", planning="offline", temperature="0.5")),
    ],
)
def test_a_model_for_one_job_is_given_on_the_command_line(option: str, expected: RunConfig) -> None:
    text = '[models]\ndefault = "ollama:plain"\ntemperature = 0.5\n'
    Path("townlet.toml").write_text(text, encoding="utf-8")
    assert resolve_run_config(ModelOptions(model=option), "economical") == expected


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("talk=ollama:small", "names no job; write default=MODEL, dialogue=MODEL"),
        ("dialogue=", "names no model; write dialogue=MODEL"),
        ("ollama:a,ollama:b", "names two models for all jobs"),
        ("dialogue=small", "There is no model 'small'"),
    ],
)
def test_a_job_or_a_model_that_is_none_is_refused(option: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        resolve_run_config(ModelOptions(model=option), "economical")


def test_a_run_that_has_begun_gets_one_model_for_all_jobs() -> None:
    with pytest.raises(BadInput, match="can only get one model for all jobs"):
        replace_model(RunConfig(), "dialogue=ollama:small")


KNOBS = """
[options."http://LocalHost:8080/v1/"]
thinking = "low"
cache = "1h"

[options.dialogue]
thinking = "off"
temperature = 0.9
"""


def test_options_are_those_of_the_job_and_then_of_its_model() -> None:
    Path("townlet.toml").write_text(KNOBS, encoding="utf-8")
    tables = read_config()
    model = "http://localhost:8080/v1"
    assert tables.knobs(model, "planning") == Knobs(thinking="low", cache="1h")
    assert tables.knobs(model, "dialogue") == Knobs(thinking="off", cache="1h", temperature=0.9)
    assert tables.knobs("ollama:other", "default") == Knobs()


def test_a_run_keeps_the_options_of_its_models_and_a_later_file_replaces_them() -> None:
    Path("townlet.toml").write_text(KNOBS, encoding="utf-8")
    made = build_resources(RunConfig("http://localhost:8080/v1"), 1, ModelOptions())
    kept = ConfigTables.model_validate_json(made.settings or "{}")
    assert kept.options["http://localhost:8080/v1"] == Knobs(thinking="low", cache="1h")
    Path("townlet.toml").write_text("[options.dialogue]\nthinking = 'high'\n", encoding="utf-8")
    later = build_resources(RunConfig("http://localhost:8080/v1"), 1, ModelOptions(), kept)
    again = ConfigTables.model_validate_json(later.settings or "{}")
    assert again.knobs("http://localhost:8080/v1", "dialogue") == Knobs(thinking="high", cache="1h")


def test_options_of_what_is_neither_job_nor_model_are_refused() -> None:
    Path("townlet.toml").write_text("[options.talk]\nthinking = 'low'\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"\[options\] in townlet.toml: There is no model 'talk'.*name a job: default"):
        build_resources(RunConfig(), 1, ModelOptions())


def test_only_what_was_chosen_is_part_of_the_hash() -> None:
    assert RunConfig().as_json() == {"model": "offline", "embedder": "hashed2-512", "profile": "economical"}
    assert RunConfig(dialogue="openai:talker").as_json()["dialogue"] == "openai:talker"


def test_another_model_takes_all_jobs() -> None:
    settings = RunConfig("ollama:plain", dialogue="openai:talker")
    assert replace_model(settings, "offline") == RunConfig("offline")
    assert replace_model(settings, None) is settings


def test_all_models_of_the_jobs_are_made() -> None:
    equipment = build_resources(RunConfig("ollama:plain", dialogue="http://localhost:8080/v1#b"), 1, ModelOptions())
    assert equipment.model.name == "ollama:plain + http://localhost:8080/v1#b"


def test_a_model_without_its_key_is_refused_before_anything_is_begun() -> None:
    with pytest.raises(BadInput, match="set OPENAI_API_KEY"):
        build_resources(RunConfig("openai:m"), 1, ModelOptions())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["run", "applegarth", "--model", "openai:m"], "set OPENAI_API_KEY"),
        (["run", "applegarth", "--model", "openai:"], "names a provider but no model"),
        (["run", "applegarth", "--embedding", "anthropic:m"], "Anthropic has none"),
        (["run", "applegarth", "--embedding", "offline"], "cannot embed"),
        (["run", "applegarth", "--embedding", "near"], "There is no model 'near'"),
        (["run", "applegarth", "--config", "none.toml"], "none.toml cannot be read"),
    ],
)
def test_what_cannot_be_used_is_told_in_one_line_and_leaves_no_file(words: list[str], told: str) -> None:
    assert told in refused(*words)
    assert list(Path().iterdir()) == []


def test_a_run_may_be_resumed_by_another_model_and_each_call_says_whose_answer_it_is() -> None:
    done("run", "applegarth", "--days", "0.26", "--out", "a.townlet", "--json")
    with BillingServer() as server:
        done("resume", "a.townlet", "--days", "0.3", "--model", server.url, "--json")
    with open_reader(Path("a.townlet")) as run:
        models = [(row.step, row.model) for row in run.calls()]
    assert {model for step, model in models if step < 2246} == {"offline"}
    assert {model for step, model in models if step >= 2246} == {"billing-1"}


def test_a_model_that_took_over_is_remembered_by_all_that_come_after(tmp_path: Path) -> None:
    done("run", "applegarth", "--days", "0.26", "--out", "a.townlet", "--json")
    with BillingServer() as server:
        done("resume", "a.townlet", "--days", "0.28", "--model", server.url, "--json")
        before = server.requests
        done("resume", "a.townlet", "--days", "0.3", "--json")
        resumed = server.requests
        done("ask", "a.townlet", "nell", "Who are you?", "--json")
        assert before < resumed < server.requests
        assert done("cost", "a.townlet", "--json").json["models"] == [server.url]
    done("resume", "a.townlet", "--days", "0.31", "--model", "offline", "--json")
    assert done("cost", "a.townlet", "--json").json["models"] == ["offline"]


def test_the_embedder_of_a_run_stays(tmp_path: Path) -> None:
    done("run", "applegarth", "--days", "0.01", "--out", "a.townlet", "--json")
    told = refused("resume", "a.townlet", "--days", "0.02", "--embedding", "ollama:near")
    assert "The embedder of this run is hashed2-512. It cannot be changed" in told
    done("resume", "a.townlet", "--days", "0.02", "--embedding", "hashed", "--json")


def test_a_run_of_the_older_built_in_embedder_is_resumed_and_replayed_with_it(tmp_path: Path) -> None:
    done("run", "applegarth", "--days", "0.3", "--out", "a.townlet", "--embedding", "hashed-512", "--json")
    done("resume", "a.townlet", "--days", "0.32", "--embedding", "hashed", "--json")
    done("run", "applegarth", "--days", "0.32", "--out", "b.townlet", "--embedding", "hashed-512", "--json")
    resumed, whole = (done("verify", run, "--json").json for run in ("a.townlet", "b.townlet"))
    assert resumed["state_hash"] == whole["state_hash"]
    done("replay", "a.townlet")


def test_an_interview_tells_what_it_took_and_keeps_to_a_budget(tmp_path: Path) -> None:
    with BillingServer() as server:
        prices = f'[prices."{server.url}"]\ninput = 1.0\noutput = 10.0\n'
        Path("townlet.toml").write_text(prices, encoding="utf-8")
        words = ("--days", "0.2", "--model", server.url, "--budget", "1usd", "--out", "a.townlet", "--json")
        done("run", "applegarth", *words)
        ask, spent, calls = ("ask", "a.townlet", "nell", "Who are you?"), server.tokens, server.requests
        told = done(*ask, "--json").json
        assert told["calls"] == server.requests - calls >= 1
        assert told["input_tokens"] + told["output_tokens"] == server.tokens - spent
        assert told["usd"] > 0
        assert "do not count as part of the run's cost" in done(*ask).stderr

        paused = typed(*ask, "--budget", "0.0001usd")
        assert (paused.status, paused.stdout) == (MODEL_FAILED, "")
        assert "budget of 0.0001 US dollars allows no further call" in paused.stderr
        typed("resume", "a.townlet", "--days", "0.21", "--budget", "0.001usd", "--json")
        calls = server.requests
        assert "allows no further call" in typed(*ask).stderr, "what the run has left is the usual budget"
        assert server.requests == calls


def test_an_env_file_that_is_not_utf_8_is_told_in_one_line_where_a_key_is_needed() -> None:
    Path(".env").write_bytes("# für später\nOPENAI_API_KEY=kn4ry-0815-swordfish\n".encode("latin-1"))
    assert ".env is not UTF-8 text" in refused("run", "applegarth", "--days", "0.01", "--model", "openai:m")
    assert ".env is not UTF-8 text" in typed("doctor", "--model", "openai:m").stdout
    done("run", "applegarth", "--days", "0.01", "--out", "a.townlet", "--json")


def test_https_to_a_plain_server_is_named_by_the_doctor_and_by_a_run() -> None:
    with BillingServer() as server:
        url = server.url.replace("http:", "https:")
        told = typed("doctor", "--model", f"{url}#m")
        assert told.status == MODEL_FAILED
        assert "needs TLS" in " ".join(told.stdout.split())
        paused = typed("run", "applegarth", "--days", "0.1", "--model", f"{url}#m", "--out", "a.townlet", "--json")
        assert paused.status == MODEL_FAILED
        [line] = paused.stderr.splitlines()
        assert "needs TLS" in line
