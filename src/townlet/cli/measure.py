"""`townlet measure`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.options import AsJson, BudgetGiven, Concurrency, ConfigFile, Interviews, Model


def measure(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="A run file, or several of one town.")],
    interviews: Interviews = None,
    model: Model = None,
    config: ConfigFile = None,
    budget: BudgetGiven = None,
    concurrency: Concurrency = 8,
    as_json: AsJson = False,
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
    from townlet.cli.choosing import Choice
    from townlet.cli.measuring import Asking, emerged_from
    from townlet.cli.printing import print_json
    from townlet.study.measure import measures_of
    from townlet.study.several import Several

    asking = Asking(interviews, Choice(model, None, config), budget, concurrency)
    each = tuple(measures_of(emerged_from(run, asking)[0]) for run in runs)
    measures = each[0] if len(each) == 1 else Several(each)
    if as_json:
        print_json(measures.as_json())
    else:
        typer.echo(measures.as_text())
