"""`townlet measure`."""

from __future__ import annotations

import typer

from townlet.cli.options import AsJson, BudgetGiven, Concurrency, ConfigFile, Interviews, Model, RunFile


def measure(
    run: RunFile,
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
    answers.

    Examples:

      townlet measure my.townlet

      townlet measure my.townlet --no-interviews --json
    """
    from townlet.cli.choosing import Choice
    from townlet.cli.measuring import Asking, emerged_from
    from townlet.cli.printing import print_json
    from townlet.study.measure import measures_of

    measures = measures_of(emerged_from(run, Asking(interviews, Choice(model, None, config), budget, concurrency)))
    if as_json:
        print_json(measures.as_json())
    else:
        typer.echo(measures.as_text())
