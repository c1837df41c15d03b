"""`townlet models`."""

from __future__ import annotations

from typing import Annotated

import typer

from townlet.cli.options import ConfigFileOption, JsonOption
from townlet.cli.output import print_result


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
    from townlet.evaluation.within_reach import find_models

    within = find_models(check, config)
    from townlet.cli.terminal.models import describe_models

    print_result(within.as_json(), as_json, "\n".join(describe_models(within, town, check)))
