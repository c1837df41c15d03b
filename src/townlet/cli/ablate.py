"""`townlet ablate`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.options import AsJson, BudgetGiven, Concurrency, ConfigFile, Model

_CONDITION = "What of their memory is within reach: full, no-reflection, no-planning, no-memory; by default all four."
_SEED = "Of the draws behind the intervals over the people of one run."


def ablate(  # noqa: PLR0913 - as many as the command has options
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Run files; of several, a run is the unit.")],
    conditions: Annotated[list[str] | None, typer.Option("--condition", metavar="C", help=_CONDITION)] = None,
    people: Annotated[
        list[str] | None, typer.Option("--person", metavar="NAME", help="Whom to ask; give it again for more.")
    ] = None,
    at: Annotated[
        str, typer.Option("--at", metavar="TIME", help="When to ask, such as 'day 2 17:00', which is the usual time.")
    ] = "",
    seed: Annotated[int, typer.Option(metavar="N", help=_SEED)] = 1,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write the page, the data and tables into this folder.")
    ] = None,
    model: Model = None,
    config: ConfigFile = None,
    budget: BudgetGiven = None,
    concurrency: Concurrency = 8,
    as_json: AsJson = False,
) -> None:
    """Ask people under each condition what the run file knows, and tell how often they are right.

    Questions of memory, of plans, and of what follows from many records. No judge is needed: the true answers are
    computed from the run. Nobody remembers being asked, answers are kept in RUN.study, and the run stays as it is.
    --budget is for each run.

    Examples:

      townlet ablate my.townlet

      townlet ablate seed1.townlet seed2.townlet seed3.townlet --out ablation

      townlet ablate my.townlet --condition full --condition no-memory --at "day 1 17:00" --json
    """
    from townlet.cli.ablating import Wanted, ablation_of, write_into
    from townlet.cli.choosing import Choice
    from townlet.cli.printing import print_json
    from townlet.study.truth.telling import data, page

    wanted = Wanted(tuple(conditions or ()), tuple(people or ()), at, seed)
    found, took = ablation_of(runs, wanted, Choice(model, None, config), budget, concurrency)
    if out:
        write_into(out, found)
    if as_json:
        print_json(data(found))
    else:
        typer.echo(page(found))
    for line in took:
        typer.echo(line, err=True)
