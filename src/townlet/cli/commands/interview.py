"""`townlet interview`."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from townlet.cli.options import (
    AtOption,
    BatteryOption,
    ConcurrencyOption,
    ConfigFileOption,
    InterviewBudgetOption,
    JsonOption,
    PeopleOption,
    RunFileArgument,
    RunModelOption,
)
from townlet.cli.pricing import format_spending
from townlet.cli.progress import show_counter
from townlet.cli.run_config import ModelOptions
from townlet.cli.surveys.batch import ask_and_store, select_residents
from townlet.cli.surveys.session import InterviewSession, open_interview_session
from townlet.cli.times import find_step
from townlet.cognition.interview import VISITOR
from townlet.experiments.interviews.answers import (
    AnswerRow,
    InterviewContext,
    interviews_path,
    list_talks_before,
    plan_interviews,
)
from townlet.experiments.interviews.battery import Battery, load_battery
from townlet.experiments.interviews.conditions import MemoryCondition, find_conditions
from townlet.runfile.view import RunView


@dataclass(frozen=True)
class InterviewOptions:
    """What was asked for on the command line."""

    battery: str
    people: tuple[str, ...]
    conditions: tuple[str, ...]
    persona: str
    at: str


@dataclass(frozen=True)
class InterviewOutcome:
    """What came of it."""

    rows: tuple[AnswerRow, ...]
    unfit: int
    """How many are missing, since the model gave no fit answer."""
    kept: int
    """How many of them had been answered before."""
    file: Path
    step: int
    """They were asked as people stood when it began."""
    model: str
    """Who answered."""
    offline: bool
    cost: str
    """What the others took, in words."""


def run_interviews(
    view: RunView, wanted: InterviewOptions, choice: ModelOptions, budget: str | None, concurrency: int
) -> InterviewOutcome:
    """Ask what has not been answered yet. Raises BadInput, RunFileError, ModelError."""
    battery, conditions = load_battery(wanted.battery), find_conditions(wanted.conditions)
    step = find_step(view, wanted.at)

    async def holding() -> InterviewOutcome:
        with show_counter("answers") as heard:
            async with open_interview_session(view, choice, budget, concurrency, heard) as room:
                return await _interview_people(view, room, step, battery, conditions, wanted)

    return asyncio.run(holding())


async def _interview_people(
    view: RunView,
    room: InterviewSession,
    step: int,
    battery: Battery,
    conditions: tuple[MemoryCondition, ...],
    wanted: InterviewOptions,
) -> InterviewOutcome:
    file = interviews_path(view.path)
    header, talks = view.header, list_talks_before(view, step)
    people = select_residents(room, step, wanted.people)
    asks = plan_interviews(view.town, people, talks, battery, conditions, header.seed)
    asker, model = wanted.persona.strip() or VISITOR, room.settings.model
    name = battery.name if asker == VISITOR else f"{battery.name}, asked by {asker}"
    time = view.time(step).isoformat()
    study = InterviewContext(header.id, header.town, header.seed, model, time, step, name)
    kept, found = await ask_and_store(view.path, room.at(step), study, asks, asker)
    rows = [row for row in found if row]
    return InterviewOutcome(
        tuple(rows), len(asks) - len(rows), kept, file, step, model, room.settings.offline, format_spending(room.tally)
    )


if TYPE_CHECKING:
    from townlet.runfile import Json

_HELP = (
    "Which memories people can use: full (the default), no-reflection, no-planning, no-memory, or all. Repeat the "
    "option for more conditions."
)


def interview_command(  # noqa: PLR0913 - as many as the command has options
    run: RunFileArgument,
    battery: BatteryOption = "park2023",
    people: PeopleOption = None,
    conditions: Annotated[list[str] | None, typer.Option("--condition", metavar="C", help=_HELP)] = None,
    persona: Annotated[
        str,
        typer.Option(
            "--as", metavar="PERSONA", help="Who asks, such as 'a newspaper reporter'. By default, a visitor."
        ),
    ] = "",
    at: AtOption = "end",
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the answers to this CSV file, and a manifest beside it.")
    ] = None,
    model: RunModelOption = None,
    config: ConfigFileOption = None,
    budget: InterviewBudgetOption = None,
    concurrency: ConcurrencyOption = 8,
    as_json: JsonOption = False,
) -> None:
    """Ask people a list of questions at a moment of a run.

    Each question is asked on its own. People do not remember the interview, and the run does not change.

    Answers are stored in RUN.study/interviews.jsonl as they arrive, and stored answers are not asked for again. So you
    can stop with Ctrl-C and continue with the same command.

    Examples:

      townlet interview my.townlet --out answers.csv

      townlet interview my.townlet --condition all --person ann --person bo

      townlet interview my.townlet --battery questions.toml --at "day 1 18:00"
    """
    from townlet.cli.output import print_json
    from townlet.cli.run_config import ModelOptions
    from townlet.cli.surveys.batch import exit_if_answers_missing

    wanted = InterviewOptions(battery, tuple(people or ()), tuple(conditions or ("full",)), persona, at)
    view = RunView(run)
    held = run_interviews(view, wanted, ModelOptions(model, None, config), budget, concurrency)
    if out:
        _write(held, view, out)
    if as_json:
        print_json({"manifest": _manifest(held, view), "answers": [vars(row) for row in held.rows]})
    elif not out:
        _tell(held)
    _tell_cost(held)
    exit_if_answers_missing(held.unfit)


def _write(held: InterviewOutcome, view: RunView, out: Path) -> None:
    """The table, and beside it what it is of."""
    from townlet.experiments.interviews.answers import write_answers_csv
    from townlet.runfile.manifest import write_manifest_beside

    with out.open("w", encoding="utf-8", newline="") as file:
        write_answers_csv(held.rows, file)
    write_manifest_beside(out, _manifest(held, view))


def _manifest(held: InterviewOutcome, view: RunView) -> dict[str, Json]:
    from townlet.experiments.interviews.answers import build_answers_manifest

    return build_answers_manifest(view, held.step, held.model)


def _tell(held: InterviewOutcome) -> None:
    person = ""
    for row in held.rows:
        if row.person != person:
            person = row.person
            typer.echo(f"\n{person}")
        condition = f" ({row.condition})" if row.condition != "full" else ""
        typer.echo(f"  {row.asked}{condition}\n    {row.answer}")


def _tell_cost(held: InterviewOutcome) -> None:
    kept = f", {held.kept} of them from before" if held.kept else ""
    told = f"{len(held.rows)} answers{kept}, in {held.file}."
    if held.offline:
        told += " Rules answered, not a language model."
    elif held.cost:
        told += f" They took {held.cost}, which are not on the run's bill."
    typer.echo(told, err=True)
