from __future__ import annotations

import re
import tomllib
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path

import pytest
from genai_prices import Usage, calc_price

from townlet.language.pricing import NO_COST, PriceList, TokenRates, TokenUsage, source_of_prices

ROOT = Path(__file__).parents[2]
MOMENT = datetime(2026, 11, 20, 9, 30, tzinfo=UTC)
PRICES = PriceList(moment=MOMENT)


@pytest.mark.parametrize(
    ("model", "provider"),
    [
        ("openai:gpt-4o-mini", "openai"),
        ("openai:gpt-4o-mini-2024-07-18", "openai"),
        ("openai:gpt-5-mini", "openai"),
        ("openai:o3", "openai"),
        ("anthropic:claude-sonnet-4-5", "anthropic"),
        ("anthropic:claude-haiku-4-5-20251001", "anthropic"),
        ("google:gemini-2.5-flash", "google"),
        ("google:gemini-2.5-pro", "google"),
        ("https://api.perplexity.ai#sonar", "perplexity"),
    ],
)
@pytest.mark.parametrize(("prompt", "cached", "answer"), [(900, 0, 80), (1500, 1024, 300), (250_000, 100_000, 4000)])
def test_a_call_costs_what_the_list_says(model: str, provider: str, prompt: int, cached: int, answer: int) -> None:
    price = PRICES.price_of(model)
    assert price is not None
    usage = Usage(input_tokens=prompt, cache_read_tokens=cached, output_tokens=answer)
    listed = calc_price(usage, re.split("[:#]", model)[-1], provider_id=provider, genai_request_timestamp=MOMENT)
    assert price.usd(TokenUsage(prompt, answer, cached)) == pytest.approx(float(listed.total_price))
    assert price.usd(TokenUsage(prompt, answer, cached)) > 0


def test_writing_to_a_cache_costs_extra_where_that_is_charged() -> None:
    price = PRICES.price_of("anthropic:claude-sonnet-4-5")
    assert price is not None
    assert (
        price.usd(TokenUsage(1000, 0, written=1000))
        > price.usd(TokenUsage(1000, 0))
        > price.usd(TokenUsage(1000, 0, cached=1000))
        > 0
    )


def test_an_embedder_is_priced_by_its_input() -> None:
    price = PRICES.price_of("openai:text-embedding-3-small")
    assert price is not None
    assert price.usd(TokenUsage(1_000_000, 0)) > 0


def test_a_gateway_is_known_by_its_address() -> None:
    price = PRICES.price_of("https://openrouter.ai/api/v1#openai/gpt-4o-mini")
    assert price is not None
    assert price.usd(TokenUsage(1000, 10)) > 0


@pytest.mark.parametrize("model", ["openai:no-such-model", "https://models.example.com/v1#x", "anthropic:gpt-4o"])
def test_a_price_that_nobody_knows_is_not_made_up(model: str) -> None:
    assert PRICES.price_of(model) is None


@pytest.mark.parametrize(
    "model",
    [
        "offline",
        "hashed-512",
        "hashed2-512",
        "minilm",
        "ollama:qwen3",
        "http://127.0.0.1:8080/v1",
        "http://localhost:1234/v1#x",
        "http://[::1]:8080/v1",
        "http://192.168.1.20:8000/v1#x",
        "http://vllm:8000/v1",
        "http://tower.local/v1",
    ],
)
def test_what_runs_on_machines_of_ones_own_costs_nothing(model: str) -> None:
    assert PRICES.price_of(model) is NO_COST


def test_ones_own_price_goes_before_the_list_and_for_own_machines() -> None:
    rates = TokenRates(1, 2)
    own = PriceList({"openai:gpt-4o-mini": rates, "http://127.0.0.1:8080/v1": rates}, MOMENT)
    for model in own.own:
        price = own.price_of(model)
        assert price is not None
        assert price.usual == rates


def test_the_date_of_the_list_is_that_of_the_release_it_comes_from() -> None:
    known = tomllib.loads((files("townlet.language") / "prices.toml").read_text(encoding="utf-8"))
    locked = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))["package"]
    [package] = [package for package in locked if package["name"] == known["package"]]
    assert known["version"] == package["version"]
    assert str(known["date"]) == str(package["sdist"]["upload-time"])[:10]
    assert f"{known['date']}" in source_of_prices()
