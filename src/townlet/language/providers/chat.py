"""A language model behind an API."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import httpx2
from pydantic_ai.direct import model_request
from pydantic_ai.messages import ModelRequest, ModelResponse
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.providers import Provider
from pydantic_ai.settings import ModelSettings

from townlet.language.model import Finish, ModelError, Reply, Request
from townlet.language.providers.connection import Connection, model_served
from townlet.language.providers.http import is_about_schemas
from townlet.language.providers.library import UnreadableReply, chat_model, through_library
from townlet.language.providers.spec import COMPATIBLE, ModelSpec


def text_sent(request: Request, schema_shown: bool) -> str:
    """The prompt first and unchanged, so that providers which keep the beginnings of prompts find it again."""
    parts = [request.text.rstrip("\n")]
    if schema_shown:
        schema = json.dumps(request.schema, ensure_ascii=False, separators=(",", ":"))
        parts.append(f"Answer with one JSON object that fits this JSON schema, and with nothing else:\n{schema}")
    if request.reask:
        why = request.complaint or "it was not in the form asked for"
        parts.append(f"An earlier answer to this was no use: {why}. Answer again, in the form asked for.")
    return "\n\n".join(parts)


FINISHES: Mapping[str, Finish] = {"length": "length", "content_filter": "refusal"}
"""What providers call the ends of answers that are not complete."""
_FENCED = re.compile(r"```(?:json)?\s*\n(.*?)\n?\s*```", re.DOTALL)
_REASONING = ("reasoning_tokens", "thoughts_tokens")
"""What providers call the tokens spent on thinking."""


def reply_from_library(response: ModelResponse, asked: str) -> Reply:
    """An answer as a reply. One that is nothing but thinking has no text."""
    usage = response.usage
    thinking = next((usage.details[name] for name in _REASONING if name in usage.details), 0)
    return Reply(
        json_in(response.text or ""),
        response.model_name or asked,
        usage.input_tokens,
        usage.output_tokens,
        usage.cache_read_tokens,
        thinking,
        finish=FINISHES.get(response.finish_reason or "", "stop"),
        cache_written_tokens=usage.cache_write_tokens,
    )


def json_in(text: str) -> str:
    """The JSON that a model has wrapped into a fence or into words; the text as it is if there is none."""
    bare = text.strip()
    if bare.startswith(("{", "[")):
        return bare
    if fenced := _FENCED.search(bare):
        return fenced[1].strip()
    start, end = bare.find("{"), bare.rfind("}")
    return bare[start : end + 1] if 0 <= start < end else text


def salvaged_reply(error: UnreadableReply, asked: str) -> Reply:
    """A reply without text for an answer that was paid for but cannot be read. Raises the error if it is no answer."""
    try:
        data = json.loads(error.body)
    except ValueError:
        raise error from None
    usage = next((data[name] for name in ("usage", "usageMetadata") if _is_record(data, name)), None)
    if usage is None:
        raise error
    told = _number(usage, "prompt_tokens", "input_tokens", "promptTokenCount")
    said = _number(usage, "completion_tokens", "output_tokens", "candidatesTokenCount")
    return Reply("", str(data.get("model") or data.get("modelVersion") or asked), told, said)


def _is_record(data: object, name: str) -> bool:
    return isinstance(data, dict) and isinstance(data.get(name), dict)


def _number(usage: Mapping[str, object], *names: str) -> int:
    found = (usage.get(name) for name in names)
    return next((number for number in found if isinstance(number, int)), 0)


_THINKING = re.compile(r"<think>.*?</think>\s*", re.DOTALL)


class PlainChatClient:
    """Asks one model of one server."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._forms: dict[str, tuple[Mapping[str, Any], str]] = {}
        """By prompt, its answer's schema as it was last, and how that is sent: it is written out once."""

    async def complete(
        self, model: str, request: Request, words: str, *, in_schema_mode: bool, seed: int, temperature: float | None
    ) -> Reply:
        """The answer to `words`. Raises ModelUnavailable if none came, and ModelError where asking again is no use."""
        asked: dict[str, Any] = {
            "model": model,
            "messages": [{"role": "user", "content": words}],
            "max_tokens": request.max_tokens,
            "seed": seed,
            "stream": False,
        }
        if temperature is not None:
            asked["temperature"] = temperature
        text = json.dumps(asked, ensure_ascii=False)
        if in_schema_mode:
            text = f'{text[:-1]}, "response_format": {self._form(request)}}}'
        body = await self._connection.http().read_body(self._http_request(text, request.id))
        try:
            return _reply_from_json(json.loads(body), model)
        except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
            return salvaged_reply(UnreadableReply(body, f"{type(error).__name__}: {error}"), model)

    def _form(self, request: Request) -> str:
        known = self._forms.get(request.name)
        if known is None or known[0] is not request.schema:
            form = {"type": "json_schema", "json_schema": {"name": request.name, "schema": request.schema}}
            known = self._forms[request.name] = request.schema, json.dumps(form, ensure_ascii=False)
        return known[1]

    def _http_request(self, text: str, id: str) -> httpx2.Request:  # noqa: A002
        endpoint = self._connection.endpoint
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if endpoint.key:
            headers["Authorization"] = f"Bearer {endpoint.key}"
        if id:
            headers["X-Request-Id"] = headers["Idempotency-Key"] = id
        url = f"{endpoint.base_url}/chat/completions"
        return self._connection.http().build_request("POST", url, content=text.encode(), headers=headers)


def _reply_from_json(data: Any, asked: str) -> Reply:
    """An answer as a reply. Raises KeyError and its like for what is none."""
    choice, usage = data["choices"][0], data.get("usage") or {}
    message, finish = choice["message"], FINISHES.get(choice.get("finish_reason") or "", "stop")
    told, said = usage.get("prompt_tokens_details") or {}, usage.get("completion_tokens_details") or {}
    return Reply(
        json_in(_THINKING.sub("", message.get("content") or "")),
        str(data.get("model") or asked),
        int(usage.get("prompt_tokens") or 0),
        int(usage.get("completion_tokens") or 0),
        int(told.get("cached_tokens") or 0),
        int(said.get("reasoning_tokens") or 0),
        finish="refusal" if message.get("refusal") else finish,
        cache_written_tokens=int(told.get("cache_write_tokens") or 0),
    )


SchemaMode = Literal["schema", "words"]
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
        key = f"{self.seed}|{request.reask}|{request.text}".encode()
        return int.from_bytes(hashlib.blake2b(key, digest_size=4).digest(), "big") >> 1


class NetworkModel:
    """Answers by asking a provider. Implements `LanguageModel`. Models of one endpoint share its connection."""

    def __init__(self, spec: ModelSpec, connection: Connection, sampling: Sampling | None = None) -> None:
        self.spec, self.connection = spec, connection
        self.mode: SchemaMode | None = None
        """How the form of answers is asked for, once that is known."""
        self._sampling = sampling or Sampling()
        self._served = spec.model
        self._made: tuple[Provider[Any], Model[Any]] | None = None
        self._plain = PlainChatClient(connection) if connection.endpoint.kind == COMPATIBLE else None

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

    def _usual_mode(self) -> SchemaMode:
        if self._plain:
            return "schema"
        return "schema" if self._model().profile.get("supports_json_schema_output", False) else "words"

    async def _ask(self, request: Request, mode: SchemaMode) -> Reply:
        words = text_sent(request, schema_shown=mode == "words")
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

    async def _ask_through_library(self, request: Request, words: str, mode: SchemaMode) -> Reply:
        model, asked = self._model(), ModelRequest.user_text_prompt(words)
        settings, parameters = self._settings(request), self._parameters(request, mode)
        try:
            response = await through_library(
                lambda: model_request(model, [asked], model_settings=settings, model_request_parameters=parameters),
                self.connection.endpoint.label,
                request.id,
            )
        except UnreadableReply as error:
            return salvaged_reply(error, self._served)
        return reply_from_library(response, self._served)

    def _settings(self, request: Request) -> ModelSettings:
        settings = ModelSettings(max_tokens=request.max_tokens, seed=self._sampling.seed_for(request))
        if self._sampling.temperature is not None:
            settings["temperature"] = self._sampling.temperature
        return settings

    def _parameters(self, request: Request, mode: SchemaMode) -> ModelRequestParameters:
        if mode == "words":
            return ModelRequestParameters(output_mode="text")
        strict = True if self.connection.endpoint.kind in _STRICT else None
        form = OutputObjectDefinition(dict(request.schema), name=request.name, strict=strict)
        return ModelRequestParameters(output_mode="native", output_object=form)
