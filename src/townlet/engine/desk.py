"""What all minds of a run share: the model and how it is dealt with, the embedder, the ledger and the purse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from townlet.engine.purse import Purse
from townlet.engine.runfile import CallRow, PromptText, canonical
from townlet.language.embed import Embedder
from townlet.language.model import LanguageModel, Reply
from townlet.language.patience import Patience
from townlet.language.tariff import Free, Tariff
from townlet.memory.vectors import quantise

OnFailure = Literal["pause", "fallback"]
"""What a run does when a model gives no fit answer: wait to be resumed, or let the prompt's fallback stand in."""


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

    tariff: Tariff = field(default_factory=Free)
    purse: Purse = field(default_factory=Purse)
    patience: Patience = field(default_factory=Patience)
    on_failure: OnFailure = "pause"


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
        self.model, self.embedder, self.ledger, self.seed = model, embedder, ledger, seed
        self.terms = terms or Terms()
        self.run = run
        """The run's id, which makes the ids of its calls its own."""
        self.language = language
        """What answers have to be in; empty where that is not looked at."""
        self._vectors: dict[str, NDArray[np.float32]] = {}
        self._schemas: dict[type[BaseModel], tuple[Mapping[str, object], str]] = {}

    def schema_of(self, answer: type[BaseModel]) -> tuple[Mapping[str, object], str]:
        """An answer's JSON schema, as data and as canonical text."""
        if answer not in self._schemas:
            schema = answer.model_json_schema()
            self._schemas[answer] = (schema, canonical(schema))
        return self._schemas[answer]

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One vector a text; a text embedded before is not embedded again."""
        new = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        if new:
            self._vectors.update(zip(new, quantise(await self.embedder(new)), strict=True))
        return np.stack([self._vectors[text] for text in texts])
