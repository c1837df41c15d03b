from __future__ import annotations

from pathlib import Path

import pytest

from .typed import done, refused

SHORT = ("estimate", "applegarth", "--days", "0.3")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_an_estimate_needs_no_key_and_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    told = done(*SHORT, "--model", "openai:gpt-4o-mini", "--json").json
    assert 0 < told["low"]["usd"] < told["usd"] < told["high"]["usd"]
    assert told["per_day"]["calls"] == pytest.approx(told["calls"] / 0.3, abs=0.01)
    assert told["per_person_day"]["usd"] == pytest.approx(told["usd"] / (4 * 0.3), abs=1e-5)
    assert sum(part["calls"] for part in told["by_prompt"].values()) == told["calls"]
    assert told["prices"].startswith("genai-prices")
    assert not list(tmp_path.iterdir())


def test_a_page_says_how_it_was_counted_and_how_far_it_may_be_off() -> None:
    page = done(*SHORT, "--model", "openai:gpt-4o-mini").stdout
    told = ("about $0.0", "between $0.0", "at 4 bytes a token", "The range", "genai-prices", "minute_plan")
    for part in told:
        assert part in page


def test_ones_own_price_is_used() -> None:
    Path("townlet.toml").write_text(
        '[prices."https://models.example.com/v1#x"]\ninput = 1000\noutput = 2000\n', encoding="utf-8"
    )
    told = done(*SHORT, "--model", "https://models.example.com/v1#x", "--json").json
    assert told["usd"] == pytest.approx((told["input_tokens"] * 1000 + told["output_tokens"] * 2000) / 1e6, rel=0.02)


def test_where_no_price_is_known_there_is_none() -> None:
    told = done(*SHORT, "--model", "https://models.example.com/v1#x", "--json").json
    assert told["usd"] is None
    assert told["unpriced"] == ["https://models.example.com/v1#x"]
    assert told["input_tokens"] > 0


def test_a_longer_run_is_scaled_from_the_sample() -> None:
    short, long = (
        done("estimate", "applegarth", "--days", days, "--sample", "0.3", "--json").json for days in ("0.3", "3")
    )
    assert long["calls"] == pytest.approx(10 * short["calls"])
    assert long["sample_days"] == 0.3


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--days", "0"), "--days"),
        (("--sample", "-1"), "--sample"),
        (("--model", "openai"), "openai"),
        (("--profile", "thrifty"), "thrifty"),
    ],
)
def test_what_cannot_be_estimated_is_refused(words: tuple[str, ...], told: str) -> None:
    assert told in refused("estimate", "applegarth", *words)
