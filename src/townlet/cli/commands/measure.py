"""`townlet measure`."""

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
)


def measure_command(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="A run file, or several of one town.")],
    interviews: InterviewsOption = None,
    model: ModelOption = None,
    config: ConfigFileOption = None,
    budget: BudgetOption = None,
    concurrency: ConcurrencyOption = 8,
    as_json: JsonOption = False,
) -> None:
    """Measure how coherent and how lively a run is, how news spread, and what else emerged.

    Who knows what is told by provenance: from whom each has it, by which line. With --interviews everybody is asked
    as well, at the start and at the end, as in the paper; nobody remembers it. Without --model the run's own model
    answers. Of several runs each figure is told by its mean, range and 95 % interval; --budget is for each run.

    Examples:

      townlet measure my.townlet

      townlet measure my.townlet --no-interviews --json

      townlet measure seed1.townlet seed2.townlet seed3.townlet
    """
    from townlet.analysis.measures import compute_measures
    from townlet.analysis.run_comparison import RunComparison
    from townlet.cli.output import print_json
    from townlet.cli.run_config import ModelOptions
    from townlet.cli.surveys.emergence import EmergenceInterviewOptions, collect_emergence

    asking = EmergenceInterviewOptions(interviews, ModelOptions(model, None, config), budget, concurrency)
    each = tuple(compute_measures(collect_emergence(run, asking)[0]) for run in runs)
    measures = each[0] if len(each) == 1 else RunComparison(each)
    if as_json:
        print_json(measures.as_json())
    else:
        typer.echo(measures.as_text())
