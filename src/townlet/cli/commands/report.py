"""`townlet report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.options import (
    ConcurrencyOption,
    ConfigFileOption,
    InterviewBudgetOption,
    InterviewsOption,
    JsonOption,
    RunFileArgument,
    RunModelOption,
)
from townlet.cli.output import page_target, print_page


def report_command(  # noqa: PLR0913 - as many as the command has options
    run: RunFileArgument,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="The file, or - for standard output. By default RUN.report.html."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    interviews: InterviewsOption = None,
    replay: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="A replay of the run, to whose moments talks and chapters lead: a page of `townlet export --replay`, "
            "as seen from the report, or the address of `townlet serve`.",
        ),
    ] = "",
    model: RunModelOption = None,
    config: ConfigFileOption = None,
    budget: InterviewBudgetOption = None,
    concurrency: ConcurrencyOption = 8,
    as_json: JsonOption = False,
) -> None:
    """Write a report on a run as one web page.

    The page shows how news spread, who knows whom, who came and who was where. It compares the figures of `townlet
    measure` with the paper's, and links each number to its evidence. It opens from disk without a server or network
    access.

    Examples:

      townlet report my.townlet

      townlet report my.townlet --out my.html --no-interviews

      townlet report my.townlet --replay http://127.0.0.1:8000/
    """
    from townlet.cli.pricing import format_interview_cost
    from townlet.cli.progress import show_counter
    from townlet.engine.model_options import ModelOptions
    from townlet.reporting.report import report

    with page_target(out, as_json) as page, show_counter("answers", wanted=interviews is not False) as on_answer:
        options = ModelOptions(model, None, config, concurrency, budget=budget, on_answer=on_answer)
        written = report(run, page, force=force, interviews=interviews, replay=replay, options=options)
    if written.used:
        typer.echo(format_interview_cost(written.used), err=True)
    print_page(out or written.path, written.size, as_json, "report")
