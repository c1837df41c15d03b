"""`townlet ablate`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from townlet.cli.options import AsJson, BudgetGiven, Concurrency, ConfigFile, Model

if TYPE_CHECKING:
    from townlet.cli.ablating import Wanted

_CONDITION = "What of their memory is within reach: full, no-reflection, no-planning, no-memory; by default all four."
_SEED = "Of the draws behind the intervals over the people of one run."


def ablate(  # noqa: PLR0913 - as many as the command has options
    runs: Annotated[
        list[str],
        typer.Argument(metavar="RUN...", help="Run files; of several, a run is the unit. Or a town, see below."),
    ],
    conditions: Annotated[list[str] | None, typer.Option("--condition", metavar="C", help=_CONDITION)] = None,
    people: Annotated[
        list[str] | None, typer.Option("--person", metavar="NAME", help="Whom to ask; give it again for more.")
    ] = None,
    at: Annotated[
        str, typer.Option("--at", metavar="TIME", help="When to ask, such as 'day 2 17:00', which is the usual time.")
    ] = "",
    seed: Annotated[int, typer.Option(metavar="N", help=_SEED)] = 1,
    resimulate: Annotated[
        bool, typer.Option("--resimulate", help="Let a town live under each architecture instead of asking its people.")
    ] = False,
    seeds: Annotated[int, typer.Option(metavar="N", help="With --resimulate: seeds 1 to N.")] = 3,
    days: Annotated[float, typer.Option(metavar="N", help="With --resimulate: game days of each run.")] = 1.0,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write the page, the data and tables into this folder; and runs lived anew."),
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

    With --resimulate a town lives anew, whole, without reflection, and without reflection and planning. What its runs
    come to is compared seed by seed. They are kept in the folder (by default TOWN-ablation), and not lived again.

    Examples:

      townlet ablate my.townlet

      townlet ablate seed1.townlet seed2.townlet seed3.townlet --out ablation

      townlet ablate applegarth --resimulate --seeds 3 --days 1
    """
    from townlet.cli.ablating import Wanted, ablation_of, write_into
    from townlet.cli.choosing import Choice
    from townlet.cli.printing import print_json
    from townlet.study.truth.telling import data, page

    choice = Choice(model, None, config)
    wanted = Wanted(tuple(conditions or ()), tuple(people or ()), at, seed, choice, budget, concurrency)
    if resimulate:
        _resimulate(runs, wanted, seeds, days, out, as_json)
        return
    found, took = ablation_of([Path(run) for run in runs], wanted)
    if out:
        write_into(out, found)
    if as_json:
        print_json(data(found))
    else:
        typer.echo(page(found))
    for line in took:
        typer.echo(line, err=True)


def _resimulate(towns: list[str], wanted: Wanted, seeds: int, days: float, out: Path | None, as_json: bool) -> None:
    from townlet.cli.failures import BadInput
    from townlet.cli.resimulating import Resimulation, architectures, resimulated, result_of

    if len(towns) != 1:
        raise BadInput("--resimulate takes one town; give a built-in one or a folder.")
    folder = out or Path(f"{Path(towns[0]).resolve().name}-ablation")
    lives = Resimulation(towns[0], architectures(wanted.conditions), seeds, days, folder, wanted)
    told, found = result_of(lives, resimulated(lives))
    typer.echo(found if as_json else told)
