"""How a failing endpoint is dealt with: waited for within bounds, and left alone while it is away."""

from __future__ import annotations

import asyncio
import math
import os
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random

from townlet.language.model import LanguageModel, ModelError, ModelUnavailable, Reply, Request, RequestRefused
from townlet.language.providers.spec import endpoint_name
from townlet.language.routing import ModelRouter


@dataclass(frozen=True)
class RetryBounds:
    """How often and how long a run tries. All times are seconds."""

    max_attempts: int = 8
    """How often one call is sent at most while other calls are answered."""
    initial_backoff: float = 1.0
    """The wait after a first failure; it doubles with each further one."""
    max_backoff: float = 60.0
    """No wait of ours is longer than this."""
    max_retry_after: float = 120.0
    """No wait that an endpoint asks for is kept to for longer than this."""
    failure_threshold: int = 5
    """After so many failures in a row, of whatever calls, the endpoint counts as away."""
    give_up_after: float = 600.0
    """An endpoint that has answered nothing for so long is given up for now."""


class RetryPolicy:
    """Decides, for all calls of a run together, when to send again. Shared by them; belongs to one event loop.

    Waits double from one failure to the next and are jittered, so that calls which failed together do not come back
    together. No result depends on the jitter. A `Retry-After` is kept to where it makes sense: what is negative, in
    the past or no number is ignored, and more than `max_retry_after` (a day, say) is cut down to that.

    Each endpoint has a circuit of its own: that one is away says nothing about others.
    """

    def __init__(
        self,
        bounds: RetryBounds | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
        jitter: Random | None = None,
    ) -> None:
        self.bounds = bounds or RetryBounds()
        self._sleep, self._clock = sleep, clock
        self._jitter = jitter or Random(os.getpid())
        self._circuits: dict[str, CircuitBreaker] = {}

    async def send(self, model: LanguageModel, request: Request) -> Reply:
        """The model's reply, once its endpoint is there. Raises ModelUnavailable, and whatever the model raises."""
        asked = model.model_for(request.name) if isinstance(model, ModelRouter) else model
        endpoint = endpoint_name(asked.name)
        try:
            return await self.circuit(endpoint).send(asked, request)
        except ModelError as error:
            error.endpoint = endpoint
            raise

    async def back_off(self, error: ModelUnavailable, failures: int) -> None:
        """Wait until a call that has failed so many times may be sent again. Raises the error to give up."""
        await self.circuit(error.endpoint).back_off(error, failures)

    def refuses_all(self, error: RequestRefused) -> bool:
        """Whether its endpoint takes no requests at all any more, and not only this one not."""
        return self.circuit(error.endpoint).refused >= self.bounds.failure_threshold

    def circuit(self, endpoint: str) -> CircuitBreaker:
        """How it stands with an endpoint."""
        if endpoint not in self._circuits:
            self._circuits[endpoint] = CircuitBreaker(self.bounds, self._sleep, self._clock, self._jitter)
        return self._circuits[endpoint]


class CircuitBreaker:
    """How it stands with one endpoint.

    Where the endpoint is away, the circuit is open: calls queue, and one at a time is let through as a probe until
    one is answered. An endpoint that stays away is given up: calls fail at once, but for a probe now and then.
    """

    def __init__(
        self, bounds: RetryBounds, sleep: Callable[[float], Awaitable[None]], clock: Callable[[], float], jitter: Random
    ) -> None:
        self.bounds = bounds
        self._sleep, self._clock, self._jitter = sleep, clock, jitter
        self.given_up = False
        """Whether the endpoint has been away for too long."""
        self._failures = 0
        """Failures in a row, of all calls."""
        self.refused = 0
        """How many requests were not taken as they are since one was answered."""
        self._away_since = 0.0
        self._next_probe = 0.0
        self._why = ""
        self._turn = asyncio.Lock()

    @property
    def is_open(self) -> bool:
        """Whether the endpoint counts as away: the circuit is open."""
        return self._failures >= self.bounds.failure_threshold

    async def send(self, model: LanguageModel, request: Request) -> Reply:
        """The model's reply, once the endpoint is there. Raises ModelUnavailable, and whatever the model raises."""
        if self.is_open:
            async with self._turn:
                if self.is_open:
                    await self._wait_for_probe()
                    return await self._sent(model, request)
        return await self._sent(model, request)

    async def back_off(self, error: ModelUnavailable, failures: int) -> None:
        """Wait until a call that has failed so many times may be sent again. Raises the error to give up."""
        if self.given_up or (failures >= self.bounds.max_attempts and not self.is_open):
            raise error
        await self._sleep(self._wait(error, failures))

    async def _sent(self, model: LanguageModel, request: Request) -> Reply:
        try:
            reply = await model(request)
        except ModelUnavailable as error:
            self._failed(error)
            raise
        except RequestRefused:
            self.refused += 1
            raise
        self._failures, self.refused, self.given_up = 0, 0, False
        return reply

    async def _wait_for_probe(self) -> None:
        if self.given_up and self._clock() < self._next_probe:
            raise ModelUnavailable(f"no answer for {self._clock() - self._away_since:.0f} seconds; last: {self._why}")
        until = min(self._next_probe, self._away_since + self.bounds.give_up_after)
        await self._sleep(max(0.0, until - self._clock()))

    def _failed(self, error: ModelUnavailable) -> None:
        now = self._clock()
        if not self._failures:
            self._away_since = now
        self._failures += 1
        self._why = str(error)
        if self.is_open and not self.given_up and now >= self._away_since + self.bounds.give_up_after:
            # It may be this one call that is never answered: a probe of another is due at once.
            self.given_up = True
        else:
            self._next_probe = now + self._wait(error, self._failures - self.bounds.failure_threshold + 1)

    def _wait(self, error: ModelUnavailable, failures: int) -> float:
        bounds = self.bounds
        doublings = min(max(failures - 1, 0), 60)
        ours = min(bounds.max_backoff, bounds.initial_backoff * 2.0**doublings)
        asked = min(bounds.max_retry_after, _sensible(error.retry_after))
        # Never sooner than asked for, and at least half of our own wait.
        return max(ours * (0.5 + self._jitter.random() / 2), asked * (1 + self._jitter.random() / 10))


class RetryingModel:
    """The same model behind the circuits that all calls of a run share. Implements `LanguageModel`."""

    def __init__(self, model: LanguageModel, policy: RetryPolicy) -> None:
        self._model, self._policy = model, policy

    @property
    def name(self) -> str:
        return self._model.name

    async def __call__(self, request: Request) -> Reply:
        return await self._policy.send(self._model, request)


def _sensible(retry_after: float | None) -> float:
    """What an endpoint asks to wait, 0 where that makes no sense."""
    if retry_after is None or math.isnan(retry_after) or retry_after <= 0:
        return 0.0
    return retry_after
