"""`townlet run` and `townlet resume`."""

from __future__ import annotations

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
    RunFileArgument,
    WithoutOption,
)


def run_command(  # noqa: PLR0913 - as many as the command has options
    town: Annotated[str, typer.Argument(metavar="TOWN", help="A built-in town or a folder.")] = "smallville",
    days: RunDaysOption = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Runs of the same seed are the same run.")] = 1,
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
    """Let a town live, and keep its run in one file.

    Ctrl-C stops after the step that is under way, and `townlet resume` goes on from there.
    If the language model fails, the run pauses with exit status 3, unless --on-failure fallback lets people go on
    by habit; what stood in for an answer is marked, and nobody remembers it.

    Examples:

      townlet run

      townlet run applegarth --days 0.5 --seed 7 --out morning.townlet

      townlet run my-town --days 1 --json
    """
    from townlet.cli.execution.planned_run import NewRunOptions, execute_run, plan_new_run
    from townlet.cli.resources import ResourceOptions
    from townlet.cli.run_config import ModelOptions

    means = ResourceOptions(concurrency, config, cache, replicate, budget, on_failure)
    execute_run(
        plan_new_run(
            town,
            NewRunOptions(seed, profile, out, tuple(without or ())),
            days,
            ModelOptions(model, embedding, config),
            means,
        ),
        as_json,
    )


def resume_command(  # noqa: PLR0913 - as many as the command has options
    run: RunFileArgument,
    days: RunDaysOption = None,
    model: ModelOption = None,
    embedding: Annotated[str | None, typer.Option(hidden=True)] = None,
    config: ConfigFileOption = None,
    concurrency: ConcurrencyOption = 8,
    budget: BudgetOption = None,
    on_failure: OnFailureOption = None,
    cache: CacheOption = None,
    replicate: ReplicateOption = None,
    as_json: JsonOption = False,
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
    from townlet.cli.execution.planned_run import execute_run, plan_resumed_run
    from townlet.cli.resources import ResourceOptions
    from townlet.cli.run_config import ModelOptions

    means = ResourceOptions(concurrency, config, cache, replicate, budget, on_failure)
    journey = plan_resumed_run(run, days, ModelOptions(model, embedding, config), means)
    if not as_json:
        typer.echo("Going over what has happened so far.")
    execute_run(journey, as_json)
