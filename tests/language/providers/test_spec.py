from __future__ import annotations

import pytest

from townlet.language.providers.spec import BadSpec, spec_of


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("openai:some-model", "openai:some-model"),
        ("OpenAI:Some-Model", "openai:Some-Model"),
        ("ollama:family:8b", "ollama:family:8b"),
        ("google:some-model", "google:some-model"),
        ("http://localhost:8080/v1", "http://localhost:8080/v1"),
        ("http://LocalHost:8080/v1/", "http://localhost:8080/v1"),
        ("http://localhost:8080", "http://localhost:8080/v1"),
        ("https://far.example/api/v1#maker/model:free", "https://far.example/api/v1#maker/model:free"),
        ("http://[::1]:8080/v1", "http://[::1]:8080/v1"),
        ("http://localhost:8080#A Model 2", "http://localhost:8080/v1#A%20Model%202"),
    ],
)
def test_a_model_has_one_form_in_which_it_is_kept(text: str, form: str) -> None:
    assert str(spec_of(text)) == form
    assert spec_of(form) == spec_of(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "openai:NAME"),
        ("big-one", "There is no model 'big-one'"),
        ("acme:one", "There is no model 'acme:one'"),
        ("openai:", "names a provider but no model"),
        ("openai", "There is no model 'openai'"),
        ("openai:a b", "a space"),
        ("http://local host/v1#a", "a space"),
        ("openai:a\nb", "control character"),
        ("ftp://host/v1", "not the address of a server"),
        ("http:///v1", "not the address of a server"),
        ("http://host:port/v1", "cannot be read"),
        ("http://host:99999/v1", "cannot be read"),
    ],
)
def test_what_names_no_model_is_refused_in_a_line(text: str, told: str) -> None:
    with pytest.raises(BadSpec) as refused:
        spec_of(text)
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("text", ["http://ann:hush-hush@host/v1", "http://host/v1?key=hush-hush"])
def test_a_key_in_an_address_is_refused_and_not_repeated(text: str) -> None:
    with pytest.raises(BadSpec) as refused:
        spec_of(text)
    assert "TOWNLET_API_KEY" in str(refused.value)
    assert "hush" not in str(refused.value)
