"""The size that a call is expected to have, and the room that the rest of a budget leaves for its answer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from townlet.engine.calls.budget import Budget, BudgetReservations
from townlet.engine.calls.gateway import CallPolicy, send_paid
from townlet.engine.calls.last_calls import ANSWER_MARGIN, PROMPT_MARGIN, CallSizes, last_call
from townlet.engine.calls.log import FileCallLog
from townlet.engine.simulation import Simulation
from townlet.language.model import BudgetSpent, Finish, Reply, Request
from townlet.language.pricing import ModelTariff, Price, Spend, TokenRates
from townlet.runfile import CallRow, PromptText, RunHeader, create_run, open_reader
from townlet.town import load_town

TARIFF = ModelTariff(Price(TokenRates(input=1.0, output=4.0)))
ANY_LENGTH = {"type": "object"}


def request(text: str, name: str = "mood") -> Request:
    return Request(name, text, {}, ANY_LENGTH, max_tokens=1000)


def reply(prompt: int, answer: int, finish: Finish = "stop", model: str = "m-1") -> Reply:
    return Reply("{}", model, prompt, answer, finish=finish)


def sizes(*calls: tuple[Request, Reply]) -> CallSizes:
    kept = CallSizes()
    for asked, given in calls:
        kept.record(asked, given)
    return kept


def test_nothing_is_expected_before_a_call_was_answered() -> None:
    assert CallSizes().estimate(request("a" * 400)) is None
    assert last_call(request("a" * 400), TARIFF, CallSizes(), Budget(tokens=10**6)) is None


def test_a_prompt_takes_no_more_than_a_longer_one_of_its_kind() -> None:
    seen = sizes((request("a" * 400), reply(120, 30)), (request("a" * 4000), reply(900, 10)))
    expected = seen.estimate(request("a" * 380))
    assert expected is not None
    assert expected.prompt_tokens == pytest.approx(120 * PROMPT_MARGIN, abs=1)
    assert expected.answer_tokens == round(30 * ANSWER_MARGIN)


def test_the_longest_prompt_so_far_takes_as_many_tokens_a_byte_as_any_did() -> None:
    seen = sizes((request("a" * 400), reply(210, 30)), (request("b" * 4000, "plan"), reply(900, 10)))
    for name in ("mood", "new"):
        expected = seen.estimate(request("c" * 8000, name))
        assert expected is not None
        assert expected.prompt_tokens == pytest.approx(8000 / 2 * PROMPT_MARGIN, rel=0.05)
        assert expected.answer_tokens == round(30 * ANSWER_MARGIN)


def test_a_complaint_is_added_to_a_prompt_that_is_asked_again() -> None:
    seen, asked = sizes((request("a" * 400), reply(120, 30))), request("a" * 400)
    first, again = seen.estimate(asked), seen.estimate(replace(asked, reask=1, complaint="x" * 70))
    assert first is not None
    assert again is not None
    assert again.prompt_tokens >= first.prompt_tokens + 70


def test_sizes_of_another_model_are_dropped() -> None:
    seen = sizes((request("a" * 400), reply(120, 900)), (request("a" * 400), reply(100, 30, model="m-2")))
    expected = seen.estimate(request("a" * 400))
    assert expected is not None
    assert expected.answer_tokens == round(30 * ANSWER_MARGIN)
    seen.forget()
    assert seen.estimate(request("a" * 400)) is None


@pytest.mark.parametrize(
    ("left", "room"),
    [
        (Budget(tokens=132 + 38), 38),
        (Budget(tokens=132 + 500), 500),
        (Budget(tokens=10**6), 1000),
        (Budget(usd=(132 + 4 * 200) / 1e6), 200),
        (Budget(tokens=132 + 37), None),
        (Budget(usd=0.0001), None),
        (Budget(tokens=-5), None),
    ],
)
def test_an_answer_gets_the_room_that_the_rest_of_a_budget_leaves(left: Budget, room: int | None) -> None:
    seen = sizes((request("a" * 400), reply(120, 30)))
    last = last_call(request("a" * 400), TARIFF, seen, left)
    if room is None:
        assert last is None
    else:
        assert last is not None
        assert last[0].token_limit == room
        assert left.allows(last[1])


async def test_an_answer_that_the_rest_of_a_budget_cut_off_is_paid_and_not_used(tmp_path: Path) -> None:
    town = load_town("applegarth")
    header = RunHeader("0", town.name, town.digest, 1, town.start, 10)
    policy = CallPolicy(TARIFF, BudgetReservations(Budget(tokens=400)), sizes=sizes((request("a"), reply(100, 40))))

    async def send(sent: Request) -> Reply:
        assert sent.token_limit < 400
        return reply(100, sent.token_limit, "length")

    with create_run(tmp_path / "a.townlet", header, {}) as writer:
        log, prompt = FileCallLog(writer, durable=True), PromptText("a")
        row = log.next_attempt(CallRow("Mira", 1, "0", 0, "mood", prompt.sha, "sent"))
        with pytest.raises(BudgetSpent, match="the rest of the budget allowed"):
            await send_paid(log, policy, row, prompt, request("a"), send)
        assert log.reply_for("Mira", 1, "0", prompt, 0) is None
        totals = writer.totals()
    assert (totals.failed, totals.calls) == (1, 0)
    assert Spend(totals.unanswered_tokens, totals.unanswered_ceiling) == pytest.approx(policy.reservations.spent)
    assert 0 < policy.reservations.spent.tokens <= 400


async def test_an_answer_that_its_own_room_cut_off_is_a_reply_though_the_budget_is_almost_spent(
    tmp_path: Path,
) -> None:
    town = load_town("applegarth")
    header = RunHeader("0", town.name, town.digest, 1, town.start, 10)
    policy = CallPolicy(TARIFF, BudgetReservations(Budget(tokens=400)), sizes=sizes((request("a"), reply(100, 40))))

    async def send(sent: Request) -> Reply:
        return reply(100, sent.token_limit, "length")

    with create_run(tmp_path / "a.townlet", header, {}) as writer:
        log, prompt = FileCallLog(writer, durable=True), PromptText("a")
        row = log.next_attempt(CallRow("Mira", 1, "0", 0, "mood", prompt.sha, "sent"))
        roomy = replace(request("a"), room=60)
        assert (await send_paid(log, policy, row, prompt, roomy, send)).answer_tokens == 60


async def test_the_sizes_of_a_run_are_those_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "a.townlet"
    with Simulation.start(load_town("applegarth"), path) as simulation:
        async for _ in simulation.run(0.3):
            pass
        lived = simulation.engine.gateway.policy.sizes
    with open_reader(path) as reader:
        kept = CallSizes.of(reader)
        for row in reader.calls():
            prompt = reader.prompt(row.prompt_sha)
            asked = Request(row.name, prompt.text, {}, {}, max_tokens=1000)
            assert kept.estimate(asked) is not None
            assert lived.estimate(asked) is not None
