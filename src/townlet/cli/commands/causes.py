"""`townlet causes`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from townlet.cli.commands.study import WorkersOption, describe_forecast
from townlet.cli.commands.study_run import WorldsReporter, exit_as
from townlet.cli.options import AMOUNTS, ConfigFileOption, JsonOption, RunFileArgument
from townlet.cli.output import format_count, print_json
from townlet.errors import BadInput, quote_for_shell

if TYPE_CHECKING:
    from townlet.studies.causes.find import Inquiry


QuestionArgument = Annotated[
    str,
    typer.Argument(
        metavar="QUESTION",
        help="What came about, such as 'Ann came to the fair', 'who knows the rumour', 'how many know the "
        "rumour' or 'Ann did a walk at day 2 9:00'.",
    ),
]
MostOption = Annotated[
    int, typer.Option("--most", min=1, max=10_000, metavar="N", help="How many things to try at most.")
]
FuturesOption = Annotated[
    int,
    typer.Option(
        "--seeds",
        min=1,
        max=1000,
        metavar="N",
        help="In how many futures of the same past to try: the run's own, and others in which the models answer "
        "anew. 6 or more give an interval.",
    ),
]
WithoutIdOption = Annotated[
    str | None,
    typer.Option(
        "--without",
        metavar="ID",
        help="Try one line or memory alone, by its id in --json: what would be otherwise without it?",
    ),
]
PlanOption = Annotated[
    bool, typer.Option("--plan", help="Say what would be tried, and what it takes, and live nothing.")
]
PageOption = Annotated[Path | None, typer.Option("--page", metavar="FILE", help="Write the answer as a page, too.")]
RayOption = Annotated[
    str | None,
    typer.Option("--ray", metavar="ADDRESS", help="Live the worlds on Ray: 'auto', or the address of a cluster."),
]
QuestionsBudgetOption = Annotated[
    str | None,
    typer.Option(
        "--budget",
        metavar="B",
        help=f"Spending limit for all questions about this run together, earlier ones included: {AMOUNTS}.",
    ),
]


def causes_command(  # noqa: PLR0913 - as many as the command has options
    run: RunFileArgument,
    question: QuestionArgument,
    most: MostOption = 40,
    seeds: FuturesOption = 1,
    without: WithoutIdOption = None,
    plan: PlanOption = False,
    page: PageOption = None,
    workers: WorkersOption = None,
    ray: RayOption = None,
    budget: QuestionsBudgetOption = None,
    config: ConfigFileOption = None,
    as_json: JsonOption = False,
) -> None:
    """Find what made the difference, by living again without it.

    Each line, sight and thought that led to the outcome is kept from the one person who took it in, in a fork of the
    run that lives on until the outcome is decided. As many lines that have nothing to do with it are silenced as
    placebos: only an effect beyond theirs counts. All worlds are kept beside the run, so the same command goes on after
    a stop, and a second question is answered faster.

    Examples:

      townlet causes my.townlet "Ann came to the fair"

      townlet causes my.townlet "who came to the fair" --most 12 --page why.html

      townlet causes my.townlet "how many know the rumour" --seeds 6 --plan
    """
    from townlet import Inquiry, find_causes, write_causes_page
    from townlet.cli.execution.interrupt import InterruptHandler
    from townlet.engine.model_options import ModelOptions
    from townlet.studies.runner import usual_workers

    options = ModelOptions(budget=budget, config=config)
    if plan:
        inquiry = Inquiry(run, question, most, options, seeds, without or "")
        _print_plan(inquiry, workers or usual_workers(), as_json)
        return
    if ray and workers:
        raise BadInput("--ray says where worlds live, and the cluster says how many; leave --workers out.")
    again = f"townlet causes {quote_for_shell(str(run))} {quote_for_shell(question)}"
    with InterruptHandler(again) as interrupt, WorldsReporter(as_json) as report:
        found = find_causes(
            run,
            question,
            most=most,
            seeds=seeds,
            without=without or "",
            workers=ray or workers,
            options=options,
            on_progress=report,
            is_stopped=lambda: interrupt.requested,
        )
    if as_json:
        print_json(found.as_json())
    else:
        typer.echo(found.as_text())
    if page:
        write_causes_page(found, page)
        if not as_json:
            typer.echo(f"The page is {page}.")
    for problem in found.progress.problems:
        typer.echo(f"A world {'paused' if problem.end == 'paused' else 'failed'}: {problem.message}", err=True)
    exit_as(found.progress, again)


def _print_plan(inquiry: Inquiry, workers: int, as_json: bool) -> None:
    from townlet.studies.forecast import forecast_as_json

    left, costs = inquiry.left, inquiry.costs()
    if as_json:
        print_json(inquiry.as_json() | {"forecast": forecast_as_json(left, costs)})
        return
    for candidate in inquiry.candidates:
        typer.echo(f"  {candidate}")
    rest = f", {inquiry.untried:,} more are left out" if inquiry.untried else ""
    typer.echo(f"{len(inquiry.candidates)} of these would be tried beside {len(inquiry.placebos)} placebos{rest}.")
    typer.echo(f"{format_count(len(left.cells), 'world')} to live; pairs of tellings come on top.")
    for line in describe_forecast(left, costs, workers):
        typer.echo(line)
    if costs:
        typer.echo(
            "The calls are as many as the run made after what each world is without. A world pays for fewer: whoever "
            "is asked the same as in the run answers the same, for nothing."
        )
