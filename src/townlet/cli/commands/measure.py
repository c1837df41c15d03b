"""`townlet measure`."""

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
    RunModelOption,
)
from townlet.cli.output import print_result
from townlet.errors import BadInput


def measure_command(  # noqa: PLR0913 - as many as the command has options
    runs: Annotated[
        list[Path] | None, typer.Argument(metavar="RUN", help="A run file, or several of one town.", show_default=False)
    ] = None,
    sheets: Annotated[
        list[Path] | None,
        typer.Option(
            "--sheet",
            metavar="FILE",
            help="Instead of runs: a reading sheet that somebody has filled in. Repeat the option for more sheets.",
        ),
    ] = None,
    interviews: InterviewsOption = None,
    model: RunModelOption = None,
    config: ConfigFileOption = None,
    budget: InterviewBudgetOption = None,
    concurrency: ConcurrencyOption = 8,
    as_json: JsonOption = False,
) -> None:
    """Measure coherence, liveliness, the spread of news, and more.

    The figures say how coherent and how lively the run is, how news spread, and what else emerged.

    The spread of news is traced through the memories of the run: who told each person, and with which words. With
    --interviews everybody is also asked at the start and at the end, as in the paper. People do not remember being
    asked.

    For several runs, each figure is given as mean, range and 95 % interval.

    With --sheet, the marks of reading sheets are added up: winces per 100 lines with 95 % intervals, and how far two
    readers agree. `townlet read RUN --sheet` prints an empty sheet.

    Examples:

      townlet measure my.townlet

      townlet measure my.townlet --no-interviews --json

      townlet measure seed1.townlet seed2.townlet seed3.townlet

      townlet measure --sheet ann.csv --sheet bo.csv
    """
    if bool(runs) == bool(sheets):
        raise BadInput("Give either run files, or reading sheets with --sheet.")
    if sheets:
        from townlet.measures.reading_sheet import score_sheets

        scores = score_sheets(sheets)
        print_result(scores.as_json(), as_json, scores.as_text())
        return
    assert runs
    from townlet.cli.pricing import format_interview_cost
    from townlet.cli.progress import show_counter
    from townlet.engine.model_options import ModelOptions
    from townlet.evaluation.survey import measure

    with show_counter("answers", wanted=interviews is not False) as on_answer:
        options = ModelOptions(model, None, config, concurrency, budget=budget, on_answer=on_answer)
        measures = measure(*runs, interviews=interviews, options=options)
    for usage in measures.used:
        typer.echo(format_interview_cost(usage), err=True)
    print_result(measures.as_json(), as_json, measures.as_text())
