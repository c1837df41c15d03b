"""`townlet ask`."""

from __future__ import annotations

from typing import Annotated

import typer

from townlet.cli.options import (
    AtOption,
    ConfigFileOption,
    InterviewBudgetOption,
    JsonOption,
    PersonArgument,
    RunFileArgument,
    RunModelOption,
)
from townlet.cli.output import print_json
from townlet.cli.pricing import format_interview_cost
from townlet.engine.model_options import ModelOptions
from townlet.evaluation.interviews.interview import ask


def ask_command(  # noqa: PLR0913 - as many as the command has options
    run: RunFileArgument,
    person: PersonArgument,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="The question.")],
    persona: Annotated[
        str,
        typer.Option(
            "--as", metavar="PERSONA", help="Who asks, such as 'a newspaper reporter'. By default, a visitor."
        ),
    ] = "",
    at: AtOption = "end",
    model: RunModelOption = None,
    config: ConfigFileOption = None,
    budget: InterviewBudgetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Interview one person at a moment of a run.

    The person does not remember the interview, and the run does not change. The cost is printed, and does not count
    as part of the run's own cost.

    Examples:

      townlet ask my.townlet ann "What are you planning?"

      townlet ask my.townlet "Ann Bo" "Who is coming?" --as "a reporter"
    """
    options = ModelOptions(model, None, config, budget=budget)
    asked = ask(run, person, question, asker=persona, at=at, options=options)
    if as_json:
        print_json(asked.as_json())
        return
    typer.echo(f"{asked.person}: {asked.answer}")
    if not asked.offline or asked.usage.usd:
        typer.echo(format_interview_cost(asked.usage), err=True)
