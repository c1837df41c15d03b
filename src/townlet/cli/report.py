"""`townlet report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.options import AsJson, BudgetGiven, Concurrency, ConfigFile, Interviews, Model, RunFile


def report(  # noqa: PLR0913 - as many as the command has options
    run: RunFile,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="The page to write. By default RUN.report.html.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the page if there is one.")] = False,
    interviews: Interviews = None,
    model: Model = None,
    config: ConfigFile = None,
    budget: BudgetGiven = None,
    concurrency: Concurrency = 8,
    as_json: AsJson = False,
) -> None:
    """Write what a run shows as one page to read: how news spread, who knows whom, who came, who was where.

    The page stands beside the paper's figures, and each number links to what it rests on. It opens from disk and needs
    no server and no network. Its figures are those of `townlet measure`. Without --model the run's own model is
    interviewed.

    Examples:

      townlet report my.townlet

      townlet report my.townlet --out my.html --no-interviews
    """
    from townlet.cli.choosing import Choice
    from townlet.cli.measuring import Asking, emerged_from
    from townlet.cli.printing import print_json
    from townlet.cli.writing import refuse_overwriting
    from townlet.engine.simulation import opened
    from townlet.study.bill import bill_of
    from townlet.study.measure import measures_of
    from townlet.study.report.believing import believed_beside
    from townlet.study.report.page import report as written
    from townlet.study.report.studied import Studied
    from townlet.study.report.truth import truth_beside
    from townlet.study.whole import write_whole

    page = out or run.with_suffix(".report.html")
    refuse_overwriting(page, run, force)
    with opened(run) as reader:
        beside = believed_beside(run, reader.header.id), truth_beside(run, reader.header.id)
    emerged, interviewed = emerged_from(run, Asking(interviews, Choice(model, None, config), budget, concurrency))
    write_whole(page, [written(Studied(emerged, measures_of(emerged), bill_of(run), interviewed, *beside))])
    size = page.stat().st_size
    if as_json:
        print_json({"report": str(page), "bytes": size})
    else:
        typer.echo(f"{page}: {size / 1e6:.1f} MB. Open it in a browser; it needs nothing else.")
