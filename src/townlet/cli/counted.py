"""A language model that counts what it is asked, for the display."""

from __future__ import annotations

from dataclasses import dataclass

from townlet.language.model import LanguageModel, Reply, Request
from townlet.language.outside import aclose, prepare


@dataclass
class Counted:
    """Passes requests on. Implements `LanguageModel`."""

    model: LanguageModel
    calls: int = 0
    tokens: int = 0

    @property
    def name(self) -> str:
        return self.model.name

    async def __call__(self, request: Request) -> Reply:
        reply = await self.model(request)
        self.calls += 1
        self.tokens += reply.prompt_tokens + reply.answer_tokens
        return reply

    async def prepare(self) -> None:
        """Prepare the model, if it has to be."""
        await prepare(self.model)

    async def aclose(self) -> None:
        """Close the model's connections."""
        await aclose(self.model)
