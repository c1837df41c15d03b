"""`townlet run` and `townlet resume`."""

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
    RunFile,
)

Days = Annotated[float | None, typer.Option(metavar="N", help="Game days from the run's start; may be a fraction.")]
Profile = Annotated[
    str,
    typer.Option(metavar="P", help="How people think: 'economical' or 'paper'; '-' and '+' change single choices."),
]
Without = Annotated[
    list[str] | None,
    typer.Option(metavar="F", help="A faculty that people live without: planning or reflection; again for both."),
]
Out = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Where to write the run. By default TOWN-seedN.townlet, numbered if taken."),
]


def run(  # noqa: PLR0913 - as many as the command has options
    town: Annotated[str, typer.Argument(metavar="TOWN", help="A built-in town or a folder.")] = "smallville",
    days: Days = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Runs of the same seed are the same run.")] = 1,
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
    """Let a town live, and keep its run in one file.

    Ctrl-C stops after the step that is under way, and `townlet resume` goes on from there.
    If the language model fails, the run pauses with exit status 3, unless --on-failure fallback lets people go on
    by habit; what stood in for an answer is marked, and nobody remembers it.

    Examples:

      townlet run

      townlet run applegarth --days 0.5 --seed 7 --out morning.townlet

      townlet run my-town --days 1 --json
    """
    from townlet.cli.beginning import Fresh, new_run
    from townlet.cli.choosing import Choice
    from townlet.cli.drive import travel
    from townlet.cli.machinery import Means

    means = Means(concurrency, config, cache, replicate, budget, on_failure)
    travel(
        new_run(town, Fresh(seed, profile, out, tuple(without or ())), days, Choice(model, embedding, config), means),
        as_json,
    )


def resume(  # noqa: PLR0913 - as many as the command has options
    run: RunFile,
    days: Days = None,
    model: Model = None,
    embedding: Annotated[str | None, typer.Option(hidden=True)] = None,
    config: ConfigFile = None,
    concurrency: Concurrency = 8,
    budget: BudgetGiven = None,
    on_failure: OnFailureGiven = None,
    cache: Cache = None,
    replicate: Replicate = None,
    as_json: AsJson = False,
) -> None:
    """Go on with a run where it stopped, or beyond its end.

    --days counts from the run's start, as for `townlet run`: give more days than it has lived to extend it.
    Without it the run goes on to where it was meant to end. So it is with --budget, which counts from the run's
    start, too: without it the budget stays as it was. With --model another model, or the same one at another address,
    takes all jobs from here on, also when the run is resumed again; each call says who answered it. What the run
    compares texts by (--embedding of `townlet run`) cannot be changed.

    Examples:

      townlet resume my.townlet

      townlet resume my.townlet --days 3
    """
    from townlet.cli.beginning import further
    from townlet.cli.choosing import Choice
    from townlet.cli.drive import travel
    from townlet.cli.machinery import Means

    means = Means(concurrency, config, cache, replicate, budget, on_failure)
    journey = further(run, days, Choice(model, embedding, config), means)
    if not as_json:
        typer.echo("Going over what has happened so far.")
    travel(journey, as_json)
