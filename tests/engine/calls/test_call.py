"""The life of a call when things go wrong: asked again, given more room, stood in for, or left for `resume`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from townlet.cognition.answers import Choice
from townlet.engine.calls.budget import Budget, BudgetReservations
from townlet.engine.calls.call import MAX_REPLIES
from townlet.engine.calls.gateway import CallPolicy, ModelGateway, OnFailure
from townlet.engine.calls.last_calls import CallSizes
from townlet.engine.calls.log import FileCallLog
from townlet.engine.calls.mind import GatewayMind
from townlet.engine.calls.room import room_of
from townlet.engine.calls.validation import CUT_OFF, OVERTHOUGHT, REFUSED
from townlet.language.hashed import HashedEmbedder
from townlet.language.model import (
    DEFAULT_MAX_TOKENS,
    BudgetSpent,
    Finish,
    ModelError,
    ModelUnavailable,
    Reply,
    Request,
    RequestRefused,
    UnfitAnswer,
)
from townlet.language.prompt import Prompt
from townlet.language.retry import RetryBounds, RetryingModel, RetryPolicy
from townlet.runfile import CallRow, RunHeader, RunWriter, create_run
from townlet.town import load_town

FIT = '{"choice": "the mill"}'
STAND_IN = Choice(choice="nowhere")
Outcome = str | tuple[str, Finish] | Reply | ModelError


class Prepared:
    """A model that comes to prepared outcomes, one a sending."""

    name = "prepared"

    def __init__(self, outcomes: Sequence[Outcome]) -> None:
        self.outcomes, self.requests = list(outcomes), list[Request]()

    async def __call__(self, request: Request) -> Reply:
        self.requests.append(request)
        outcome = self.outcomes.pop(0)
        if isinstance(outcome, ModelError):
            raise outcome
        if isinstance(outcome, Reply):
            return outcome
        text, finish = (outcome, "stop") if isinstance(outcome, str) else outcome
        return Reply(text, "prepared-1", 10, 5, finish=finish)


class Asking:
    """Asks one prompt through a gateway with a run file. Each call makes a new gateway, as a resume does."""

    def __init__(self, writer: RunWriter) -> None:
        self._writer = writer
        self.model = Prepared(())
        self.patience: RetryPolicy | None = None
        self.sizes = CallSizes()

    async def __call__(
        self,
        outcomes: Sequence[Outcome],
        on_failure: OnFailure = "pause",
        fallback: Choice | None = STAND_IN,
        budget: int | None = None,
        step: int = 7,
        prompt: Prompt[Choice] | None = None,
    ) -> Choice:
        self.model = Prepared(outcomes)
        call_log = FileCallLog(self._writer, durable=True)
        call_log.load_unfinished(0)
        policy = CallPolicy(
            reservations=BudgetReservations(Budget(tokens=budget)),
            retry=self.patience or RetryPolicy(SOON),
            on_failure=on_failure,
            sizes=self.sizes,
        )
        gateway = ModelGateway(
            RetryingModel(self.model, policy.retry), HashedEmbedder(), call_log, 1, policy, "run", "English"
        )
        return await GatewayMind(gateway, "Ann Ivy", step).ask(
            prompt or Prompt("place", "Where?", {}, Choice, fallback)
        )

    @property
    def rows(self) -> list[CallRow]:
        return list(self._writer.calls())


SOON = RetryBounds(max_attempts=3, initial_backoff=0, max_backoff=0, max_retry_after=0)


@pytest.fixture
def asking(tmp_path: Path) -> Asking:
    town = load_town("applegarth")
    header = RunHeader("0", town.name, town.digest, 1, town.start, 10)
    return Asking(create_run(tmp_path / "run.townlet", header, town.files))


async def test_after_an_outage_the_call_is_sent_again_and_both_are_on_file(asking: Asking) -> None:
    assert (await asking([ModelUnavailable("reset", billed=True), FIT])).choice == "the mill"
    assert [(row.attempt, row.status, row.error) for row in asking.rows] == [
        (0, "failed", "reset"),
        (1, "answered", ""),
    ]
    assert [request.reask for request in asking.model.requests] == [0, 0], "an outage is no attempt at an answer"


async def test_an_unfit_answer_is_kept_with_what_was_wrong_with_it(asking: Asking) -> None:
    await asking([("I cannot.", "refusal"), FIT])
    assert [(row.reply, row.error) for row in asking.rows] == [("I cannot.", REFUSED), (FIT, "")]
    assert asking.model.requests[1].complaint == REFUSED


@pytest.mark.parametrize(("text", "complaint"), [('{"cho', CUT_OFF), ("", OVERTHOUGHT)])
async def test_an_answer_that_ran_out_of_room_is_given_more(asking: Asking, text: str, complaint: str) -> None:
    await asking([(text, "length"), (text, "length"), FIT])
    requests = asking.model.requests
    assert [request.max_tokens for request in requests] == [
        DEFAULT_MAX_TOKENS,
        2 * DEFAULT_MAX_TOKENS,
        4 * DEFAULT_MAX_TOKENS,
    ]
    assert requests[2].complaint == complaint
    assert requests[0].token_limit < 1000, "at first there is room for what the form of the answer needs"
    assert [request.token_limit for request in requests[1:]] == [request.max_tokens for request in requests[1:]]


async def test_a_model_that_only_thinks_is_told_with_the_setting_that_helps(asking: Asking) -> None:
    with pytest.raises(UnfitAnswer, match=r'went into thinking.*thinking = "off"'):
        await asking([Reply("", "mill-1", 90, 40, reasoning_tokens=40)] * MAX_REPLIES)


async def test_an_answer_that_needed_more_than_its_form_says_is_asked_for_as_if_for_the_first_time(
    asking: Asking,
) -> None:
    """What a model answers must not depend on whether another call has shown already that it thinks."""
    room = room_of(Choice.model_json_schema())
    await asking([Reply("", "mill-1", 90, room, finish="length"), FIT])
    short, whole = asking.model.requests
    assert (short.token_limit, whole.token_limit) == (room, DEFAULT_MAX_TOKENS)
    assert (whole.reask, whole.complaint, whole.max_tokens) == (0, "", DEFAULT_MAX_TOKENS)
    assert [(row.reply, row.error) for row in asking.rows] == [("", OVERTHOUGHT), (FIT, "")]
    assert (await asking([])).choice == "the mill", "what was answered is not asked again"


async def test_a_stop_after_an_answer_that_needed_more_changes_nothing(asking: Asking) -> None:
    room = room_of(Choice.model_json_schema())
    with pytest.raises(IndexError):
        await asking(["{}", Reply("", "mill-1", 90, room, finish="length")])
    interrupted = asking.model.requests[-1]
    await asking([FIT])
    [resumed] = asking.model.requests
    assert (resumed.reask, resumed.complaint, resumed.token_limit) == (1, interrupted.complaint, DEFAULT_MAX_TOKENS)
    assert "Field required" in resumed.complaint


async def test_a_model_that_thinks_has_room_for_it_from_then_on(asking: Asking) -> None:
    await asking([("", "length"), FIT])
    await asking([FIT], step=8)
    assert asking.model.requests[-1].token_limit == DEFAULT_MAX_TOKENS


async def test_an_answer_that_is_wrong_is_given_no_more_room(asking: Asking) -> None:
    await asking(["{}", FIT])
    assert [request.max_tokens for request in asking.model.requests] == [DEFAULT_MAX_TOKENS] * 2


async def test_a_run_that_paused_over_unfit_answers_has_as_many_attempts_again(asking: Asking) -> None:
    with pytest.raises(UnfitAnswer, match="Field required"):
        await asking(["{}"] * MAX_REPLIES)
    with pytest.raises(UnfitAnswer, match="Field required"):
        await asking(["{}"] * MAX_REPLIES)
    assert (await asking([FIT])).choice == "the mill"
    assert asking.model.requests[0].reask == 2 * MAX_REPLIES
    assert "Field required" in asking.model.requests[0].complaint
    assert (await asking([])).choice == "the mill", "what was answered is not asked again"


async def test_a_stop_between_attempts_changes_nothing(asking: Asking) -> None:
    with pytest.raises(IndexError):
        await asking(["{}", ("", "length")])
    interrupted = asking.model.requests
    with pytest.raises(UnfitAnswer):
        await asking(["{}"])
    [last] = asking.model.requests
    assert (last.reask, last.complaint, last.max_tokens) == (2, OVERTHOUGHT, 4 * DEFAULT_MAX_TOKENS)
    assert interrupted[2].complaint == last.complaint
    assert interrupted[2].max_tokens == last.max_tokens


@pytest.mark.parametrize(
    ("outcomes", "why"),
    [
        (["{}"] * MAX_REPLIES, "Field required"),
        ([ModelUnavailable("503 from the mill")] * 3, "503 from the mill"),
        ([RequestRefused("400 from the mill", "too long")], "400 from the mill"),
    ],
)
async def test_a_fallback_stands_in_marked_and_with_the_reason(
    asking: Asking, outcomes: list[Outcome], why: str
) -> None:
    assert await asking(outcomes, "fallback") is STAND_IN, "the asker can tell that nobody thought this"
    last = asking.rows[-1]
    assert (last.fallback, last.reply, last.model) == (True, STAND_IN.model_dump_json(), "")
    assert why in last.error
    assert not any(row.fallback for row in asking.rows[:-1])


async def test_a_fallback_on_file_stays_one_whatever_is_wished_later(asking: Asking) -> None:
    await asking(["{}"] * MAX_REPLIES, "fallback")
    assert await asking([], "pause") is STAND_IN


async def test_unfit_answers_of_a_paused_run_are_stood_in_for_when_that_is_wished(asking: Asking) -> None:
    with pytest.raises(UnfitAnswer):
        await asking(["{}"] * MAX_REPLIES)
    assert await asking([], "fallback") is STAND_IN


@pytest.mark.parametrize("had", range(1, 2 * MAX_REPLIES + 1))
async def test_a_fallback_stands_in_once_the_attempts_that_were_begun_are_made(asking: Asking, had: int) -> None:
    for attempt in range(had):
        ends_a_round = (attempt + 1) % MAX_REPLIES == 0
        with pytest.raises(UnfitAnswer if ends_a_round else ModelError):
            await asking(["{}"] if ends_a_round else ["{}", ModelError("stopped")])
    left = -had % MAX_REPLIES
    assert await asking(["{}"] * left, "fallback") is STAND_IN
    assert len(asking.model.requests) == left


SHORT = Prompt("place", "Where, in short?", {}, Choice)
LONG = Prompt("place", "Where?", {}, Choice, shorter=lambda: SHORT)


async def test_a_prompt_that_is_too_long_is_asked_shorter_and_after_a_stop_not_anew(asking: Asking) -> None:
    with pytest.raises(ModelError, match="stopped"):
        await asking([RequestRefused("400 from the mill", "too long", 4096), ModelError("stopped")], prompt=LONG)
    assert [request.text for request in asking.model.requests] == [LONG.text, SHORT.text]
    assert (await asking([FIT], prompt=LONG)).choice == "the mill"
    assert [request.text for request in asking.model.requests] == [SHORT.text]
    assert (await asking([], prompt=LONG)).choice == "the mill"


async def test_a_prompt_is_not_shortened_because_another_one_was_answered_in_its_place(asking: Asking) -> None:
    with pytest.raises(ModelError, match="stopped"):
        await asking([ModelError("stopped")], prompt=LONG)
    await asking([FIT], prompt=Prompt("place", "Whither?", {}, Choice))
    await asking([FIT], prompt=LONG)
    assert [request.text for request in asking.model.requests] == [LONG.text]


@pytest.mark.parametrize("on_failure", ["pause", "fallback"])
async def test_where_nothing_can_stand_in_the_run_pauses(asking: Asking, on_failure: OnFailure) -> None:
    with pytest.raises(UnfitAnswer):
        await asking(["{}"] * MAX_REPLIES, on_failure, fallback=None)


async def test_a_spent_budget_is_nothing_that_a_fallback_stands_in_for(asking: Asking) -> None:
    with pytest.raises(BudgetSpent):
        await asking([("", "length")] * MAX_REPLIES, "fallback", budget=5_000)
    assert not any(row.fallback for row in asking.rows)


async def test_where_no_request_is_taken_the_run_pauses_though_fallbacks_are_wished(asking: Asking) -> None:
    refusal = RequestRefused("400 from the mill", "no such parameter")
    asking.patience = RetryPolicy(RetryBounds(failure_threshold=2))
    assert await asking([refusal], "fallback") is STAND_IN
    with pytest.raises(RequestRefused):
        await asking([refusal], "fallback", step=8)
    assert [row.fallback for row in asking.rows] == [False, True, False]


@pytest.mark.parametrize("on_failure", ["pause", "fallback"])
async def test_what_no_fallback_mends_pauses_the_run(asking: Asking, on_failure: OnFailure) -> None:
    with pytest.raises(ModelError, match="no such model"):
        await asking([ModelError("no such model")], on_failure)
    assert not any(row.fallback for row in asking.rows)
