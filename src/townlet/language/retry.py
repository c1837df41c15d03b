"""Retry with back-off, and a circuit breaker for each endpoint.

A failed call is sent again after an exponential backoff with jitter. An endpoint that keeps failing is left alone,
except for one probe at a time.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random

from townlet.language.model import (
    LanguageModel,
    ModelError,
    ModelUnavailable,
    ModelWrapper,
    Reply,
    Request,
    RequestRefused,
)
from townlet.language.providers.spec import endpoint_name
from townlet.language.routing import ModelRouter

_SHORT = 5.0
"""Seconds that a run that is to stop still waits."""
_BELIEVED = 2
"""So often in a row a very long wait has to be asked for to be believed."""


@dataclass(frozen=True)
class RetryBounds:
    """The limits of retrying. All times are in seconds."""

    max_attempts: int = 8
    """How often one call is sent at most while its endpoint answers other calls."""
    initial_backoff: float = 1.0
    """The wait after the first failure; it doubles with each further one."""
    max_backoff: float = 60.0
    """The longest wait that we choose ourselves."""
    max_retry_after: float = 120.0
    """The longest wait that an endpoint may ask for by `Retry-After`; more is cut down to this."""
    failure_threshold: int = 5
    """After this many consecutive failures, of any calls, the circuit of an endpoint opens."""
    give_up_after: float = 600.0
    """An endpoint that has answered nothing for this long is given up, until a probe is answered."""


class RetryPolicy:
    """The retry policy of all calls of a run: back-off, `Retry-After`, and a circuit breaker per endpoint.

    Waits double from one failure to the next and have jitter, so that calls which failed together do not return
    together. No result of a run depends on the jitter. A `Retry-After` is respected if it makes sense: a value that is
    negative, in the past or not a number is ignored, and one above `max_retry_after` is cut down to it. An endpoint
    that asks twice in a row for longer than `give_up_after` is believed, and not waited for.
    An instance belongs to one event loop.
    """

    def __init__(
        self,
        bounds: RetryBounds | None = None,
        sleep: Callable[[float], Awaitable[None]] | None = None,
        clock: Callable[[], float] = time.monotonic,
        jitter: Random | None = None,
    ) -> None:
        self.bounds = bounds or RetryBounds()
        self._sleep, self._clock = sleep or self._sleep_unless_stopped, clock
        self._jitter = jitter or Random(os.getpid())
        self._circuits: dict[str, CircuitBreaker] = {}
        self.is_stopped: Callable[[], bool] = lambda: False
        """Whether the run is to stop. Then a long wait ends, and its call fails."""

    async def send(self, model: LanguageModel, request: Request) -> Reply:
        """Send a request through the circuit of its model's endpoint.

        Raises ModelUnavailable if the endpoint is given up, and whatever the model raises.
        """
        target = model.model_for(request.name) if isinstance(model, ModelRouter) else model
        endpoint = endpoint_name(target.name)
        try:
            return await self.circuit(endpoint).send(target, request)
        except ModelError as error:
            error.endpoint = endpoint
            raise

    async def back_off(self, error: ModelUnavailable, failures: int) -> None:
        """Wait until a call that has failed `failures` times may be sent again. Raises `error` if it may not."""
        await self.circuit(error.endpoint).back_off(error, failures)

    async def _sleep_unless_stopped(self, seconds: float) -> None:
        end = self._clock() + seconds
        while (left := end - self._clock()) > 0 and not (left > _SHORT and self.is_stopped()):
            await asyncio.sleep(min(left, 0.5))

    def refuses_all(self, error: RequestRefused) -> bool:
        """Whether the endpoint seems to refuse every request, not only this one."""
        return self.circuit(error.endpoint).refused >= self.bounds.failure_threshold

    def circuit(self, endpoint: str) -> CircuitBreaker:
        """Return the circuit breaker of an endpoint."""
        if endpoint not in self._circuits:
            self._circuits[endpoint] = CircuitBreaker(self.bounds, self._sleep, self._clock, self._jitter)
        return self._circuits[endpoint]


class CircuitBreaker:
    """The circuit breaker of one endpoint.

    After `failure_threshold` consecutive failures the circuit is open: calls queue, and one at a time goes through as
    a probe until one is answered. If that takes longer than `give_up_after`, calls fail at once except for occasional
    probes.
    """

    def __init__(
        self, bounds: RetryBounds, sleep: Callable[[float], Awaitable[None]], clock: Callable[[], float], jitter: Random
    ) -> None:
        self.bounds = bounds
        self._sleep, self._clock, self._jitter = sleep, clock, jitter
        self.given_up = False
        """Whether the endpoint has been failing for longer than `give_up_after`."""
        self._failures = 0
        """Consecutive failures of all calls."""
        self._long_waits = 0
        """How many of the last failures asked for a wait that is not to be waited for."""
        self.refused = 0
        """How many requests were refused since one was last answered."""
        self._failing_since = 0.0
        self._next_probe = 0.0
        self._last_failure = ""
        self._probing = asyncio.Lock()

    @property
    def is_open(self) -> bool:
        """Whether the circuit is open: the endpoint has failed too often in a row."""
        return self._failures >= self.bounds.failure_threshold

    async def send(self, model: LanguageModel, request: Request) -> Reply:
        """Send a request, as a probe if the circuit is open. Raises ModelUnavailable, and whatever the model raises."""
        if self.is_open:
            async with self._probing:
                if self.is_open:
                    await self._wait_for_probe()
                    return await self._attempt(model, request)
        return await self._attempt(model, request)

    async def back_off(self, error: ModelUnavailable, failures: int) -> None:
        """Wait until a call that has failed `failures` times may be sent again. Raises `error` if it may not."""
        spent = failures >= self.bounds.max_attempts and not self.is_open
        if self.given_up or spent or self._long_waits >= _BELIEVED:
            raise error
        end = self._clock() + self._backoff(error, failures)
        await self._sleep(end - self._clock())
        if self._clock() < end - _SHORT / 2:
            raise error  # the run is to stop

    async def _attempt(self, model: LanguageModel, request: Request) -> Reply:
        try:
            reply = await model(request)
        except ModelUnavailable as error:
            self._record_failure(error)
            raise
        except RequestRefused as error:
            # A prompt that is too long says nothing of others.
            self.refused += error.context is None
            raise
        self._failures, self._long_waits, self.refused, self.given_up = 0, 0, 0, False
        return reply

    async def _wait_for_probe(self) -> None:
        if self.given_up and self._clock() < self._next_probe:
            raise ModelUnavailable(
                f"no answer for {self._clock() - self._failing_since:.0f} seconds; last: {self._last_failure}"
            )
        until = min(self._next_probe, self._failing_since + self.bounds.give_up_after)
        await self._sleep(max(0.0, until - self._clock()))

    def _record_failure(self, error: ModelUnavailable) -> None:
        now, asked = self._clock(), _plausible(error.retry_after)
        if not self._failures:
            self._failing_since = now
            if asked > self.bounds.max_backoff:
                logging.getLogger(__name__).warning("%s The run waits, and asks again now and then.", error)
        self._long_waits = self._long_waits + 1 if asked > self.bounds.give_up_after else 0
        self._failures += 1
        self._last_failure = str(error)
        if self.is_open and not self.given_up and now >= self._failing_since + self.bounds.give_up_after:
            # Perhaps only this call never gets an answer, so a probe by another call may go at once.
            self.given_up = True
        else:
            self._next_probe = now + self._backoff(error, self._failures - self.bounds.failure_threshold + 1)

    def _backoff(self, error: ModelUnavailable, failures: int) -> float:
        bounds = self.bounds
        doublings = min(max(failures - 1, 0), 60)
        own = min(bounds.max_backoff, bounds.initial_backoff * 2.0**doublings)
        requested = min(bounds.max_retry_after, _plausible(error.retry_after))
        # Never sooner than requested, and at least half of our own back-off.
        return max(own * (0.5 + self._jitter.random() / 2), requested * (1 + self._jitter.random() / 10))


class RetryingModel(ModelWrapper):
    """Send requests through a retry policy's circuit breakers. Implements `LanguageModel`."""

    def __init__(self, model: LanguageModel, policy: RetryPolicy) -> None:
        self.model, self._policy = model, policy

    async def __call__(self, request: Request) -> Reply:
        return await self._policy.send(self.model, request)


def _plausible(retry_after: float | None) -> float:
    """Return the wait in seconds that an endpoint asks for, or 0 if the value makes no sense."""
    if retry_after is None or math.isnan(retry_after) or retry_after <= 0:
        return 0.0
    return retry_after
