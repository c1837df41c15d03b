"""`townlet serve`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.options import (
    AsJson,
    BudgetGiven,
    Cache,
    Concurrency,
    ConfigFile,
    Embedding,
    Model,
    OnFailureGiven,
    Replicate,
)
from townlet.cli.run import Days, Out, Profile, Without

What = Annotated[str, typer.Argument(metavar="RUN|TOWN", help="A run file, or a town to begin one of.")]
Port = Annotated[
    int | None,
    typer.Option(min=0, max=65535, metavar="N", help="Where to listen; 8000 or the next free one; 0: any."),
]
Host = Annotated[
    str, typer.Option(metavar="H", help="Which address to listen on. All but this machine's own demand a token.")
]
NoOpen = Annotated[bool, typer.Option("--no-open", help="Open no browser.")]


def serve(  # noqa: PLR0913 - as many as the command has options
    what: What = "smallville",
    port: Port = None,
    host: Host = "127.0.0.1",
    no_open: NoOpen = False,
    days: Days = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Of a new run: the same seed is the same run.")] = None,
    model: Model = None,
    embedding: Embedding = None,
    config: ConfigFile = None,
    profile: Profile = "economical",
    without: Without = None,
    out: Out = None,
    concurrency: Concurrency = 8,
    budget: BudgetGiven = None,
    on_failure: OnFailureGiven = None,
    cache: Cache = None,
    replicate: Replicate = None,
    as_json: AsJson = False,
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
    from townlet.cli.beginning import Fresh, further, new_run
    from townlet.cli.choosing import Choice
    from townlet.cli.failures import BadInput
    from townlet.cli.machinery import Means
    from townlet.cli.serving import Place, serve_journey, serve_run

    place = Place(host, port, not no_open, as_json)
    choice, means = Choice(model, embedding, config), Means(concurrency, config, cache, replicate, budget, on_failure)
    run = Path(what)
    if not run.is_file():
        if run.suffix == ".townlet":
            raise BadInput(f"There is no run file {what}; check the name, or give a town to begin one.")
        fresh = Fresh(1 if seed is None else seed, profile, out, tuple(without or ()))
        serve_journey(new_run(what, fresh, days, choice, means), place, choice, means)
    elif seed is not None or out is not None or without:
        raise BadInput("--seed, --out and --without are for a new run, and this one has begun; fork it for another.")
    elif days is None:
        serve_run(run, place, choice, means)
    else:
        serve_journey(further(run, days, choice, means), place, choice, means)
