"""Which language models are within reach: servers on this machine's usual ports, and providers whose keys are set."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from townlet.language.model import ModelError
from townlet.language.providers.endpoint import Credentials, Endpoint, ollama_address
from townlet.language.providers.http import GuardedClient

SECONDS = 1.0
"""How long each server may take to name its models."""
OLLAMA = "Ollama"
_OWNERS: Mapping[str, str] = {"vllm": "vLLM", "llamacpp": "llama.cpp", "organization_owner": "LM Studio"}
"""The server by whom it says that its models are owned."""


@dataclass(frozen=True)
class ServerPlace:
    """Where a kind of server usually listens."""

    kind: str
    address: str


USUAL_PLACES = (
    ServerPlace(OLLAMA, "http://127.0.0.1:11434/v1"),
    ServerPlace("LM Studio", "http://127.0.0.1:1234/v1"),
    ServerPlace("llama.cpp", "http://127.0.0.1:8080/v1"),
    ServerPlace("vLLM", "http://127.0.0.1:8000/v1"),
)


@dataclass(frozen=True)
class FoundServer:
    """A server that has named its models."""

    kind: str
    address: str
    models: tuple[str, ...]

    def spec(self, model: str) -> str:
        """Return what `--model` takes for one of its models."""
        if self.kind == OLLAMA:
            return f"ollama:{model}"
        return self.address if len(self.models) == 1 else f"{self.address}#{model}"


@dataclass(frozen=True)
class KnownProvider:
    """A provider with the variable that holds its key."""

    name: str
    variable: str
    has_key: bool


def usual_places(credentials: Credentials) -> tuple[ServerPlace, ...]:
    """Return where servers are looked for; OLLAMA_HOST moves Ollama's."""
    if not credentials.ollama_host:
        return USUAL_PLACES
    own = ServerPlace(OLLAMA, ollama_address(credentials.ollama_host))
    return (own, *(place for place in USUAL_PLACES if place.kind != OLLAMA))


async def find_servers(places: Sequence[ServerPlace], seconds: float = SECONDS) -> list[FoundServer]:
    """Ask all places at once for their models, and return those that named any in time."""
    found = await asyncio.gather(*(_ask(place, seconds) for place in places))
    return [server for server in found if server is not None and server.models]


async def _ask(place: ServerPlace, seconds: float) -> FoundServer | None:
    endpoint = Endpoint("compatible", place.address, "", "TOWNLET_API_KEY", "docs/models/index.md")
    async with GuardedClient(endpoint, seconds) as client:
        with suppress(ModelError, ValueError, OSError):
            body = await client.read_body(client.build_request("GET", f"{place.address}/models"))
            return _read(place, json.loads(body))
    return None


def _read(place: ServerPlace, listed: Any) -> FoundServer | None:
    """Return a server by its list of models; None if the answer is something else."""
    rows = listed.get("data") if isinstance(listed, dict) else None
    named = [row for row in rows or [] if isinstance(row, dict) and isinstance(row.get("id"), str)]
    owners = [_OWNERS.get(str(row.get("owned_by"))) for row in named]
    kind = next((owner for owner in owners if owner), place.kind)
    return FoundServer(kind, place.address, tuple(row["id"] for row in named if "embed" not in row["id"].lower()))


def list_providers(credentials: Credentials) -> tuple[KnownProvider, ...]:
    """Return the providers that need a key, and whether it is set."""
    keys = {
        ("openai", "OPENAI_API_KEY"): credentials.openai_api_key,
        ("anthropic", "ANTHROPIC_API_KEY"): credentials.anthropic_api_key,
        ("google", "GEMINI_API_KEY"): credentials.gemini_api_key,
        ("openrouter", "OPENROUTER_API_KEY"): credentials.openrouter_api_key,
    }
    return tuple(KnownProvider(name, variable, bool(key)) for (name, variable), key in keys.items())
