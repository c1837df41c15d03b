"""Waiting for an endpoint: bounded, jittered, as it asks where that makes sense; left alone while it is away."""

from __future__ import annotations

import asyncio
import heapq
import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.language.model import ModelError, ModelUnavailable, Reply, Request, RequestRefused
from townlet.language.retry import RetryBounds, RetryingModel, RetryPolicy
from townlet.language.routing import ModelRouter

REQUEST = Request("emoji", "weaving", {}, {})
REPLY = Reply("{}", "made up", 1, 1)


class Time:
    """A clock that stands until everybody waits; then it goes on to whoever is to wake first."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waits: list[float] = []
        self._asleep: list[tuple[float, int, asyncio.Future[None]]] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        woken = asyncio.get_running_loop().create_future()
        heapq.heappush(self._asleep, (self.now + seconds, len(self.waits), woken))
        await woken

    async def pass_for(self, *work: asyncio.Task[object]) -> None:
        """Let time pass until all work is done."""
        while not all(task.done() for task in work):
            for _ in range(20):
                await asyncio.sleep(0)
            if self._asleep:
                self.now, _, woken = heapq.heappop(self._asleep)
                woken.set_result(None)


class Endpoint:
    """A model that fails until a moment, and notes when each call came and how many were under way."""

    name = "endpoint"

    def __init__(self, time: Time, back_at: float = math.inf, lasts: float = 0.0) -> None:
        self.time, self.back_at, self.lasts = time, back_at, lasts
        self.came: list[float] = []
        self.retry_after: float | None = None
        self.most_at_once = self._under_way = 0

    async def __call__(self, request: Request) -> Reply:
        self.came.append(self.time.now)
        self._under_way += 1
        self.most_at_once = max(self.most_at_once, self._under_way)
        if self.lasts:
            await self.time.sleep(self.lasts)
        self._under_way -= 1
        if self.time.now < self.back_at:
            raise ModelUnavailable("503 from the mill", self.retry_after)
        return REPLY


def made(
    bounds: RetryBounds | None = None, back_at: float = math.inf, lasts: float = 0.0
) -> tuple[Time, Endpoint, RetryPolicy]:
    time = Time()
    policy = RetryPolicy(bounds, sleep=time.sleep, clock=time, jitter=Random(1))
    return time, Endpoint(time, back_at, lasts), policy


async def tried(policy: RetryPolicy, endpoint: Callable[[Request], object]) -> Reply | ModelUnavailable:
    """One call, sent again for as long as the policy allows."""
    model = RetryingModel(endpoint, policy)  # type: ignore[arg-type]
    outage = 0
    while True:
        try:
            return await model(REQUEST)
        except ModelUnavailable as error:
            outage += 1
            try:
                await policy.back_off(error, outage)
            except ModelUnavailable as last:
                return last


async def all_tried(time: Time, policy: RetryPolicy, endpoints: Iterable[Endpoint]) -> list[Reply | ModelUnavailable]:
    tasks = [asyncio.ensure_future(tried(policy, endpoint)) for endpoint in endpoints]
    await time.pass_for(*tasks)  # type: ignore[arg-type]
    return [task.result() for task in tasks]


async def test_a_call_is_sent_again_until_it_is_answered() -> None:
    time, endpoint, policy = made(back_at=5)
    assert await all_tried(time, policy, [endpoint]) == [REPLY]
    assert 2 < len(endpoint.came) < 6


async def test_waits_double_and_are_cut_down_to_the_longest() -> None:
    time, endpoint, policy = made(RetryBounds(max_attempts=9, failure_threshold=99, initial_backoff=1, max_backoff=20))
    await all_tried(time, policy, [endpoint])
    assert len(endpoint.came) == 9
    for wait, full in zip(time.waits, [1, 2, 4, 8, 16, 20, 20, 20], strict=True):
        assert full / 2 <= wait <= full


async def test_calls_that_failed_together_do_not_come_back_together() -> None:
    time, endpoint, policy = made(RetryBounds(max_attempts=2, failure_threshold=99))
    await all_tried(time, policy, [endpoint] * 10)
    assert len(set(endpoint.came[10:])) == 10


@pytest.mark.parametrize("absurd", [-5.0, 0.0, math.nan, -math.inf, None])
async def test_a_retry_after_without_sense_is_ignored(absurd: float | None) -> None:
    time, endpoint, policy = made(RetryBounds(max_attempts=2))
    endpoint.retry_after = absurd
    await all_tried(time, policy, [endpoint])
    assert 0.5 <= time.waits[0] <= 1


@pytest.mark.parametrize(("asked", "kept"), [(7.0, 7.0), (86_400.0, 30.0), (math.inf, 30.0)])
async def test_a_retry_after_is_kept_to_within_reason(asked: float, kept: float) -> None:
    time, endpoint, policy = made(RetryBounds(max_attempts=2, max_retry_after=30))
    endpoint.retry_after = asked
    await all_tried(time, policy, [endpoint])
    assert kept <= time.waits[0] <= kept * 1.1


async def test_a_long_wait_is_told_at_once_and_not_waited_for_once_it_is_asked_for_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    time, endpoint, policy = made(RetryBounds(failure_threshold=99))
    endpoint.retry_after = 3000.0
    await all_tried(time, policy, [endpoint])
    assert len(endpoint.came) == 2
    assert [record.message for record in caplog.records] == [
        "503 from the mill The run waits, and asks again now and then."
    ]


async def test_a_run_that_is_to_stop_waits_no_longer() -> None:
    policy = RetryPolicy(RetryBounds(initial_backoff=60))
    stopped = False
    policy.is_stopped = lambda: stopped
    waiting = asyncio.ensure_future(policy.back_off(ModelUnavailable("away"), 1))
    await asyncio.sleep(0.1)
    assert not waiting.done()
    stopped = True
    with pytest.raises(ModelUnavailable, match="away"):
        await asyncio.wait_for(waiting, 5)


async def test_while_the_endpoint_is_away_one_call_at_a_time_probes_it() -> None:
    time, endpoint, policy = made(RetryBounds(failure_threshold=4), back_at=200, lasts=3)
    answers = await all_tried(time, policy, [endpoint] * 4)
    assert answers == [REPLY] * 4
    endpoint.most_at_once = 0
    endpoint.back_at = math.inf
    before = len(endpoint.came)
    await all_tried(time, policy, [endpoint] * 40)
    assert endpoint.most_at_once == 40, "with the circuit closed all go at once"
    probes = endpoint.came[before + 40 :]
    assert 5 < len(probes) < 40
    assert all(later - earlier >= 3 for earlier, later in pairwise(probes))


async def test_when_a_probe_is_answered_all_others_go_on_together() -> None:
    time, endpoint, policy = made(RetryBounds(failure_threshold=2), back_at=100)
    await all_tried(time, policy, [endpoint])
    assert not policy.circuit("endpoint").is_open
    endpoint.lasts = 2
    await all_tried(time, policy, [endpoint] * 6)
    assert endpoint.most_at_once == 6


async def test_an_endpoint_that_stays_away_is_given_up_after_a_bound_whatever_the_number_of_calls() -> None:
    time, endpoint, policy = made(RetryBounds(give_up_after=300, max_backoff=30), lasts=5)
    answers = await all_tried(time, policy, [endpoint] * 50)
    assert all(isinstance(answer, ModelUnavailable) for answer in answers)
    assert "503 from the mill" in str(answers[0])
    assert 300 <= time.now < 300 + 2 * 30 + 10
    assert policy.circuit("endpoint").given_up


async def test_an_endpoint_given_up_is_probed_now_and_then_and_found_again() -> None:
    time, endpoint, policy = made(RetryBounds(give_up_after=100, max_backoff=10))
    await all_tried(time, policy, [endpoint] * 8)
    given_up_at, sent = time.now, len(endpoint.came)
    for _ in range(50):
        await all_tried(time, policy, [endpoint])
    assert time.now == given_up_at, "nobody waits for it any more"
    assert len(endpoint.came) - sent <= 1
    time.now += 60
    endpoint.back_at = 0
    assert await all_tried(time, policy, [endpoint]) == [REPLY]
    assert not policy.circuit("endpoint").given_up


async def test_a_call_that_alone_is_never_answered_does_not_make_the_others_wait() -> None:
    time, poison, policy = made(RetryBounds(give_up_after=100, max_backoff=10))
    [failed] = await all_tried(time, policy, [poison])
    assert isinstance(failed, ModelUnavailable)
    given_up_at = time.now
    assert await all_tried(time, policy, [Endpoint(time, back_at=0)] * 3) == [REPLY] * 3
    assert time.now == given_up_at


async def test_a_call_is_given_up_after_so_many_sendings_while_others_are_answered() -> None:
    time, poison, policy = made(RetryBounds(max_attempts=4))
    sound = Endpoint(time, back_at=0)
    broken = asyncio.ensure_future(tried(policy, poison))

    async def answered_now_and_then() -> None:
        while not broken.done():
            await RetryingModel(sound, policy)(REQUEST)
            await time.sleep(0.1)

    await time.pass_for(broken, asyncio.ensure_future(answered_now_and_then()))  # type: ignore[arg-type]
    assert len(poison.came) == 4
    assert isinstance(broken.result(), ModelUnavailable)


async def test_an_error_that_waiting_does_not_mend_is_no_outage() -> None:
    _, _, policy = made(RetryBounds(failure_threshold=1))

    class Refusing:
        name = "refusing"

        async def __call__(self, request: Request) -> Reply:
            raise ModelError("401: set the key")

    with pytest.raises(ModelError, match="set the key"):
        await RetryingModel(Refusing(), policy)(REQUEST)
    assert not policy.circuit("endpoint").is_open


@given(st.floats(allow_nan=True, allow_infinity=True), st.integers(1, 10_000))
def test_no_wait_is_longer_than_the_bounds_allow_or_shorter_than_nothing(asked: float, outage: int) -> None:
    time, _, policy = made(RetryBounds(max_attempts=10**9, failure_threshold=10**9))

    async def waited() -> float:
        waiting = asyncio.ensure_future(policy.back_off(ModelUnavailable("away", asked), outage))
        await time.pass_for(waiting)  # type: ignore[arg-type]
        return time.waits[-1]

    assert 0 < asyncio.run(waited()) <= 1.1 * max(policy.bounds.max_retry_after, policy.bounds.max_backoff)


async def test_one_endpoint_that_is_away_keeps_no_call_to_another_waiting() -> None:
    time, away, policy = made(RetryBounds(max_attempts=3))
    there = Endpoint(time, back_at=0)
    away.name, there.name = "http://one.example/v1#a", "http://two.example/v1#a"
    jobs = ModelRouter(away, {"dialogue": there})
    waiting = [asyncio.ensure_future(tried(policy, jobs)) for _ in range(8)]
    for _ in range(50):
        await asyncio.sleep(0)
    time.now = 30.0
    while not policy.circuit("http://one.example/v1").is_open:
        await asyncio.ensure_future(_one_more(time))
    assert await policy.send(jobs, replace(REQUEST, name="converse")) == REPLY
    assert not policy.circuit("http://two.example/v1").is_open
    for task in waiting:
        task.cancel()


async def _one_more(time: Time) -> None:
    """Let whoever waits the shortest go on."""
    time.now, _, woken = heapq.heappop(time._asleep)
    woken.set_result(None)
    for _ in range(20):
        await asyncio.sleep(0)


async def test_an_endpoint_that_takes_no_request_at_all_is_told_from_one_that_refuses_this() -> None:
    class Particular:
        name = "openai:m"

        async def __call__(self, request: Request) -> Reply:
            if request.text == "ill":
                raise RequestRefused("400 from the mill", "too long")
            return REPLY

    policy = RetryPolicy(RetryBounds(failure_threshold=3))

    async def refused(text: str) -> bool:
        try:
            await policy.send(Particular(), replace(REQUEST, text=text))
        except RequestRefused as error:
            return policy.refuses_all(error)
        return False

    assert [await refused("ill") for _ in range(2)] == [False, False]
    await refused("well")
    assert [await refused("ill") for _ in range(3)] == [False, False, True]
