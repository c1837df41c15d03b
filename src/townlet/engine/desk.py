"""What all minds of a run share: the model and how it is dealt with, the embedder, the ledger and the purse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

import numpy as np
from pydantic import BaseModel

from townlet.engine.accounts import Accounts
from townlet.engine.purse import Purse
from townlet.engine.runfile import CallRow, PromptText, canonical
from townlet.language.discreet import Discreet, DiscreetEmbedder
from townlet.language.embed import Embedder
from townlet.language.limit import Slots
from townlet.language.model import LanguageModel, Reply
from townlet.language.patience import Patience
from townlet.language.secrets import learn_surroundings
from townlet.language.tariff import FREE, Tariff
from townlet.memory.columns import Rows
from townlet.memory.vectors import Vectors, quantise

OnFailure = Literal["pause", "fallback"]
"""What a run does when a model gives no fit answer: wait to be resumed, or let the prompt's fallback stand in."""


PREPARED = 2
"""For each call that may be under way at once, so many are written down and paid for in advance: while one is answered
the next is ready to leave. More would tie up a budget, and after a crash more would count as paid for."""


class Ledger(Protocol):
    """Where calls are kept: looked up before a call is made, written before it is sent and when it has come."""

    def recorded(self, agent: str, step: int, path: str, asked: PromptText, place: int) -> Reply | None:
        """The reply, of those had for this call before, that came in this place; None if there were not so many."""

    def numbered(self, row: CallRow) -> CallRow:
        """The row with an attempt number that no other sending of its call has."""

    async def sent(self, row: CallRow, asked: PromptText) -> None:
        """A call is about to leave. When this returns, the ledger will know of it whatever happens."""

    async def settled(self, row: CallRow, asked: PromptText) -> None:
        """A call has come to its end. When this returns, its reply will not be paid for again."""

    def flush(self) -> None:
        """The step is thought to its end: write down what has waited for that."""


@dataclass(frozen=True)
class Terms:
    """How a run deals with its language model: what calls may cost, and what happens when they fail."""

    tariff: Tariff = FREE
    purse: Purse = field(default_factory=Purse)
    patience: Patience = field(default_factory=Patience)
    on_failure: OnFailure = "pause"
    prepared: Slots = field(default_factory=lambda: Slots(PREPARED * 8))
    """Places of calls that are written down as on their way."""
    accounts: Accounts = field(default_factory=Accounts)


class Desk:
    """The one place from which calls leave."""

    def __init__(
        self,
        model: LanguageModel,
        embedder: Embedder,
        ledger: Ledger,
        seed: int,
        terms: Terms | None = None,
        run: str = "",
        language: str = "",
    ) -> None:
        learn_surroundings()
        self.model, self.embedder = Discreet(model), DiscreetEmbedder(embedder)
        self.ledger, self.seed = ledger, seed
        self.terms = terms or Terms()
        self.run = run
        """The run's id, which makes the ids of its calls its own."""
        self.language = language
        """What answers have to be in; empty where that is not looked at."""
        self._vectors = Rows(np.empty((0, embedder.dimensions), np.int8))
        self._places: dict[str, int] = {}
        """For each text that was ever embedded, the place of its vector."""
        self._schemas: dict[type[BaseModel], tuple[Mapping[str, object], str]] = {}

    def schema_of(self, answer: type[BaseModel]) -> tuple[Mapping[str, object], str]:
        """An answer's JSON schema, as data and as canonical text."""
        if answer not in self._schemas:
            schema = answer.model_json_schema()
            self._schemas[answer] = (schema, canonical(schema))
        return self._schemas[answer]

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """One vector a text; a text embedded before is not embedded again."""
        new = [text for text in dict.fromkeys(texts) if text not in self._places]
        if new:
            self._keep(new, quantise(await self.embedder(new)))
        places = [self._places[text] for text in texts]
        return self._vectors.first(len(self._places))[places]

    def _keep(self, texts: Sequence[str], vectors: Vectors) -> None:
        """Keep the vectors of texts, but for those that somebody else has had embedded meanwhile."""
        for place, text in enumerate(texts):
            if text not in self._places:
                self._places[text] = len(self._places)
                self._vectors.append(vectors[place : place + 1])
