"""`townlet interview`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from townlet.cli.options import AsJson, At, BudgetGiven, Concurrency, ConfigFile, Model, RunFile

if TYPE_CHECKING:
    from townlet.cli.holding import Held
    from townlet.engine.runfile import Json

_HELP = (
    "What of their memory is within reach: full (the default), no-reflection, no-planning, no-memory, or all; give it "
    "again for more."
)


def interview(  # noqa: PLR0913 - as many as the command has options
    run: RunFile,
    battery: Annotated[
        str, typer.Option(metavar="B", help="The questions: 'park2023', the paper's 25, or a TOML file of your own.")
    ] = "park2023",
    people: Annotated[
        list[str] | None, typer.Option("--person", metavar="NAME", help="Whom to ask; give it again for more.")
    ] = None,
    conditions: Annotated[list[str] | None, typer.Option("--condition", metavar="C", help=_HELP)] = None,
    persona: Annotated[str, typer.Option("--as", metavar="PERSONA", help="Who asks.")] = "",
    at: At = "end",
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the table as CSV, and beside it what it is of.")
    ] = None,
    model: Model = None,
    config: ConfigFile = None,
    budget: BudgetGiven = None,
    concurrency: Concurrency = 8,
    as_json: AsJson = False,
) -> None:
    """Ask many people many questions at a moment of a run.

    Nobody remembers it, each question is asked on its own, and the run stays as it is. Answers are kept beside the run,
    in RUN.study/interviews.jsonl, as they come: what is there is not asked again, so Ctrl-C loses nothing.

    Examples:

      townlet interview my.townlet --out answers.csv

      townlet interview my.townlet --condition all --person ann --person bo

      townlet interview my.townlet --battery questions.toml --at "day 1 18:00"
    """
    from townlet.cli.choosing import Choice
    from townlet.cli.holding import Wanted, held_with
    from townlet.cli.keeping import end_unless_all_fit
    from townlet.cli.printing import print_json

    wanted = Wanted(battery, tuple(people or ()), tuple(conditions or ("full",)), persona, at)
    held = held_with(run, wanted, Choice(model, None, config), budget, concurrency)
    if out:
        _write(held, run, out)
    if as_json:
        print_json({"manifest": _manifest(held, run), "answers": [vars(row) for row in held.rows]})
    elif not out:
        _tell(held)
    _tell_cost(held)
    end_unless_all_fit(held.unfit)


def _write(held: Held, run: Path, out: Path) -> None:
    """The table, and beside it what it is of."""
    from townlet.study.interviews.table import write_csv
    from townlet.study.manifest import write_beside

    with out.open("w", encoding="utf-8", newline="") as file:
        write_csv(held.rows, file)
    write_beside(out, _manifest(held, run))


def _manifest(held: Held, run: Path) -> dict[str, Json]:
    from townlet.engine.simulation import opened
    from townlet.study.interviews.resting import manifest_of_answers

    with opened(run) as reader:
        return manifest_of_answers(reader, held.step, held.model)


def _tell(held: Held) -> None:
    person = ""
    for row in held.rows:
        if row.person != person:
            person = row.person
            typer.echo(f"\n{person}")
        condition = f" ({row.condition})" if row.condition != "full" else ""
        typer.echo(f"  {row.asked}{condition}\n    {row.answer}")


def _tell_cost(held: Held) -> None:
    kept = f", {held.kept} of them from before" if held.kept else ""
    told = f"{len(held.rows)} answers{kept}, in {held.file}."
    if held.offline:
        told += " Rules answered, not a language model."
    elif held.cost:
        told += f" They took {held.cost}, which are not on the run's bill."
    typer.echo(told, err=True)
