"""What calls cost: known before they are sent as a ceiling, and afterwards as it was."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from townlet.language.jobs import JOB_OF_PROMPT
from townlet.language.model import Reply, Request
from townlet.language.rates import NOTHING, Price, Use

EMBEDDING = "embedding"
"""The name under which texts that are sent to an embedder are priced and written down, beside those of prompts."""

_WRAPPING_TOKENS = 1_000
"""More than any provider wraps a prompt in: its template, and its own words on the form of the answer."""

_MARKS = 8
"""More tokens than any embedder puts around a text, or a line of one."""


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
    embedding: Price = NOTHING
    _schemas: dict[str, tuple[Mapping[str, object], int]] = field(default_factory=dict, repr=False, compare=False)
    """By prompt, its answer's schema as it was last and how long that is: it is written out once, not at each call."""

    def ceiling(self, request: Request) -> Spend:
        prompt, answer = self._most_prompt_tokens(request), request.most_tokens
        return Spend(prompt + answer, self._price(request).most(prompt, answer))

    def cost(self, request: Request, reply: Reply) -> Spend:
        if reply.from_cache:
            return Spend()
        use = Use.of(reply)
        return Spend(use.prompt + use.answer, self._price(request).usd(use))

    def _price(self, request: Request) -> Price:
        if request.name == EMBEDDING:
            return self.embedding
        return self.by_job.get(JOB_OF_PROMPT.get(request.name, ""), self.default)

    def _most_prompt_tokens(self, request: Request) -> int:
        """The most tokens that a provider can count for what is asked.

        No tokenizer makes more tokens than there are bytes. The schema may be sent twice over, once in words.
        """
        told = len(request.text.encode()) + len(request.complaint.encode())
        if request.name == EMBEDDING:
            return told + _MARKS * (1 + request.text.count("\n"))
        return told + 2 * self._length_of_schema(request) + _WRAPPING_TOKENS

    def _length_of_schema(self, request: Request) -> int:
        known = self._schemas.get(request.name)
        if known is None or known[0] is not request.schema:
            known = self._schemas[request.name] = request.schema, len(json.dumps(request.schema))
        return known[1]


FREE = Priced()
"""The tariff of models that cost no money: tokens alone count."""
