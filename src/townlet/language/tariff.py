"""What calls cost: known before they are sent as a ceiling, and afterwards as it was."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from townlet.language.model import Reply, Request


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
        """What a call took."""


class Free:
    """The tariff of models that cost no money: tokens alone count. Implements `Tariff`."""

    def ceiling(self, request: Request) -> Spend:
        # No tokenizer makes more tokens than there are bytes.
        return Spend(len(request.text.encode()) + request.most_tokens)

    def cost(self, request: Request, reply: Reply) -> Spend:
        return Spend(reply.prompt_tokens + reply.answer_tokens)
