"""`townlet report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.options import (
    BudgetOption,
    ConcurrencyOption,
    ConfigFileOption,
    InterviewsOption,
    JsonOption,
    ModelOption,
    RunFileArgument,
)


def report_command(  # noqa: PLR0913 - as many as the command has options
    run: RunFileArgument,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="The page to write. By default RUN.report.html.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the page if there is one.")] = False,
    interviews: InterviewsOption = None,
    model: ModelOption = None,
    config: ConfigFileOption = None,
    budget: BudgetOption = None,
    concurrency: ConcurrencyOption = 8,
    as_json: JsonOption = False,
) -> None:
    """Write what a run shows as one page to read: how news spread, who knows whom, who came, who was where.

    The page stands beside the paper's figures, and each number links to what it rests on. It opens from disk and needs
    no server and no network. Its figures are those of `townlet measure`. Without --model the run's own model is
    interviewed.

    Examples:

      townlet report my.townlet

      townlet report my.townlet --out my.html --no-interviews
    """
    from townlet.analysis.bill import read_bill
    from townlet.analysis.measures import compute_measures
    from townlet.cli.output import print_json, refuse_overwriting
    from townlet.cli.run_config import ModelOptions
    from townlet.cli.surveys.emergence import EmergenceInterviewOptions, collect_emergence
    from townlet.reporting.page.html import render_report
    from townlet.reporting.page.studies import read_ablation_plot, read_believability
    from townlet.reporting.page.subject import ReportSubject
    from townlet.runfile.files import open_reader
    from townlet.runfile.study_files import write_atomically

    page = out or run.with_suffix(".report.html")
    refuse_overwriting(page, run, force)
    with open_reader(run) as reader:
        beside = read_believability(run, reader.header.id), read_ablation_plot(run, reader.header.id)
    emerged, interviewed = collect_emergence(
        run, EmergenceInterviewOptions(interviews, ModelOptions(model, None, config), budget, concurrency)
    )
    write_atomically(
        page, [render_report(ReportSubject(emerged, compute_measures(emerged), read_bill(run), interviewed, *beside))]
    )
    size = page.stat().st_size
    if as_json:
        print_json({"report": str(page), "bytes": size})
    else:
        typer.echo(f"{page}: {size / 1e6:.1f} MB. Open it in a browser; it needs nothing else.")
