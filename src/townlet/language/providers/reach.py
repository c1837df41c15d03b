"""Which language models are within reach: servers on this machine's usual ports, and providers whose keys are set."""

from __future__ import annotations

import asyncio
import json
import time
import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field

from townlet.language.answer_reader import read_answer
from townlet.language.model import ModelError
from townlet.language.providers.endpoint import Credentials, Endpoint, ollama_address
from townlet.language.providers.http import GuardedClient, is_about_schemas, may_be_about_schemas
from townlet.language.providers.library import UnreadableReply
from townlet.language.providers.replies import read_reply
from townlet.language.providers.spec import at_server

SECONDS = 0.5
"""How long a server may take to name its models, and which of them are in memory."""
ANSWER_SECONDS = 0.8
"""How long a model may take to answer a small question. With `SECONDS`, a look at all servers takes 1.3 s at most."""
OLLAMA, LM_STUDIO = "Ollama", "LM Studio"
_OWNERS: Mapping[str, str] = {"vllm": "vLLM", "llamacpp": "llama.cpp", "organization_owner": LM_STUDIO}
"""The server by whom it says that its models are owned."""


@dataclass(frozen=True)
class ServerPlace:
    """Where a kind of server usually listens."""

    kind: str
    address: str


USUAL_PLACES = (
    ServerPlace(OLLAMA, "http://127.0.0.1:11434/v1"),
    ServerPlace(LM_STUDIO, "http://127.0.0.1:1234/v1"),
    ServerPlace("llama.cpp", "http://127.0.0.1:8080/v1"),
    ServerPlace("vLLM", "http://127.0.0.1:8000/v1"),
)

FormVerdict = Literal["schema", "words", "unfit", "silent", "failed"]
"""How a model answered a small question in a JSON form: in the form, which the server enforced ('schema'); in the form
without that ('words'); not in the form ('unfit'); not in time ('silent'); with an error ('failed')."""


@dataclass(frozen=True)
class FormAnswer:
    """How a model answered a small question that wants a JSON form."""

    verdict: FormVerdict
    seconds: float
    problem: str = ""
    """What the server said, for 'failed'."""

    @property
    def in_form(self) -> bool:
        return self.verdict in ("schema", "words")


@dataclass(frozen=True)
class FoundModel:
    """A model of a server on this machine."""

    name: str
    loaded: bool
    """Whether it is in the server's memory. To ask a model that is not would take long, and put another one out."""
    answer: FormAnswer | None = None
    """How it answered; None if it was not asked."""


@dataclass(frozen=True)
class FoundServer:
    """A server that has named its models."""

    kind: str
    address: str
    models: tuple[FoundModel, ...]

    def spec(self, model: str) -> str:
        """Return what `--model` takes for one of its models."""
        if self.kind == OLLAMA:
            return f"ollama:{model}"
        return self.address if len(self.models) == 1 else at_server(self.address, model)


@dataclass(frozen=True)
class KnownProvider:
    """A provider with the variable that holds its key, and some of its models as `--model` takes them."""

    name: str
    variable: str
    has_key: bool
    models: tuple[str, ...]


@cache
def known_models() -> Mapping[str, Any]:
    """Return the models that are named for each provider, and under 'date' when they were chosen."""
    return tomllib.loads((resources.files(__package__) / "known.toml").read_text(encoding="utf-8"))


def usual_places(credentials: Credentials) -> tuple[ServerPlace, ...]:
    """Return where servers are looked for; OLLAMA_HOST moves Ollama's."""
    if not credentials.ollama_host:
        return USUAL_PLACES
    own = ServerPlace(OLLAMA, ollama_address(credentials.ollama_host))
    return (own, *(place for place in USUAL_PLACES if place.kind != OLLAMA))


async def find_servers(places: Sequence[ServerPlace], seconds: float) -> list[FoundServer]:
    """Ask all places at once for their models, and return those that named any in time."""
    found = await asyncio.gather(*(_find(place, seconds) for place in places))
    return [server for server in found if server is not None and server.models]


async def glance(credentials: Credentials, seconds: float) -> tuple[str, str] | None:
    """Return a model within reach and who has it, such as ('ollama:qwen3:4b', 'Ollama on this machine').

    Servers come before providers, and models in memory before others. None if there is nothing, or not in time.
    """
    servers: Sequence[FoundServer] = ()
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            places = usual_places(credentials)
            listening = await asyncio.gather(*map(_is_listening, places))
            servers = await find_servers(
                [place for place, open_ in zip(places, listening, strict=True) if open_], seconds
            )
    for server in servers:
        model = min(server.models, key=lambda each: not each.loaded)
        return server.spec(model.name), f"{server.kind} on this machine"
    for provider in list_providers(credentials):
        if provider.has_key:
            return provider.models[0], f"{provider.variable} is set"
    return None


async def _is_listening(place: ServerPlace) -> bool:
    """Whether anything accepts connections there: a quicker look than a request."""
    parts = urlsplit(place.address)
    try:
        _, writer = await asyncio.open_connection(parts.hostname, parts.port)
    except OSError:
        return False
    writer.close()
    return True


async def find_and_ask(
    places: Sequence[ServerPlace], seconds: float, answer_seconds: float, every_model: bool = False
) -> list[FoundServer]:
    """Find servers, and ask their models one small question. All servers are asked at once.

    Of each server, the first model that is in memory is asked, or `every_model`, one after the other.
    """
    servers = await find_servers(places, seconds)
    return list(await asyncio.gather(*(_ask_models(server, every_model, answer_seconds) for server in servers)))


async def _find(place: ServerPlace, seconds: float) -> FoundServer | None:
    found = None
    async with _client(place.address, seconds) as client:
        with suppress(ModelError, ValueError, OSError, TimeoutError):
            async with asyncio.timeout(seconds):
                found = _read(place, await _json(client, f"{place.address}/models"))
                if found:
                    found = await _with_memory(client, found)
    return found


def _client(address: str, seconds: float) -> GuardedClient:
    # No key goes along: whoever listens on a usual port need not be who we think.
    endpoint = Endpoint("compatible", address, "", "TOWNLET_API_KEY", "docs/models/index.md")
    return GuardedClient(endpoint, seconds)


async def _json(client: GuardedClient, url: str) -> Any:
    return json.loads(await client.read_body(client.build_request("GET", url)))


def _read(place: ServerPlace, listed: Any) -> FoundServer | None:
    """Return a server by its list of models; None if the answer is something else."""
    named = [row for row in _rows(listed, "data") if isinstance(row.get("id"), str)]
    owners = [_OWNERS.get(str(row.get("owned_by"))) for row in named]
    kind = next((owner for owner in owners if owner), place.kind)
    chat = [row for row in named if "embed" not in row["id"].lower()]
    return FoundServer(kind, place.address, tuple(FoundModel(row["id"], _is_loaded(kind, row)) for row in chat))


def _is_loaded(kind: str, row: Mapping[str, Any]) -> bool:
    """Whether a row of a list of models is of one in memory; Ollama and LM Studio do not say so there."""
    if kind in (OLLAMA, LM_STUDIO):
        return False
    status = row.get("status")  # llama.cpp's, where it has several models: {"value": "unloaded"}
    return not isinstance(status, dict) or status.get("value") == "loaded"


async def _with_memory(client: GuardedClient, server: FoundServer) -> FoundServer:
    """Return a server with what its own interface says of its models: which are in memory, and which can chat."""
    root = server.address.removesuffix("/v1")
    if server.kind == OLLAMA:
        running = {str(row.get("name")) for row in _rows(await _json(client, f"{root}/api/ps"), "models")}
        return replace(server, models=tuple(replace(each, loaded=each.name in running) for each in server.models))
    if server.kind == LM_STUDIO:
        rows = {str(row.get("id")): row for row in _rows(await _json(client, f"{root}/api/v0/models"), "data")}
        told = [(each, rows.get(each.name, {})) for each in server.models]
        chat = [(each, row) for each, row in told if row.get("type") != "embeddings"]
        return replace(server, models=tuple(replace(each, loaded=row.get("state") == "loaded") for each, row in chat))
    return server


def _rows(listed: Any, name: str) -> list[dict[str, Any]]:
    rows = listed.get(name) if isinstance(listed, dict) else None
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


_QUESTION = "Tilda's bakery opens at seven in the morning and closes at noon. For how many hours is it open?"


class _Hours(BaseModel):
    """The answer to the small question."""

    model_config = ConfigDict(extra="forbid")
    hours: int = Field(strict=True, ge=0, le=24)


_FORM = _Hours.model_json_schema()
_MOST_TOKENS = 300
"""Room for a model that thinks before it answers."""


async def _ask_models(server: FoundServer, every_model: bool, seconds: float) -> FoundServer:
    first = next((each.name for each in server.models if each.loaded), None)
    models = []
    for each in server.models:
        asked = every_model or each.name == first
        models.append(replace(each, answer=await ask_in_form(server.address, each.name, seconds)) if asked else each)
    return replace(server, models=tuple(models))


async def ask_in_form(address: str, model: str, seconds: float) -> FormAnswer:
    """Ask a model of a server one small question, and say whether the answer was in the form that was asked for."""
    began = time.perf_counter()

    def answer(verdict: FormVerdict, problem: str = "") -> FormAnswer:
        return FormAnswer(verdict, round(time.perf_counter() - began, 3), problem)

    async with _client(address, seconds) as client:
        try:
            async with asyncio.timeout(seconds):
                try:
                    return answer("schema" if _fits(await _asked(client, address, model, in_schema=True)) else "unfit")
                except ModelError as error:
                    if not is_about_schemas(error) and not may_be_about_schemas(error):
                        raise
                    return answer("words" if _fits(await _asked(client, address, model, in_schema=False)) else "unfit")
        except TimeoutError:
            return answer("silent")
        except (ModelError, ValueError) as error:
            late = getattr(error, "billed", False)
            return answer("silent") if late else answer("failed", str(error))


async def _asked(client: GuardedClient, address: str, model: str, *, in_schema: bool) -> bytes:
    """Return the body of a model's answer to the small question."""
    words = "" if in_schema else f"\n\nAnswer with one JSON object that fits this JSON schema:\n{json.dumps(_FORM)}"
    body: dict[str, Any] = {
        "model": model,
        "messages": [{"role": "user", "content": _QUESTION + words}],
        "max_tokens": _MOST_TOKENS,
        "temperature": 0,
        "stream": False,
    }
    if in_schema:
        body["response_format"] = {"type": "json_schema", "json_schema": {"name": "hours", "schema": _FORM}}
    request = client.build_request("POST", f"{address}/chat/completions", json=body)
    return await client.read_body(request)


def _fits(body: bytes) -> bool:
    """Whether an answer holds the form that was asked for, read as a run reads it: {"hours": 5}.

    Raises ValueError for a body that is no answer of a model at all, such as a page that asks to log in.
    """
    try:
        return read_answer(read_reply(body, "").text, _Hours).answer is not None
    except UnreadableReply:
        json.loads(body)
        return False


def list_providers(credentials: Credentials) -> tuple[KnownProvider, ...]:
    """Return the providers that need a key, and whether it is set."""
    keys = {
        ("openai", "OPENAI_API_KEY"): credentials.openai_api_key,
        ("anthropic", "ANTHROPIC_API_KEY"): credentials.anthropic_api_key,
        ("google", "GEMINI_API_KEY"): credentials.gemini_api_key,
        ("openrouter", "OPENROUTER_API_KEY"): credentials.openrouter_api_key,
    }
    known = known_models()
    return tuple(KnownProvider(name, variable, bool(key), tuple(known[name])) for (name, variable), key in keys.items())
