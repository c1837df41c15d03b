"""`townlet residents serve`."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.hosting import InterruptibleServer, open_socket
from townlet.cli.options import AMOUNTS, ConfigFileOption, EmbeddingOption, JsonOption, ModelOption, SeedOption
from townlet.cli.output import print_json
from townlet.engine.model_options import ModelOptions
from townlet.server.access import AccessPolicy, is_loopback
from townlet.server.residents import create_residents_app, load_residents


def residents_serve_command(  # noqa: PLR0913 - as many as the command has options
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder with a TOML file for each resident.")],
    model: ModelOption = None,
    embedding: EmbeddingOption = None,
    config: ConfigFileOption = None,
    seed: SeedOption = 1,
    budget: Annotated[
        str | None,
        typer.Option(metavar="B", help=f"Spending limit for each resident, counted from the first day: {AMOUNTS}."),
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, metavar="N", help="The port to listen on; 0 for any free port.")
    ] = None,
    host: Annotated[str, typer.Option(metavar="H", help="The address to listen on.")] = "127.0.0.1",
    as_json: JsonOption = False,
) -> None:
    """Serve residents to a world of your own, over HTTP.

    Each TOML file of the folder describes a resident, whose memory is the run file beside it. The calls are those of
    `townlet.Resident`; docs/own-game.md has examples for a page and for Godot. If the folder has an index.html, the
    server shows it. Ctrl-C stops the server.

    Examples:

      townlet residents serve people

      townlet residents serve people --model ollama:llama3.1 --port 8100
    """
    residents = load_residents(folder, ModelOptions(model, embedding, config, budget=budget), seed)
    listening = open_socket(host, port)
    token = "" if is_loopback(host) else secrets.token_urlsafe(24)
    policy = AccessPolicy(host, listening.getsockname()[1], token)
    if as_json:
        print_json({"address": policy.address, "residents": [*residents]})
    else:
        typer.echo(f"{', '.join(residents)}: served at {policy.address} (POST api/residents/NAME/decide, and others).")
        typer.echo("Press Ctrl-C to stop.")
    InterruptibleServer(create_residents_app(folder, residents, policy)).serve_until_interrupted(listening)
