"""`townlet mcp`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.options import ConfigFileOption, JsonOption, RunModelOption
from townlet.errors import BadInput
from townlet.measures.extras import import_extra


def mcp_command(  # noqa: PLR0913 - as many as the command has options
    runs: Annotated[list[Path], typer.Argument(metavar="RUN", help="A run file, or several.")],
    allow: Annotated[
        bool,
        typer.Option(
            "--allow",
            help="Let the assistant act: ask, tell, set, fork, step in, say, go, use, wait. By default it only reads.",
        ),
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65535,
            metavar="N",
            help="Offer the runs over HTTP on this port; 0 for any free port. By default, over stdin and stdout.",
        ),
    ] = None,
    host: Annotated[
        str,
        typer.Option(metavar="H", help="With --port: the address to listen on. Others than loopback require a token."),
    ] = "127.0.0.1",
    model: RunModelOption = None,
    config: ConfigFileOption = None,
    budget: Annotated[
        str | None,
        typer.Option(
            metavar="B",
            help="Spending limit of each question, and from its start of a run that is acted in: 20usd, 5Mtok or none.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Offer runs to an assistant over the Model Context Protocol.

    An assistant that knows MCP starts this command itself; docs/assistant.md shows how to configure it. It can read
    who is there, what happened, who knows what and from whom, and it can measure and compare runs. With --allow it can
    also interview people, change things, fork a run, and come into the town as a visitor. A run that it acts in stands
    still until it waits. Needs the extra `mcp`.

    Examples:

      townlet mcp my.townlet

      townlet mcp my.townlet my-fork1.townlet --allow

      townlet mcp my.townlet --port 8100
    """
    if port is None and (host != "127.0.0.1" or as_json):
        raise BadInput("--host and --json go with --port; without it, the runs are offered over stdin and stdout.")
    import_extra("mcp", "The MCP server", "mcp")
    from townlet.cli.hosting import serve_mcp_over_http, serve_mcp_over_stdio
    from townlet.engine.model_options import ModelOptions
    from townlet.server.mcp.door import TownServer
    from townlet.server.mcp.open_runs import OpenRuns

    server = TownServer(OpenRuns(runs, ModelOptions(model, None, config, budget=budget)), allow=allow)
    if port is None:
        serve_mcp_over_stdio(server)
    else:
        serve_mcp_over_http(server, host, port, as_json)
