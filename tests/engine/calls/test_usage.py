"""What a call counts as if its endpoint reports tokens that it cannot have taken."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from townlet.engine.calls.budget import Budget, BudgetReservations
from townlet.engine.calls.gateway import USAGE_DOUBTED, CallPolicy, send_paid
from townlet.engine.calls.log import NoCallLog
from townlet.engine.calls.usage import MAX_CHARACTERS_PER_TOKEN, MAX_OVERRUN, counted_at_ceiling, is_believable
from townlet.language.model import Reply, Request
from townlet.language.pricing import ModelTariff, Price, Spend, TokenRates
from townlet.runfile import CallRow, PromptText

TARIFF = ModelTariff(Price(TokenRates(input=1.0, output=4.0)))
REQUEST = Request("mood", "How is Mira today?", {}, {"type": "object"}, max_tokens=100)
CEILING = TARIFF.ceiling(REQUEST)


def reply(prompt: int, answer: int, text: str = "{}", cached: int = 0, reasoning: int = 0, written: int = 0) -> Reply:
    return Reply(text, "m-1", prompt, answer, cached, reasoning, cache_written_tokens=written)


class Kept(NoCallLog):
    """A call log of which the last row is kept."""

    row: CallRow

    async def log_settled(self, row: CallRow, prompt: PromptText) -> None:
        self.row = row


async def sent(given: Reply, request: Request = REQUEST, times: int = 1) -> tuple[CallRow, CallPolicy]:
    """The row of a call that is replied to in this way, and the policy that has counted it."""

    async def send(request: Request) -> Reply:
        return given

    log, policy = Kept(), CallPolicy(TARIFF, BudgetReservations(Budget(tokens=100_000, usd=1.0)))
    prompt = PromptText(request.text)
    row = CallRow("Mira", 1, "0", 0, request.name, prompt.sha, "sent")
    for _ in range(times):
        await send_paid(log, policy, row, prompt, request, send)
    return log.row, policy


NONSENSE = [
    reply(0, 0),
    reply(-5, 3),
    reply(20, -3),
    reply(2**70, 3),
    reply(20, 2**70),
    reply(20, 0),
    reply(20, 0, text=" "),
    reply(1, 3),
    reply(20, 1, text='{"mood": "glad"}'),
    reply(20, 3, cached=21),
    reply(20, 3, written=21),
    reply(20, 3, cached=-1),
    reply(20, 3, reasoning=2**70),
    reply(MAX_OVERRUN * CEILING.tokens, 3),
]


@pytest.mark.parametrize("given", NONSENSE)
async def test_a_call_with_counts_that_make_no_sense_counts_as_the_most_that_it_can_have_taken(given: Reply) -> None:
    row, policy = await sent(given)
    assert row.estimated
    assert (row.prompt_tokens + row.answer_tokens, row.cost) == CEILING == (row.ceiling_tokens, row.ceiling)
    assert (row.cached_tokens, row.cache_written_tokens, row.reasoning_tokens) == (0, 0, 0)
    assert policy.reservations.spent == CEILING
    assert (policy.usage.total.tokens, policy.usage.total.usd) == CEILING


SENSE = [
    reply(20, 3),
    reply(20, 3, cached=20),
    reply(20, 30, reasoning=29),
    reply(20, 3, reasoning=40),
    reply(20, 0, text=""),
    reply(2 * CEILING.tokens, 3),
]


@pytest.mark.parametrize("given", SENSE)
async def test_counts_that_a_call_can_have_are_believed_even_above_its_ceiling(given: Reply) -> None:
    row, policy = await sent(given)
    assert not row.estimated
    assert (row.prompt_tokens, row.answer_tokens) == (given.prompt_tokens, given.answer_tokens)
    assert policy.reservations.spent == Spend(given.prompt_tokens + given.answer_tokens, row.cost)


@drawn(text=st.text(), told=st.text(), prompt=st.integers(-5, 3000), answer=st.integers(-5, 3000))
async def test_no_count_is_below_what_the_texts_must_have_taken(text: str, told: str, prompt: int, answer: int) -> None:
    row, policy = await sent(reply(prompt, answer, told), replace(REQUEST, text=text))
    assert row.prompt_tokens * MAX_CHARACTERS_PER_TOKEN >= len("".join(text.split()))
    assert row.answer_tokens * MAX_CHARACTERS_PER_TOKEN >= len("".join(told.split()))
    assert policy.reservations.spent.tokens == row.prompt_tokens + row.answer_tokens


async def test_an_answer_may_be_all_white_space() -> None:
    row, _ = await sent(reply(20, 3, text="{" + 5000 * "\n "))
    assert not row.estimated


async def test_a_usage_that_is_not_believed_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    await sent(reply(1, 1), times=3)
    assert [(each.levelno, each.getMessage()) for each in caplog.records] == [(logging.WARNING, USAGE_DOUBTED % "m-1")]


def test_a_reply_from_the_cache_reports_no_tokens_and_is_believed() -> None:
    assert is_believable(Reply("{}", "m-1", 0, 0, from_cache=True), REQUEST, CEILING)


def test_an_embedding_counts_all_of_its_ceiling_as_prompt() -> None:
    counted = counted_at_ceiling(reply(0, 0, text=""), Request("embedding", "a", {}, {}, max_tokens=0), Spend(7, 0.5))
    assert (counted.prompt_tokens, counted.answer_tokens) == (7, 0)
