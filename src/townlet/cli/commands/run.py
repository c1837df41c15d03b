"""`townlet run` and `townlet resume`."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from townlet.cli.options import (
    EXPERT,
    AheadOption,
    BudgetOption,
    CacheOption,
    ConcurrencyOption,
    ConfigFileOption,
    EmbeddingOption,
    GuessOption,
    JsonOption,
    MindOption,
    ModelOption,
    OnFailureOption,
    OutFileOption,
    ProfileOption,
    ReplicateOption,
    RunDaysOption,
    RunFileArgument,
    RunModelOption,
    SeedOption,
    TownArgument,
    UntilOption,
    WithoutOption,
)
from townlet.cli.output import print_result
from townlet.errors import quote_for_shell

ResumedDaysOption = Annotated[
    float | None,
    typer.Option(
        metavar="N",
        help="Length of the whole run in game days, counted from its start; may be a fraction. By default, its planned "
        "length.",
    ),
]
ResumedOnFailureOption = Annotated[
    str | None,
    typer.Option(
        "--on-failure",
        metavar="W",
        help="What to do if the model gives no usable answer: 'pause' the run; use a 'fallback'; or use fallbacks "
        "while they are few ('limited'). By default, as before.",
        rich_help_panel=EXPERT,
    ),
]


def run_command(  # noqa: PLR0913 - as many as the command has options
    town: TownArgument = "smallville",
    days: RunDaysOption = None,
    until: UntilOption = None,
    seed: SeedOption = 1,
    model: ModelOption = None,
    embedding: EmbeddingOption = None,
    config: ConfigFileOption = None,
    profile: ProfileOption = "economical",
    without: WithoutOption = None,
    out: OutFileOption = None,
    concurrency: ConcurrencyOption = 8,
    ahead: AheadOption = None,
    guess: GuessOption = False,
    budget: BudgetOption = None,
    on_failure: OnFailureOption = None,
    cache: CacheOption = None,
    replicate: ReplicateOption = None,
    mind: MindOption = None,
    as_json: JsonOption = False,
) -> None:
    """Simulate a town and record the run in one file.

    Ctrl-C stops the run after the current step; `townlet resume` continues it from there.

    If the language model fails more than now and then, the run pauses with exit status 3. Where a single answer is
    missing, the person goes on by habit. The run file marks every such answer, and nobody remembers one.

    Examples:

      townlet run

      townlet run applegarth --days 0.5 --seed 7 --out morning.townlet

      townlet run my-town --until "day 2 18:00" --json
    """
    from townlet.cli.execution.execute import execute_run
    from townlet.cli.execution.within_reach import chooses_no_model
    from townlet.engine.model_options import ModelOptions, parse_minds
    from townlet.engine.planned_run import NewRun, plan_new_run

    options = ModelOptions(model, embedding, config, concurrency, cache, replicate, budget, on_failure, ahead, guess)
    options = replace(options, minds=parse_minds(mind or ()))
    planned = plan_new_run(town, NewRun(days, until, seed, profile, out, tuple(without or ())), options)
    execute_run(planned, as_json, quote_for_shell(town) if chooses_no_model(options) else "")


def resume_command(  # noqa: PLR0913 - as many as the command has options
    run: RunFileArgument,
    days: ResumedDaysOption = None,
    until: UntilOption = None,
    model: RunModelOption = None,
    embedding: Annotated[str | None, typer.Option(hidden=True)] = None,
    config: ConfigFileOption = None,
    concurrency: ConcurrencyOption = 8,
    ahead: AheadOption = None,
    guess: GuessOption = False,
    budget: BudgetOption = None,
    on_failure: ResumedOnFailureOption = None,
    cache: CacheOption = None,
    replicate: ReplicateOption = None,
    mind: MindOption = None,
    as_json: JsonOption = False,
) -> None:
    """Continue a run from where it stopped, or extend it.

    --days counts from the start of the run, as for `townlet run`. To extend a run, give more days than it has
    completed. Without --days or --until, the run continues to its planned end. If the run is already there, the command
    says so and succeeds.

    --budget also counts from the start of the run. Without it, the budget stays as it was.

    --model hands all jobs to another model, or to the same model at another address, now and whenever
    the run is resumed later. Each recorded call names the model that answered it. The embedder cannot be changed.

    Examples:

      townlet resume my.townlet

      townlet resume my.townlet --days 3
    """
    from townlet.cli.execution.execute import execute_run
    from townlet.engine.model_options import ModelOptions, parse_minds
    from townlet.engine.planned_run import AlreadyThere, plan_resumed_run
    from townlet.measures.run_figures import collect_run_figures
    from townlet.runfile.view import RunView

    options = ModelOptions(model, embedding, config, concurrency, cache, replicate, budget, on_failure, ahead, guess)
    options = replace(options, minds=parse_minds(mind or ()))
    try:
        journey = plan_resumed_run(run, days, options, until)
    except AlreadyThere as there:
        figures = collect_run_figures(RunView(run), 0.0).as_json() if as_json else {}
        print_result(figures, as_json, str(there))
        return
    if not as_json:
        typer.echo("Restoring the state of the run ...")
    execute_run(journey, as_json)
