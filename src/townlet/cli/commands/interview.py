"""`townlet interview`."""

from __future__ import annotations

from dataclasses import replace
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
from townlet.cli.output import format_count, print_json
from townlet.cli.pricing import format_interview_cost
from townlet.cli.progress import exit_if_answers_missing, show_counter
from townlet.engine.model_options import ModelOptions
from townlet.evaluation.interviews.interview import InterviewOutcome, interview
from townlet.runfile.study_files import refuse_overwriting

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
    options = ModelOptions(model, None, config, concurrency, budget=budget, batch=batch)
    if out:
        refuse_overwriting(out, run, force=True)
    with show_counter("answers") as on_answer:
        outcome = interview(
            run,
            battery,
            people=people or (),
            conditions=conditions or ("full",),
            asker=persona,
            at=at,
            options=replace(options, on_answer=on_answer),
        )
    if out:
        outcome.write_csv(out, raw=raw)
    if as_json:
        print_json(outcome.as_json())
    elif not out:
        _print_answers(outcome)
    _print_cost(outcome)
    exit_if_answers_missing(outcome.missing)


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
