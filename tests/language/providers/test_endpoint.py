from __future__ import annotations

from pathlib import Path

import pytest

from townlet.language.providers.endpoint import Endpoint, endpoint_of, ollama_address, read_credentials
from townlet.language.providers.spec import NotConfigured, spec_of


def endpoint(spec: str) -> Endpoint:
    return endpoint_of(spec_of(spec), read_credentials())


@pytest.mark.parametrize(
    ("spec", "variable"),
    [
        ("openai:m", "OPENAI_API_KEY"),
        ("anthropic:m", "ANTHROPIC_API_KEY"),
        ("google:m", "GEMINI_API_KEY"),
        ("https://openrouter.ai/api/v1#m", "OPENROUTER_API_KEY"),
    ],
)
def test_a_missing_key_is_named_with_its_page(spec: str, variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotConfigured) as missing:
        endpoint(spec)
    assert variable in str(missing.value)
    page = str(missing.value).rpartition("see ")[2].rstrip(".")
    assert (Path(__file__).parents[3] / page).is_file()

    monkeypatch.setenv(variable, "a-key")
    assert endpoint(spec).key == "a-key"


def test_an_empty_key_is_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "")
    with pytest.raises(NotConfigured):
        endpoint("openai:m")


def test_keys_may_stand_in_a_file_and_the_environment_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("OPENAI_API_KEY='from the file'\nOTHER=1\n", encoding="utf-8")
    assert endpoint("openai:m").key == "from the file"
    monkeypatch.setenv("OPENAI_API_KEY", "from-outside")
    assert endpoint("openai:m").key == "from-outside"


def test_a_file_of_keys_that_is_no_text_is_told_in_a_line() -> None:
    Path(".env").write_bytes(b"OPENAI_API_KEY=\xff\xfe\n")
    with pytest.raises(NotConfigured, match=r"\.env is not UTF-8 text"):
        read_credentials()


def test_a_key_that_no_header_can_hold_is_refused_and_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "abc\u201ddef")
    with pytest.raises(NotConfigured) as refused:
        endpoint("openai:m")
    assert "OPENAI_API_KEY" in str(refused.value)
    assert "abc" not in str(refused.value)


def test_no_key_shows_in_what_is_printed_of_an_endpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "hush-hush")
    assert "hush" not in repr(endpoint("openai:m"))
    assert "hush" not in repr(read_credentials())


def test_a_server_named_by_its_address_needs_no_key() -> None:
    assert endpoint("http://127.0.0.1:8080/v1").key == ""


def test_a_key_goes_to_no_other_server_than_it_was_set_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "for-openai")
    assert endpoint("http://127.0.0.1:8080/v1").key == ""
    assert endpoint("https://far.example/v1#m").key == ""
    monkeypatch.setenv("OPENAI_BASE_URL", "https://far.example/v1")
    assert endpoint("https://far.example/v1#m").key == "for-openai"
    assert endpoint("http://far.example/v1#m").key == ""
    monkeypatch.setenv("TOWNLET_API_KEY", "for-that")
    assert endpoint("https://far.example/v1#m").key == "for-that"


def test_openai_may_be_a_server_on_this_machine_that_needs_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:1234/v1/")
    assert (endpoint("openai:m").base_url, endpoint("openai:m").key) == ("http://localhost:1234/v1", "")


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("", "http://localhost:11434/v1"),
        ("0.0.0.0", "http://localhost:11434/v1"),
        ("0.0.0.0:8000", "http://localhost:8000/v1"),
        ("far.example", "http://far.example:11434/v1"),
        ("far.example:8000", "http://far.example:8000/v1"),
        ("https://far.example", "https://far.example:443/v1"),
        ("http://far.example:8000/under/", "http://far.example:8000/under/v1"),
    ],
)
def test_ollama_is_found_where_its_own_variable_says(host: str, address: str) -> None:
    assert ollama_address(host) == address
