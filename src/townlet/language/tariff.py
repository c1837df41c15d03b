"""What calls cost: known before they are sent as a ceiling, and afterwards as it was."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from townlet.language.jobs import JOB_OF_PROMPT
from townlet.language.model import Reply, Request
from townlet.language.rates import NOTHING, Price, Use

_WRAPPING_TOKENS = 1_000
"""More than any provider wraps a prompt in: its template, and its own words on the form of the answer."""


class Spend(NamedTuple):
    """An amount of both things that a budget can be given in."""

    tokens: int = 0
    usd: float = 0.0

    def plus(self, other: Spend) -> Spend:
        return Spend(self.tokens + other.tokens, self.usd + other.usd)

    def minus(self, other: Spend) -> Spend:
        return Spend(self.tokens - other.tokens, self.usd - other.usd)


class Tariff(Protocol):
    """The prices that a run's calls are paid at."""

    def ceiling(self, request: Request) -> Spend:
        """What a call can take at most: never less than `cost` says afterwards."""

    def cost(self, request: Request, reply: Reply) -> Spend:
        """What a call took; nothing for a reply that was paid for before."""


@dataclass(frozen=True)
class Priced:
    """The tariff of a run whose prompts may go to several models. Implements `Tariff`."""

    default: Price = NOTHING
    by_job: Mapping[str, Price] = field(default_factory=dict)

    def ceiling(self, request: Request) -> Spend:
        prompt, answer = most_prompt_tokens(request), request.most_tokens
        return Spend(prompt + answer, self._price(request).most(prompt, answer))

    def cost(self, request: Request, reply: Reply) -> Spend:
        if reply.from_cache:
            return Spend()
        use = Use.of(reply)
        return Spend(use.prompt + use.answer, self._price(request).usd(use))

    def _price(self, request: Request) -> Price:
        return self.by_job.get(JOB_OF_PROMPT.get(request.name, ""), self.default)


FREE = Priced()
"""The tariff of models that cost no money: tokens alone count."""


def most_prompt_tokens(request: Request) -> int:
    """The most tokens that a provider can count for what is asked.

    No tokenizer makes more tokens than there are bytes. The schema may be sent twice over, once in words.
    """
    told = len(request.text.encode()) + len(request.complaint.encode())
    return told + 2 * len(json.dumps(request.schema)) + _WRAPPING_TOKENS
