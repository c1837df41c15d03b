"""What tokens cost, kind by kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from townlet.language.model import Reply

_MILLION = 1_000_000


class Use(NamedTuple):
    """The tokens of one call. Cached and written ones are among the prompt's, thinking among the answer's."""

    prompt: int
    answer: int
    cached: int = 0
    written: int = 0
    """Put into the provider's cache, where that is charged for."""
    reasoning: int = 0

    @classmethod
    def of(cls, reply: Reply) -> Use:
        """What a reply took."""
        return cls(
            reply.prompt_tokens,
            reply.answer_tokens,
            reply.cached_tokens,
            reply.cache_written_tokens,
            reply.reasoning_tokens,
        )


@dataclass(frozen=True)
class Rates:
    """US dollars for a million tokens of each kind; kinds that are not priced apart cost what their like does."""

    input: float
    output: float
    cached_input: float | None = None
    cache_write: float | None = None
    reasoning: float | None = None
    call: float = 0.0
    """US dollars for each call, whatever its tokens."""

    def usd(self, use: Use) -> float:
        """What a call costs."""
        cached = self.input if self.cached_input is None else self.cached_input
        written = self.input if self.cache_write is None else self.cache_write
        reasoning = self.output if self.reasoning is None else self.reasoning
        plain = max(0, use.prompt - use.cached - use.written)
        visible = max(0, use.answer - use.reasoning)
        asked = plain * self.input + use.cached * cached + use.written * written
        return (asked + visible * self.output + use.reasoning * reasoning) / _MILLION + self.call

    def most(self, prompt: int, answer: int) -> float:
        """What a call of so many tokens costs at most, whatever their kinds."""
        return max(self.usd(use) for use in _extremes(prompt, answer))


@dataclass(frozen=True)
class Price:
    """A model's rates: those that hold at first, and those for calls whose prompts are longer than so many tokens."""

    usual: Rates
    longer: tuple[tuple[int, Rates], ...] = ()
    """Ascending; all tokens of a longer call are paid at its rates."""

    def usd(self, use: Use) -> float:
        """What a call costs."""
        return self._rates(use.prompt)[-1].usd(use)

    def most(self, prompt: int, answer: int) -> float:
        """What a call of at most so many tokens costs at most."""
        return max(rates.most(prompt, answer) for rates in self._rates(prompt))

    def _rates(self, prompt: int) -> list[Rates]:
        """The rates of prompts up to a length; the last are those of just that length."""
        return [self.usual, *(rates for start, rates in self.longer if prompt > start)]


NOTHING = Price(Rates(0.0, 0.0))
"""The price of what runs on one's own machine."""


def _extremes(prompt: int, answer: int) -> Iterator[Use]:
    """The purest ways to use tokens: costs are linear, so that no mixture is dearer than the dearest of them."""
    for (cached, written), reasoning in product(((0, 0), (prompt, 0), (0, prompt)), (0, answer)):
        yield Use(prompt, answer, cached, written, reasoning)
