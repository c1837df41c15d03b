"""A language model behind an API."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic_ai.direct import model_request
from pydantic_ai.messages import ModelRequest
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.providers import Provider
from pydantic_ai.settings import ModelSettings

from townlet.language.model import ModelError, Reply, Request
from townlet.language.providers.connection import Connection
from townlet.language.providers.faults import is_about_schemas
from townlet.language.providers.libraries import chat_model
from townlet.language.providers.library_call import Unreadable, through_library
from townlet.language.providers.plain import PlainChat
from townlet.language.providers.replies import reply_of, salvaged
from townlet.language.providers.served import model_served
from townlet.language.providers.spec import COMPATIBLE, Spec
from townlet.language.providers.wording import words_of

Mode = Literal["schema", "words"]
"""How the form of an answer is asked for: by the provider's own schema mode, or in words after the prompt."""

_STRICT = frozenset({"openai", "openrouter"})
"""APIs that hold an answer to its schema only when told to be strict."""


@dataclass(frozen=True)
class Sampling:
    """How answers are drawn."""

    seed: int = 0
    """The run's seed."""
    temperature: float | None = None
    """None for the provider's own."""

    def seed_for(self, request: Request) -> int:
        """The seed of a call: the same however often a sending of it is lost, another for a re-ask."""
        key = f"{self.seed}|{request.attempt}|{request.text}".encode()
        return int.from_bytes(hashlib.blake2b(key, digest_size=4).digest(), "big") >> 1


class NetworkModel:
    """Answers by asking a provider. Implements `LanguageModel`. Models of one endpoint share its connection."""

    def __init__(self, spec: Spec, connection: Connection, sampling: Sampling | None = None) -> None:
        self.spec, self.connection = spec, connection
        self.mode: Mode | None = None
        """How the form of answers is asked for, once that is known."""
        self._sampling = sampling or Sampling()
        self._served = spec.model
        self._made: tuple[Provider[Any], Model[Any]] | None = None
        self._plain = PlainChat(connection) if connection.endpoint.kind == COMPATIBLE else None

    @property
    def name(self) -> str:
        return str(self.spec)

    @property
    def served(self) -> str:
        """The model's name at its provider; empty until a server that decides has been asked."""
        return self._served

    async def __call__(self, request: Request) -> Reply:
        """Raises ModelUnavailable if no reply came, and ModelError where asking again would not help."""
        await self.prepare()
        mode = self.mode or self._usual_mode()
        try:
            reply = await self._ask(request, mode)
        except ModelError as error:
            if mode == "words" or not is_about_schemas(error):
                raise
            mode = "words"
            reply = await self._ask(request, mode)
        self.mode = mode
        return replace(reply, temperature=self._sampling.temperature)

    async def prepare(self) -> None:
        """Find out which model a server has, where that was left to it."""
        if not self._served:
            self._served = await model_served(self.connection)

    async def aclose(self) -> None:
        """Close the connection, which others may share: for the end of a run."""
        await self.connection.aclose()

    def _model(self) -> Model[Any]:
        """The library's model of this event loop."""
        provider = self.connection.provider()
        if self._made is None or self._made[0] is not provider:
            self._made = provider, chat_model(self.connection.endpoint.kind, self._served, provider)
        return self._made[1]

    def _usual_mode(self) -> Mode:
        if self._plain:
            return "schema"
        return "schema" if self._model().profile.get("supports_json_schema_output", False) else "words"

    async def _ask(self, request: Request, mode: Mode) -> Reply:
        words = words_of(request, schema_shown=mode == "words")
        if self._plain is None:
            return await self._ask_through_library(request, words, mode)
        return await self._plain.complete(
            self._served,
            request,
            words,
            in_schema_mode=mode == "schema",
            seed=self._sampling.seed_for(request),
            temperature=self._sampling.temperature,
        )

    async def _ask_through_library(self, request: Request, words: str, mode: Mode) -> Reply:
        model, asked = self._model(), ModelRequest.user_text_prompt(words)
        settings, parameters = self._settings(request), self._parameters(request, mode)
        try:
            response = await through_library(
                lambda: model_request(model, [asked], model_settings=settings, model_request_parameters=parameters),
                self.connection.endpoint.where,
                request.id,
            )
        except Unreadable as error:
            return salvaged(error, self._served)
        return reply_of(response, self._served)

    def _settings(self, request: Request) -> ModelSettings:
        settings = ModelSettings(max_tokens=request.most_tokens, seed=self._sampling.seed_for(request))
        if self._sampling.temperature is not None:
            settings["temperature"] = self._sampling.temperature
        return settings

    def _parameters(self, request: Request, mode: Mode) -> ModelRequestParameters:
        if mode == "words":
            return ModelRequestParameters(output_mode="text")
        strict = True if self.connection.endpoint.kind in _STRICT else None
        form = OutputObjectDefinition(dict(request.schema), name=request.name, strict=strict)
        return ModelRequestParameters(output_mode="native", output_object=form)
