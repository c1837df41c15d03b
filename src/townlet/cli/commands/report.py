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
from townlet.cli.output import refuse_page, write_page


def report_command(  # noqa: PLR0913 - as many as the command has options
    run: RunFileArgument,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="The file, or - for standard output. By default RUN.report.html."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    interviews: InterviewsOption = None,
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
    """
    from townlet.cli.run_config import ModelOptions
    from townlet.cli.surveys.emergence import EmergenceInterviewOptions, collect_emergence
    from townlet.measures.bill import read_bill
    from townlet.measures.run_measures import compute_measures
    from townlet.reporting.page.html import render_report
    from townlet.reporting.page.studies import read_ablation_plot, read_believability
    from townlet.reporting.page.subject import ReportSubject
    from townlet.runfile.view import RunView

    view = RunView(run)
    page = out or run.with_suffix(".report.html")
    refuse_page(page, run, force, as_json)
    beside = read_believability(run, view.header.id), read_ablation_plot(run, view.header.id)
    emerged, interviewed = collect_emergence(
        view, EmergenceInterviewOptions(interviews, ModelOptions(model, None, config), budget, concurrency)
    )
    subject = ReportSubject(emerged, compute_measures(emerged), read_bill(view), interviewed, *beside)
    write_page(page, [render_report(subject)], as_json, "report")
