"""Keys do not get out, in whatever form they are echoed, and ordinary words stay."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.language import secrets
from townlet.language.secrets import (
    REDACTED,
    learn_secrets,
    learn_secrets_of_environment,
    redact,
    redact_error,
    redact_logs,
)

CANARY = 'kn4ry"\\/ü-0815-swordfish'


@pytest.fixture(autouse=True)
def _nothing_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(secrets._KnownSecrets, "forms", ())
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def log_records() -> Iterator[None]:
    before = logging.getLogRecordFactory()
    yield
    logging.setLogRecordFactory(before)


@pytest.mark.parametrize(
    "name", ["OPENAI_API_KEY", "townlet_api_key", "HF_TOKEN", "CLIENT_SECRET", "Authorization", "X-Api-Key", "PASSWORD"]
)
def test_what_goes_under_the_name_of_a_secret_is_taken_out(name: str) -> None:
    learn_secrets({name: CANARY})
    assert redact(f"You sent {CANARY}, didn't you?") == f"You sent {REDACTED}, didn't you?"


@pytest.mark.parametrize("name", ["OPENAI_BASE_URL", "TOKENS", "KEYBOARD", "MONKEY_NAME"])
def test_what_goes_under_another_name_stays(name: str) -> None:
    learn_secrets({name: CANARY})
    assert redact(CANARY) == CANARY


@pytest.mark.parametrize("form", [json.dumps, lambda text: json.dumps(text, ensure_ascii=False), quote])
def test_a_secret_is_known_in_other_spellings(form: object) -> None:
    learn_secrets({"API_KEY": CANARY})
    assert callable(form)
    assert "swordfish" not in redact(f"body: {form(CANARY)}")


@pytest.mark.parametrize("value", ["EMPTY", "none", "password", "", "placeholder"])
def test_placeholders_are_no_secrets(value: str) -> None:
    learn_secrets({"API_KEY": value})
    assert redact(f"The {value} of the day") == f"The {value} of the day"


def test_a_secret_that_holds_another_is_taken_out_whole() -> None:
    learn_secrets({"A_KEY": "river-bank-1", "B_KEY": "river-bank-1-and-more"})
    assert redact("river-bank-1-and-more river-bank-1") == f"{REDACTED} {REDACTED}"


def test_environment_and_env_file_are_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "from-the-environment-1")
    Path(".env").write_text("OTHER_TOKEN='from-the-file-2'\n", encoding="utf-8")
    learn_secrets_of_environment()
    assert redact("from-the-environment-1 from-the-file-2") == f"{REDACTED} {REDACTED}"


@pytest.mark.parametrize(
    "text",
    [
        "Authorization: Bearer abcdefgh12345678",
        '{"authorization": "Basic dXNlcjpwYXNz"}',
        "x-api-key: abcdefgh12345678",
        "Incorrect API key provided: sk-proj-abcdefgh12345678abcdefgh",
        "https://example.org/?key=AIzaSyA1234567890abcdefghijk",
    ],
)
def test_what_looks_like_a_secret_is_taken_out_unlearnt(text: str) -> None:
    hidden = redact(text)
    assert REDACTED in hidden
    assert not any(part in hidden for part in ("abcdefgh", "dXNl", "AIza"))


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz ,.'!?-\n", max_size=200))
def test_ordinary_words_stay(text: str) -> None:
    assert redact(text) == text or any(mark in text for mark in ("sk-", "pk-", "rk-", "hf-", "gsk-", "xai-"))


def test_an_error_keeps_its_kind_and_loses_the_secret() -> None:
    learn_secrets({"API_KEY": CANARY})
    error = ValueError(f"bad key {CANARY}", 3)
    redact_error(error)
    assert error.args == (f"bad key {REDACTED}", 3)


def test_logs_of_any_logger_hold_no_secret(log_records: None, caplog: pytest.LogCaptureFixture) -> None:
    learn_secrets({"API_KEY": CANARY})
    redact_logs()
    try:
        raise ValueError(CANARY)
    except ValueError:
        logging.getLogger("somebody.else").exception("sent %s to %d", CANARY, 3)
    assert f"sent {REDACTED} to 3" in caplog.text
    assert "ValueError" in caplog.text
    assert "swordfish" not in caplog.text


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_keys_are_learnt_from_an_env_file_in_any_encoding(encoding: str) -> None:
    Path(".env").write_bytes("# für später\nOPENAI_API_KEY=kn4ry-0815-swordfish\n".encode(encoding))
    learn_secrets_of_environment()
    assert redact("It is kn4ry-0815-swordfish.") == f"It is {REDACTED}."
