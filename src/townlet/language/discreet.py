"""Models and embedders whose answers and errors hold no secret, whatever an endpoint sends back."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from townlet.language.embed import Embedder
from townlet.language.model import LanguageModel, ModelError, Reply, Request
from townlet.language.secrets import redact, redact_error

Result = TypeVar("Result")


class Discreet:
    """The same model. Implements `LanguageModel`."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        return self._model.name

    async def __call__(self, request: Request) -> Reply:
        reply = await discreetly(self._model(request))
        text, model = redact(reply.text), redact(reply.model)
        return reply if (text, model) == (reply.text, reply.model) else replace(reply, text=text, model=model)


class DiscreetEmbedder:
    """The same embedder. Implements `Embedder`."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    @property
    def name(self) -> str:
        return self._embedder.name

    @property
    def dimensions(self) -> int:
        return self._embedder.dimensions

    async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return await discreetly(self._embedder(texts))


async def discreetly(call: Awaitable[Result]) -> Result:
    """What a call results in. Its error holds no secret, nor does what led to it: that may quote headers."""
    try:
        return await call
    except ModelError as error:
        redact_error(error)
        raise error from None
