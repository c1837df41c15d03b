"""The network model: prompts to a provider's API, in its JSON schema mode or with the schema in words."""

from __future__ import annotations

import hashlib
import json
import logging
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import httpx2
from pydantic_ai.direct import model_request
from pydantic_ai.messages import ModelRequest
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.providers import Provider
from pydantic_ai.settings import ModelSettings

from townlet.language.model import (
    ModelError,
    Reply,
    Request,
    RequestRefused,
    tokens_of,
)
from townlet.language.providers.connection import Connection, context_served, model_served
from townlet.language.providers.http import is_about_schemas, may_be_about_schemas
from townlet.language.providers.knobs import NO_KNOBS, Knobs
from townlet.language.providers.library import UnreadableReply, chat_model, through_library
from townlet.language.providers.refusals import ABOUT_ANSWERS, FILTERED, LEAST_ROOM, limits_in
from townlet.language.providers.replies import read_reply, reply_from_library, salvaged_reply
from townlet.language.providers.spec import COMPATIBLE, ModelSpec


def text_sent(request: Request, schema_shown: bool) -> str:
    """Return the text of a request. The prompt comes first, unchanged, so that a provider's prompt cache finds it."""
    parts = [request.text.rstrip("\n")]
    if schema_shown:
        shown = {name: _without_titles(part) for name, part in request.schema.items() if name != "description"}
        schema = json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
        parts.append(f"Answer with one JSON object that fits this JSON schema, and with nothing else:\n{schema}")
    if request.reask:
        why = request.complaint or "it was not in the form asked for"
        parts.append(f"An earlier answer to this was no use: {why}. Answer again, in the form asked for.")
    return "\n\n".join(parts)


def _without_titles(part: Any) -> Any:
    """Return a part of a JSON schema without titles, which repeat the names of fields."""
    if isinstance(part, list):
        return [_without_titles(each) for each in part]
    if not isinstance(part, dict):
        return part
    return {name: _without_titles(each) for name, each in part.items() if name != "title" or isinstance(each, dict)}


class PlainChatClient:
    """A client for servers with OpenAI's chat completions API, without a client library in between."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._formats: dict[str, tuple[Mapping[str, Any], str]] = {}
        """For each prompt, its answer's schema and that schema as JSON text, so that it is encoded only once."""

    async def complete(
        self, model: str, request: Request, words: str, *, in_schema_mode: bool, fields: Mapping[str, Any]
    ) -> Reply:
        """Send `words` and return the Reply. `fields` are further fields of the request, the token limit among them.

        Raises ModelUnavailable if no answer came, and ModelError if a retry cannot help.
        """
        payload: dict[str, Any] = {
            "model": model,
            "messages": [{"role": "user", "content": words}],
            **fields,
        }
        text = json.dumps(payload, ensure_ascii=False)
        if in_schema_mode:
            text = f'{text[:-1]}, "response_format": {self._response_format(request)}}}'
        body = await self._connection.http().read_body(self._http_request(text, request.id))
        return read_reply(body, model)

    def _response_format(self, request: Request) -> str:
        known = self._formats.get(request.name)
        if known is None or known[0] is not request.schema:
            form = {"type": "json_schema", "json_schema": {"name": request.name, "schema": request.schema}}
            known = self._formats[request.name] = request.schema, json.dumps(form, ensure_ascii=False)
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


SchemaMode = Literal["schema", "words"]
"""How a model learns the schema: by the provider's constrained decoding ('schema'), or in words after the prompt."""

_STRICT = frozenset({"openai", "openrouter"})
"""APIs that enforce a schema only if the request says `strict`."""


@dataclass(frozen=True)
class Sampling:
    """The sampling parameters of a run."""

    seed: int = 0
    """The run's PRNG seed."""
    knobs: Knobs = NO_KNOBS

    def seed_for(self, request: Request) -> int:
        """Return the PRNG seed of a call: the same for each retry, another when the prompt is asked again."""
        key = f"{self.seed}|{request.reask}|{request.text}".encode()
        return int.from_bytes(hashlib.blake2b(key, digest_size=4).digest(), "big") >> 1


LIMITS = ("max_tokens", "max_completion_tokens")
"""The names of the limit of an answer: the one that all servers knew, and OpenAI's newer one."""
STREAMED = "whole answers"
"""What a server refuses that sends answers only piece by piece."""
_NAMES_NUMBER = re.compile(r"\d\d")
_UNKNOWN = re.compile(r"unknown|unrecogni[sz]ed|unexpected|extra|not (?:permitted|allowed|known)")

_SURE = 2
"""So many calls that were answered in words alone show that a server takes no JSON schema; one may be chance."""
_SAME_AGAIN = 5
"""A server that has answered nothing and sends the same body so many times will send no other."""


def _limit_named(said: str, asked: int) -> int:
    """Return the limit of an answer that a server names for one that asked for more; 0 if it names none.

    'max_tokens: 8192 > 4096, which is the maximum' names 4096, 'max_tokens is too large: 4000; at most 2,048' 2048.
    """
    return max((number for number in limits_in(said) if LEAST_ROOM <= number < asked), default=0)


def _names_nothing(error: ModelError) -> bool:
    """Whether a request was refused without a reason that says what to leave out of it."""
    return isinstance(error, RequestRefused) and error.context is None


class NetworkModel:
    """A language model behind a provider's API. Implements `LanguageModel`.

    Models of one endpoint share its connection.
    """

    def __init__(self, spec: ModelSpec, connection: Connection, sampling: Sampling | None = None) -> None:
        self.spec, self.connection = spec, connection
        self.mode: SchemaMode | None = None
        """The schema mode that works with this model; None before the first answer."""
        self._left_out: set[str] = set()
        """What the model refuses: knobs, 'stream', the names of the limit of an answer, whole answers (STREAMED)."""
        self._doubts = 0
        """How many calls failed in a JSON schema and were answered in words, without a reason that names the schema."""
        self._unread: tuple[bytes, int] = b"", 0
        """The last body that was no answer, and how often it came in a row."""
        self._served = spec.model
        self._sampling = sampling or Sampling()
        self.context = self._sampling.knobs.context or 0
        """The tokens that a prompt and its answer may take together; 0 if unknown."""
        self.longest_answer = self._sampling.knobs.max_tokens or 0
        """The most tokens of an answer that the model is asked for, by an option or by its server; 0 if unknown."""
        self._made: tuple[Provider[Any], Model[Any]] | None = None
        self._plain = PlainChatClient(connection) if connection.endpoint.kind == COMPATIBLE else None

    @property
    def name(self) -> str:
        return str(self.spec)

    @property
    def served(self) -> str:
        """The model's name at its provider; empty until `prepare` has asked a server for it."""
        return self._served

    async def __call__(self, request: Request) -> Reply:
        """Return the model's reply. Raises ModelUnavailable if none came, and ModelError if a retry cannot help."""
        await self._find_served()
        mode = self.mode or self._default_mode()
        # A model that has never answered may refuse something that it does not name.
        suspects = [] if self.mode else self._sampling.knobs.sent(self._left_out)
        tried: list[str] = []
        in_doubt = False
        while True:
            sent_without = frozenset(self._left_out)
            try:
                async with self.connection.slot():
                    reply = await self._ask(request, mode)
                break
            except ModelError as error:
                if mode == "schema" and self.mode is None and may_be_about_schemas(error):
                    mode, in_doubt = "words", True
                elif (told := self._reply_in(error, request)) is not None:
                    reply = told
                    break
                elif knob := self._refused(error, sent_without):
                    self._leave_out(knob)
                elif mode == "schema" and is_about_schemas(error):
                    mode = "words"
                elif (room := self._smaller_room(error, request)) is not None:
                    request = replace(request, room=room)
                elif suspects and _names_nothing(error):
                    if mode == "schema":
                        mode = "words"
                    else:
                        tried.append(suspects.pop())
                        self._left_out.add(tried[-1])
                else:
                    self._left_out.difference_update(tried)
                    raise self._lasting(error) from error
        for knob in tried:
            self._left_out.discard(knob)
            self._leave_out(knob)
        self._settle_on(mode, in_doubt)
        left_out = "temperature" in self._left_out
        return replace(reply, temperature=None if left_out else self._sampling.knobs.temperature)

    def _reply_in(self, error: ModelError, request: Request) -> Reply | None:
        """Return the model's reply that a refusal tells of: one that its server found unfit, or would not ask for."""
        if not isinstance(error, RequestRefused):
            return None
        if error.answer is not None:
            return Reply(error.answer, self._served, tokens_of(request.text), tokens_of(error.answer))
        # A prompt that a filter stops is refused as a question that a model declines.
        is_filtered = FILTERED.search(error.said)
        return Reply("", self._served, tokens_of(request.text), 0, finish="refusal") if is_filtered else None

    def _settle_on(self, mode: SchemaMode, in_doubt: bool) -> None:
        """Keep the schema mode of an answer for all further calls, but not yet if it may have been chance."""
        self._doubts += in_doubt
        if in_doubt and self._doubts < _SURE:
            return
        if mode != (self.mode or self._default_mode()):
            logging.getLogger(__name__).warning("%s takes no JSON schema; prompts say the form in words.", self.name)
        self.mode = mode

    def _lasting(self, error: ModelError) -> ModelError:
        """Return an error as one that no retry helps against, if a server has said the same again and again so far."""
        # What begins as JSON may be the odd answer of a model; a page is the wrong address.
        if self.mode or not isinstance(error, UnreadableReply) or error.body.lstrip()[:1] in (b"", b"{", b"["):
            return error
        self._unread = error.body, self._unread[1] + 1 if error.body == self._unread[0] else 1
        if self._unread[1] < _SAME_AGAIN:
            return error
        lasting = ModelError(f"{error} It said the same {self._unread[1]} times.")
        lasting.billed = True
        return lasting

    def _refused(self, error: ModelError, sent_without: Collection[str]) -> str | None:
        """Return what the model refused of a request that was sent without these; None for any other error."""
        if not isinstance(error, RequestRefused) or error.context is not None:
            return None
        said = error.said.lower()
        if any(name in said for name in LIMITS) and not _NAMES_NUMBER.search(said):
            return next((name for name in LIMITS if name not in sent_without), None)
        if "stream" in said and not {"stream", STREAMED} & set(sent_without):
            return "stream" if _UNKNOWN.search(said) else STREAMED
        return self._sampling.knobs.refused_in(error, sent_without)

    def _smaller_room(self, error: ModelError, request: Request) -> int | None:
        """Return the room for an answer that a model's context leaves, if a request was refused for want of it."""
        if not isinstance(error, RequestRefused) or (error.context is None and not ABOUT_ANSWERS.search(error.said)):
            return None
        # A number that was sent is no limit, whatever a server calls it.
        if error.context and error.context not in (self.context, self._token_limit(request)):
            self.context = error.context
            logging.getLogger(__name__).warning(
                "%s takes at most %s tokens for a prompt and its answer.", self.name, f"{self.context:,}"
            )
            if (room := self._token_limit(request)) < request.token_limit:
                return room
        asked = self._token_limit(request)
        if error.context is None and (limit := _limit_named(error.said, asked)):
            self.longest_answer = limit
            told = "%s gives answers of at most %s tokens and is asked for no more."
            logging.getLogger(__name__).warning(told, self.name, f"{limit:,}")
            return limit
        return asked // 2 if asked // 2 >= LEAST_ROOM else None

    def _leave_out(self, knob: str) -> None:
        """Ask without a knob from now on, and say so once. Calls that were under way may be refused for it, too."""
        if knob not in self._left_out and knob not in ("max_tokens", STREAMED):
            logging.getLogger(__name__).warning("%s refuses %s and is asked without it.", self.name, knob)
        self._left_out.add(knob)

    async def prepare(self) -> None:
        """Ask the server which model it has, if the specification names none, and its context. Raises ModelError."""
        await self._find_served()
        if not self.context:
            self.context = await context_served(self.connection, self._served)

    async def _find_served(self) -> None:
        if not self._served:
            self._served = await model_served(self.connection)

    async def aclose(self) -> None:
        """Close the connection, which other models may share; call this at the end of a run."""
        await self.connection.aclose()

    def _model(self) -> Model[Any]:
        """Return the library's model for the running event loop."""
        provider = self.connection.provider()
        if self._made is None or self._made[0] is not provider:
            self._made = provider, chat_model(self.connection.endpoint.kind, self._served, provider)
        return self._made[1]

    def _default_mode(self) -> SchemaMode:
        if self._plain:
            return "schema"
        return "schema" if self._model().profile.get("supports_json_schema_output", False) else "words"

    @property
    def knobs(self) -> Knobs:
        """What the model is told beside a prompt."""
        return self._sampling.knobs

    def batch_body(self, request: Request) -> dict[str, Any]:
        """Return a request as a row of a batch has it, in OpenAI's form. A batch is a service tier of its own."""
        of_openai = self.connection.endpoint.kind == "openai"
        in_words = self.mode == "words"
        without = {*self._left_out, "service_tier"}
        limit = "max_completion_tokens" if of_openai or "max_tokens" in without else "max_tokens"
        body: dict[str, Any] = {
            "model": self._served,
            "messages": [{"role": "user", "content": text_sent(request, schema_shown=in_words)}],
            limit: self._token_limit(request),
            **({} if "seed" in without else {"seed": self._sampling.seed_for(request)}),
            **self.knobs.for_compatible(without),
        }
        if not in_words:
            form: dict[str, Any] = {"name": request.name, "schema": request.schema}
            if of_openai:
                from pydantic_ai.profiles.openai import OpenAIJsonSchemaTransformer

                strict = OpenAIJsonSchemaTransformer(dict(request.schema), strict=True).walk()
                form = {"name": request.name, "schema": strict, "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": form}
        return body

    def batch_reply(self, body: bytes) -> Reply:
        """Return the Reply in the answer to a row of a batch. Raises ModelError."""
        reply = read_reply(body, self._served)
        return replace(reply, temperature=None if "temperature" in self._left_out else self.knobs.temperature)

    def adapts_to(self, error: ModelError) -> bool:
        """Whether a row was refused for something that further rows are sent without."""
        if knob := self._refused(error, ()):
            self._leave_out(knob)
            return True
        if is_about_schemas(error):
            self.mode = "words"
            return True
        return False

    async def _ask(self, request: Request, mode: SchemaMode) -> Reply:
        words = text_sent(request, schema_shown=mode == "words")
        if self._plain is None:
            return await self._ask_through_library(request, words, mode)
        return await self._plain.complete(
            self._served,
            request,
            words,
            in_schema_mode=mode == "schema",
            fields=self._fields(request),
        )

    async def _ask_through_library(self, request: Request, words: str, mode: SchemaMode) -> Reply:
        model, message = self._model(), ModelRequest.user_text_prompt(words)
        settings, parameters = self._settings(request), self._parameters(request, mode)
        try:
            response = await through_library(
                lambda: model_request(model, [message], model_settings=settings, model_request_parameters=parameters),
                self.connection.endpoint.label,
                request.id,
            )
        except UnreadableReply as error:
            return salvaged_reply(error, self._served)
        return reply_from_library(response, self._served)

    def _settings(self, request: Request) -> ModelSettings:
        settings = self._sampling.knobs.for_library(self._left_out)
        settings["max_tokens"] = self._token_limit(request)
        if "seed" not in self._left_out:
            settings["seed"] = self._sampling.seed_for(request)
        return settings

    def _fields(self, request: Request) -> dict[str, Any]:
        out = self._left_out
        limit = {name: self._token_limit(request) for name in LIMITS if name not in out}
        seed = {} if "seed" in out else {"seed": self._sampling.seed_for(request)}
        stream = {} if "stream" in out else {"stream": STREAMED in out}
        return {**stream, **dict([*limit.items()][:1]), **seed, **self._sampling.knobs.for_compatible(out)}

    def _token_limit(self, request: Request) -> int:
        limit = min(request.token_limit, self.longest_answer or request.token_limit)
        if not self.context:
            return limit
        # The estimate of the prompt may be too low by a third, and its template and schema take room of their own.
        prompt = tokens_of(request.text) * 4 // 3 + tokens_of(json.dumps(request.schema)) + 100
        return min(limit, max(LEAST_ROOM, self.context - prompt))

    def _parameters(self, request: Request, mode: SchemaMode) -> ModelRequestParameters:
        if mode == "words":
            return ModelRequestParameters(output_mode="text")
        strict = True if self.connection.endpoint.kind in _STRICT else None
        form = OutputObjectDefinition(dict(request.schema), name=request.name, strict=strict)
        return ModelRequestParameters(output_mode="native", output_object=form)
