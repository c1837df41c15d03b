"""`townlet ablate`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.errors import INTERRUPTED
from townlet.cli.execution.execute import execute_run_quietly
from townlet.cli.options import (
    BatchSendOption,
    ConcurrencyOption,
    ConfigFileOption,
    InterviewBudgetOption,
    JsonOption,
    PeopleOption,
    RawOption,
    RunModelOption,
)
from townlet.cli.output import print_result
from townlet.cli.pricing import format_interview_cost
from townlet.cli.progress import show_counter
from townlet.engine.model_options import ModelOptions
from townlet.engine.planned_run import PlannedRun
from townlet.errors import BadInput
from townlet.evaluation.ablation.ablate import Resimulation, ablate, resimulate, write_ablation
from townlet.evaluation.ablation.report import build_ablation_data, render_ablation
from townlet.language.providers.spec import OFFLINE

RunsArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="RUN",
        help="Run files; or a town, with --resimulate. For several runs, the intervals are computed over runs, not "
        "over people.",
    ),
]
ConditionsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--condition",
        metavar="C",
        help="Which memories people can use: full, no-reflection, no-planning or no-memory. Repeat the option for "
        "more. By default, all.",
    ),
]
AskedAtOption = Annotated[
    str,
    typer.Option("--at", metavar="TIME", help="When to ask, such as 'day 2 17:00'. By default 5 pm of the last day."),
]
BootstrapSeedOption = Annotated[
    int, typer.Option(metavar="N", help="Random seed for the bootstrap that gives the intervals of a single run.")
]
ResimulateOption = Annotated[
    bool,
    typer.Option(
        "--resimulate", help="Simulate a town under each architecture instead of using existing runs; see above."
    ),
]
RunSeedsOption = Annotated[int, typer.Option(metavar="N", help="With --resimulate: run seeds 1 to N.")]
DaysOption = Annotated[float, typer.Option(metavar="N", help="With --resimulate: game days of each run.")]
OutOption = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR", help="Write the page, data and tables to this folder; with --resimulate, the runs too."
    ),
]


def ablate_command(  # noqa: PLR0913 - as many as the command has options
    runs: RunsArgument,
    conditions: ConditionsOption = None,
    people: PeopleOption = None,
    at: AskedAtOption = "",
    seed: BootstrapSeedOption = 1,
    again: ResimulateOption = False,
    seeds: RunSeedsOption = 3,
    days: DaysOption = 1.0,
    out: OutOption = None,
    raw: RawOption = False,
    model: RunModelOption = None,
    config: ConfigFileOption = None,
    budget: InterviewBudgetOption = None,
    concurrency: ConcurrencyOption = 8,
    batch: BatchSendOption = False,
    as_json: JsonOption = False,
) -> None:
    """Measure what reflection, planning and memory contribute.

    This is an ablation. People are interviewed four times: with all their memories, without their reflections, without
    their plans and reflections, and without any memory. They are asked each time what happened, what they plan, and
    what follows from many memories together. The true answers are computed from the run, so no judge is needed. People
    do not remember being graded, and the run does not change. Answers are stored in RUN.study and not asked for again.

    With --resimulate, a town is simulated three times with each seed: with all faculties, without reflection, and with
    neither reflection nor planning. The runs of the same seed are then compared. Finished runs are kept in the --out
    folder (by default TOWN-ablation) and reused.

    Examples:

      townlet ablate my.townlet

      townlet ablate seed1.townlet seed2.townlet seed3.townlet --out ablation

      townlet ablate applegarth --resimulate --seeds 3 --days 1
    """
    if again and batch:
        raise BadInput("--batch is for questions about finished runs. Leave it out, or leave out --resimulate.")
    if again and len(runs) != 1:
        raise BadInput("--resimulate takes one town. Give a built-in town or a folder.")
    options = ModelOptions(model, None, config, concurrency, budget=budget, batch=batch)
    if again:
        folder = out or Path(f"{Path(runs[0]).resolve().name}-ablation")
        asked = Resimulation(runs[0], folder, tuple(conditions or ()), seeds, days, tuple(people or ()), at)
        compared = resimulate(asked, options, _live)
        typer.echo(json.dumps(compared.data, ensure_ascii=False) if as_json else compared.text)
        return
    with show_counter("answers") as on_answer:
        options = replace(options, on_answer=on_answer)
        kinds = conditions or ("all",)
        result = ablate(*runs, conditions=kinds, people=people or (), at=at, seed=seed, options=options)
    if out:
        write_ablation(out, result, raw)
    print_result(build_ablation_data(result), as_json, render_ablation(result))
    for path, graded in zip(runs, result.runs, strict=True):
        if graded.model != OFFLINE and graded.usage:
            typer.echo(f"{path}: {format_interview_cost(graded.usage)}", err=True)


def _live(planned: PlannedRun) -> None:
    if not execute_run_quietly(planned):
        typer.echo("Stopped. The same command continues from here.", err=True)
        raise typer.Exit(INTERRUPTED)
