"""`townlet measure`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.errors import BadInput
from townlet.cli.options import (
    ConcurrencyOption,
    ConfigFileOption,
    InterviewBudgetOption,
    InterviewsOption,
    JsonOption,
    RunModelOption,
)
from townlet.cli.output import print_result


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
        _print_sheet_scores(sheets, as_json)
        return
    assert runs
    from townlet.cli.run_config import ModelOptions
    from townlet.cli.surveys.emergence import EmergenceInterviewOptions, collect_emergence
    from townlet.measures.run_comparison import RunComparison
    from townlet.measures.run_measures import compute_measures
    from townlet.runfile.view import RunView

    asking = EmergenceInterviewOptions(interviews, ModelOptions(model, None, config), budget, concurrency)
    each = tuple(compute_measures(collect_emergence(RunView(run), asking)[0]) for run in runs)
    measures = each[0] if len(each) == 1 else RunComparison(each)
    print_result(measures.as_json(), as_json, measures.as_text())


def _print_sheet_scores(sheets: list[Path], as_json: bool) -> None:
    from townlet.measures.reading_sheet import score_sheets

    scores = score_sheets(sheets)
    print_result(scores.as_json(), as_json, scores.as_text())
