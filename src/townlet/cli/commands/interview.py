"""`townlet interview`."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.options import (
    AtOption,
    BatchSendOption,
    BatteryOption,
    ConcurrencyOption,
    ConfigFileOption,
    InterviewBudgetOption,
    JsonOption,
    PeopleOption,
    RawOption,
    RunFileArgument,
    RunModelOption,
)
from townlet.cli.output import format_count, print_json, refuse_overwriting
from townlet.cli.progress import show_counter
from townlet.cli.run_config import ModelOptions
from townlet.cli.surveys.batch import ask_and_store, exit_if_answers_missing, select_residents
from townlet.cli.surveys.session import InterviewSession, format_interview_cost, open_interview_session
from townlet.cli.times import find_step
from townlet.cognition.interview import VISITOR
from townlet.engine.calls.usage import UsageTotals
from townlet.evaluation.interviews.answers import (
    AnswerRow,
    InterviewContext,
    build_answers_manifest,
    interviews_path,
    list_talks_before,
    plan_interviews,
    write_answers_csv,
)
from townlet.evaluation.interviews.battery import Battery, load_battery
from townlet.evaluation.interviews.conditions import MemoryCondition, find_conditions
from townlet.runfile import Json
from townlet.runfile.manifest import write_manifest_beside
from townlet.runfile.view import RunView


@dataclass(frozen=True)
class InterviewOptions:
    """The options of the command."""

    battery: str
    people: tuple[str, ...]
    conditions: tuple[str, ...]
    persona: str
    at: str


@dataclass(frozen=True)
class InterviewOutcome:
    """The answers, and how they were obtained."""

    rows: tuple[AnswerRow, ...]
    missing: int
    """How many answers are missing because the model did not give them in the required form."""
    reused: int
    """How many of the answers were stored before."""
    file: Path
    step: int
    """People were interviewed as they were when this step began."""
    model: str
    """The model that answered."""
    offline: bool
    usage: UsageTotals
    """What the new answers used."""


def run_interviews(
    view: RunView,
    options: InterviewOptions,
    model_options: ModelOptions,
    budget: str | None,
    concurrency: int,
    batch: bool = False,
) -> InterviewOutcome:
    """Ask the questions that have no stored answer. Raises BadInput, RunFileError, ModelError."""
    battery, conditions = load_battery(options.battery), find_conditions(options.conditions)
    step = find_step(view, options.at)

    async def interview() -> InterviewOutcome:
        with show_counter("answers") as on_answer:
            async with open_interview_session(
                view, model_options, budget, concurrency, on_answer, batch=batch
            ) as session:
                return await _interview_people(view, session, step, battery, conditions, options)

    return asyncio.run(interview())


async def _interview_people(
    view: RunView,
    session: InterviewSession,
    step: int,
    battery: Battery,
    conditions: tuple[MemoryCondition, ...],
    options: InterviewOptions,
) -> InterviewOutcome:
    file = interviews_path(view.path)
    header, talks = view.header, list_talks_before(view, step)
    people = select_residents(session, step, options.people)
    questions = plan_interviews(view.town, people, talks, battery, conditions, header.seed)
    asker, model = options.persona.strip() or VISITOR, session.settings.model
    name = battery.name if asker == VISITOR else f"{battery.name}, asked by {asker}"
    time = view.time(step).isoformat()
    study = InterviewContext(header.id, header.town, header.seed, model, time, step, name)
    reused, found = await ask_and_store(view.path, session.interviewer_at(step), study, questions, asker)
    rows = [row for row in found if row]
    return InterviewOutcome(
        tuple(rows), len(questions) - len(rows), reused, file, step, model, session.settings.offline, session.usage
    )


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
    raw: RawOption = False,
    model: RunModelOption = None,
    config: ConfigFileOption = None,
    budget: InterviewBudgetOption = None,
    concurrency: ConcurrencyOption = 8,
    batch: BatchSendOption = False,
    as_json: JsonOption = False,
) -> None:
    """Ask people a battery of questions at a moment of a run.

    Each question is asked on its own. People do not remember the interview, and the run does not change.

    Answers are stored in RUN.study/interviews.jsonl as they arrive, and stored answers are not asked for again. So you
    can stop with Ctrl-C and continue with the same command.

    Examples:

      townlet interview my.townlet --out answers.csv

      townlet interview my.townlet --condition all --person ann --person bo

      townlet interview my.townlet --battery questions.toml --at "day 1 18:00"

      townlet interview my.townlet --model openai:gpt-5-mini --batch
    """
    options = InterviewOptions(battery, tuple(people or ()), tuple(conditions or ("full",)), persona, at)
    view = RunView(run)
    if out:
        refuse_overwriting(out, run, force=True)
    outcome = run_interviews(view, options, ModelOptions(model, None, config), budget, concurrency, batch)
    if out:
        _write_answers(outcome, view, out, raw)
    if as_json:
        print_json({"manifest": _build_manifest(outcome, view), "answers": [vars(row) for row in outcome.rows]})
    elif not out:
        _print_answers(outcome)
    _print_cost(outcome)
    exit_if_answers_missing(outcome.missing)


def _write_answers(outcome: InterviewOutcome, view: RunView, out: Path, raw: bool) -> None:
    """Write the answers as CSV, and a manifest beside it."""
    write_answers_csv(outcome.rows, out, raw=raw)
    write_manifest_beside(out, _build_manifest(outcome, view))


def _build_manifest(outcome: InterviewOutcome, view: RunView) -> dict[str, Json]:
    return build_answers_manifest(view, outcome.step, outcome.model)


def _print_answers(outcome: InterviewOutcome) -> None:
    person = ""
    for row in outcome.rows:
        if row.person != person:
            person = row.person
            typer.echo(f"\n{person}")
        condition = f" ({row.condition})" if row.condition != "full" else ""
        typer.echo(f"  {row.asked}{condition}\n    {row.answer}")


def _print_cost(outcome: InterviewOutcome) -> None:
    reused = f" ({outcome.reused} of them stored before)" if outcome.reused else ""
    typer.echo(f"{format_count(len(outcome.rows), 'answer')}{reused} are in {outcome.file}.", err=True)
    offline = "Rules answered, not a language model."
    typer.echo(offline if outcome.offline else format_interview_cost(outcome.usage), err=True)
