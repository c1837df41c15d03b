"""`townlet serve`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.options import (
    BudgetOption,
    CacheOption,
    ConcurrencyOption,
    ConfigFileOption,
    EmbeddingOption,
    JsonOption,
    ModelOption,
    OnFailureOption,
    OutFileOption,
    ProfileOption,
    ReplicateOption,
    RunDaysOption,
    WithoutOption,
)

RunOrTownArgument = Annotated[str, typer.Argument(metavar="RUN|TOWN", help="A run file, or a town to begin one of.")]
PortOption = Annotated[
    int | None,
    typer.Option(min=0, max=65535, metavar="N", help="Where to listen; 8000 or the next free one; 0: any."),
]
HostOption = Annotated[
    str, typer.Option(metavar="H", help="Which address to listen on. All but this machine's own demand a token.")
]
NoOpenOption = Annotated[bool, typer.Option("--no-open", help="Open no browser.")]


def serve_command(  # noqa: PLR0913 - as many as the command has options
    what: RunOrTownArgument = "smallville",
    port: PortOption = None,
    host: HostOption = "127.0.0.1",
    no_open: NoOpenOption = False,
    days: RunDaysOption = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Of a new run: the same seed is the same run.")] = None,
    model: ModelOption = None,
    embedding: EmbeddingOption = None,
    config: ConfigFileOption = None,
    profile: ProfileOption = "economical",
    without: WithoutOption = None,
    out: OutFileOption = None,
    concurrency: ConcurrencyOption = 8,
    budget: BudgetOption = None,
    on_failure: OnFailureOption = None,
    cache: CacheOption = None,
    replicate: ReplicateOption = None,
    as_json: JsonOption = False,
) -> None:
    """Watch a town in the browser, and step into it.

    A town begins to live and is computed as you watch; a run file is replayed, or followed while another process
    writes it. With --days a run file goes on, as by `townlet resume`. Ctrl-C ends the server, and the run after the
    step that is under way; what it came to is in its file.

    Examples:

      townlet serve

      townlet serve my.townlet

      townlet serve my-town --days 1 --seed 7 --port 8080
    """
    from townlet.cli.errors import BadInput
    from townlet.cli.execution.planned_run import NewRunOptions, plan_new_run, plan_resumed_run
    from townlet.cli.hosting import ServingOptions, serve_live_run, serve_run_file
    from townlet.cli.resources import ResourceOptions
    from townlet.cli.run_config import ModelOptions

    place = ServingOptions(host, port, not no_open, as_json)
    choice, means = (
        ModelOptions(model, embedding, config),
        ResourceOptions(concurrency, config, cache, replicate, budget, on_failure),
    )
    run = Path(what)
    if not run.is_file():
        if run.suffix == ".townlet":
            raise BadInput(f"There is no run file {what}; check the name, or give a town to begin one.")
        fresh = NewRunOptions(1 if seed is None else seed, profile, out, tuple(without or ()))
        serve_live_run(plan_new_run(what, fresh, days, choice, means), place, choice, means)
    elif seed is not None or out is not None or without:
        raise BadInput("--seed, --out and --without are for a new run, and this one has begun; fork it for another.")
    elif days is None:
        serve_run_file(run, place, choice, means)
    else:
        serve_live_run(plan_resumed_run(run, days, choice, means), place, choice, means)
