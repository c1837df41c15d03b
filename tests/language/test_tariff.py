from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.cognition.answers import DayPlan, Line
from townlet.language.model import Reply, Request
from townlet.language.pricing import EMBEDDING, FREE_TARIFF, ModelTariff, Price, Spend, TokenRates

DEAR, CHEAP = Price(TokenRates(10, 20, cached_input=1, reasoning=50)), Price(TokenRates(1, 2))
LINE = Request("converse", "Say something.", {}, Line.model_json_schema())
REPLY = Reply("{}", "m", 100, 50, cached_tokens=40, reasoning_tokens=10)


def test_each_job_is_charged_at_the_price_of_its_model() -> None:
    tariff = ModelTariff(CHEAP, {"dialogue": DEAR})
    dear, cheap = tariff.cost(LINE, REPLY), tariff.cost(replace(LINE, name="react"), REPLY)
    assert dear == (150, pytest.approx((60 * 10 + 40 * 1 + 40 * 20 + 10 * 50) / 1e6))
    assert cheap == (150, pytest.approx((100 * 1 + 50 * 2) / 1e6))


def test_models_that_cost_no_money_take_tokens_all_the_same() -> None:
    assert FREE_TARIFF.cost(LINE, REPLY) == Spend(150, 0)
    assert FREE_TARIFF.ceiling(LINE).tokens >= LINE.max_tokens


def test_a_reply_that_another_run_paid_for_costs_nothing() -> None:
    assert ModelTariff(Price(TokenRates(1, 1, call=3))).cost(LINE, replace(REPLY, from_cache=True)) == Spend()


def test_a_complaint_and_the_form_of_the_answer_count_as_asked() -> None:
    tariff = ModelTariff()
    plain = tariff.ceiling(LINE).tokens
    assert tariff.ceiling(replace(LINE, complaint="x" * 500)).tokens == plain + 500
    assert tariff.ceiling(replace(LINE, schema=DayPlan.model_json_schema())).tokens > plain
    assert tariff.ceiling(LINE).tokens == plain, "a schema of the same prompt that is another is counted anew"


def test_a_schema_is_written_out_once_however_many_calls_have_it() -> None:
    class Counting(dict[str, object]):
        written = 0

        def items(self):  # type: ignore[no-untyped-def]
            Counting.written += 1
            return super().items()

    tariff, schema = ModelTariff(), Counting(Line.model_json_schema())
    ceilings = {tariff.ceiling(replace(LINE, schema=schema, text=text)).tokens for text in ("abc", "def", "ghi")}
    assert Counting.written == len(ceilings) == 1


def test_texts_to_be_embedded_are_priced_by_their_embedder() -> None:
    tariff = ModelTariff(DEAR, embedding=CHEAP)
    request = Request(EMBEDDING, "a text", {}, {}, max_tokens=0)
    assert tariff.cost(request, Reply("", "e", 1000, 0)) == (1000, pytest.approx(0.001))
    assert tariff.ceiling(request).usd < 0.01


@given(
    text=st.text(max_size=300),
    most=st.integers(1, 8000),
    cached=st.floats(0, 1),
    thought=st.floats(0, 1),
    answered=st.floats(0, 1),
)
def test_a_ceiling_is_never_below_the_cost(
    text: str, most: int, cached: float, thought: float, answered: float
) -> None:
    """The worst tokenizer makes a token of every byte; the longest answer has as many tokens as it may."""
    request = replace(LINE, text=text, max_tokens=most)
    asked, told = len(text.encode()), int(answered * most)
    reply = Reply("", "m", asked, told, int(cached * asked), int(thought * told))
    for price in (DEAR, CHEAP):
        ceiling, cost = ModelTariff(price).ceiling(request), ModelTariff(price).cost(request, reply)
        assert cost.tokens <= ceiling.tokens
        assert cost.usd <= ceiling.usd + 1e-12


@given(st.lists(st.text(max_size=40), min_size=1, max_size=9), st.floats(0, 1), st.integers(0, 4))
def test_texts_to_be_embedded_cost_no_more_than_was_set_aside_for_them(
    texts: list[str], share: float, marks: int
) -> None:
    tariff, text = ModelTariff(embedding=CHEAP), "\n".join(texts)
    tokens = round(share * len(text.encode())) + marks * len(texts)
    most = tariff.ceiling(Request(EMBEDDING, text, {}, {}, max_tokens=0))
    paid = tariff.cost(Request(EMBEDDING, text, {}, {}, max_tokens=0), Reply("", "e", tokens, 0))
    assert paid.tokens <= most.tokens
    assert paid.usd <= most.usd
