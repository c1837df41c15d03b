"""`townlet models`."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated

import typer

from townlet.cli.errors import BadInput
from townlet.cli.options import ConfigFileOption, JsonOption
from townlet.cli.output import print_result

CHECK_SECONDS = 60.0
"""How long each model may take with --check. A server may have to read it from disk first."""


def models_command(
    town: Annotated[str, typer.Option(metavar="TOWN", help="The town in the lines to copy.")] = "smallville",
    check: Annotated[
        bool,
        typer.Option(
            "--check",
            help="Ask every model that is listed one small question, for up to a minute each. Providers charge for "
            "some hundred tokens.",
        ),
    ] = False,
    config: ConfigFileOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the language models within reach, with their prices.

    The command looks for Ollama, LM Studio, llama.cpp and vLLM on their usual ports of this machine, and for the keys
    of providers. Each model gets a line to copy and the price of two days of the built-in town.

    One model of each server, which is in its memory already, is asked a small question to see whether it answers in the
    form that is needed. Without --check, no key is sent and nothing costs money, and the look takes at most 1.3 s.

    Examples:

      townlet models

      townlet models --town ternholm --check

      townlet models --json
    """
    from townlet.language.providers import reach
    from townlet.language.providers.endpoint import read_credentials
    from townlet.language.providers.spec import NotConfigured

    try:
        credentials = read_credentials()
    except NotConfigured as error:
        raise BadInput(str(error)) from None
    places, providers = reach.usual_places(credentials), reach.list_providers(credentials)
    seconds = CHECK_SECONDS if check else reach.ANSWER_SECONDS
    with ThreadPoolExecutor(1) as threads:
        # A server that hangs is waited for while Python reads the rest of the program and the list of prices.
        looking = threads.submit(asyncio.run, reach.find_and_ask(places, check, seconds))
        from townlet.cli.config_file import read_config
        from townlet.cli.pricing import normalise_names
        from townlet.cli.terminal.models import WithinReach, ask_providers, describe_models, price_models

        tables = normalise_names(read_config(config))
        prices = price_models(tables, providers)
        asked = [model for each in providers if each.has_key and check for model in each.models]
        findings = asyncio.run(ask_providers(asked, tables, CHECK_SECONDS)) if asked else {}
        within = WithinReach(places, looking.result(), providers, findings, prices)
    print_result(within.as_json(), as_json, "\n".join(describe_models(within, town, check)))
