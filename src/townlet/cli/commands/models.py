"""`townlet models`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Annotated

import typer

from townlet.cli.errors import BadInput
from townlet.cli.options import JsonOption
from townlet.cli.output import print_result
from townlet.language.providers import reach
from townlet.language.providers.endpoint import read_credentials
from townlet.language.providers.reach import FoundServer, KnownProvider, ServerPlace
from townlet.language.providers.spec import NotConfigured

_SPECS = {
    "openai": "openai:NAME",
    "anthropic": "anthropic:NAME",
    "google": "google:NAME",
    "openrouter": "https://openrouter.ai/api/v1#NAME",
}
MOST_NAMED = 5
"""How many models of a server get a line of their own."""


def models_command(
    town: Annotated[str, typer.Option(metavar="TOWN", help="The town in the lines to copy.")] = "smallville",
    as_json: JsonOption = False,
) -> None:
    """Say which language models this machine can reach now.

    The command looks for Ollama, LM Studio, llama.cpp and vLLM on their usual ports of this machine, and for the keys
    of providers. Each model gets a line to copy. No model is asked anything, and no key is sent. It takes a second.

    Examples:

      townlet models

      townlet models --town ternholm

      townlet models --json
    """
    try:
        credentials = read_credentials()
    except NotConfigured as error:
        raise BadInput(str(error)) from None
    places = reach.usual_places(credentials)
    servers, providers = asyncio.run(reach.find_servers(places)), reach.list_providers(credentials)
    data = {
        "servers": [
            {
                "kind": server.kind,
                "address": server.address,
                "models": [{"name": name, "model": server.spec(name)} for name in server.models],
            }
            for server in servers
        ],
        "providers": [
            {"name": each.name, "variable": each.variable, "has_key": each.has_key, "model": _SPECS[each.name]}
            for each in providers
        ],
    }
    print_result(data, as_json, "\n".join(_lines(places, servers, providers, town)))


def _lines(
    places: Sequence[ServerPlace], servers: Sequence[FoundServer], providers: Sequence[KnownProvider], town: str
) -> Iterator[str]:
    yield "ON THIS MACHINE"
    for server in servers:
        yield f"  {server.kind} at {server.address}"
        for name in server.models[:MOST_NAMED]:
            yield f"    townlet run {town} --model {server.spec(name)}"
        if (more := len(server.models) - MOST_NAMED) > 0:
            yield f"    and {more} more: {', '.join(server.models[MOST_NAMED:])}"
    if not servers:
        looked = ", ".join(f"{place.kind} at {place.address.removesuffix('/v1')}" for place in places)
        yield f"  no server. Looked for {looked}."
    yield ""
    yield "PROVIDERS"
    for each in providers:
        if each.has_key:
            yield f"  {each.name}: {each.variable} is set"
            yield f"    townlet run {town} --model {_SPECS[each.name]}"
        else:
            yield f"  {each.name}: no {each.variable}"
    yield ""
    yield "ALWAYS"
    yield "  offline: rules, not a language model"
    yield f"    townlet run {town}"
    yield ""
    yield "`townlet doctor --model M` asks a model one question and says whether it answers in the form that is needed."
    yield f"`townlet estimate {town} --model M` says what a run costs before you start it."
