"""`townlet ask`."""

from __future__ import annotations

from typing import Annotated

import typer

from townlet.cli.options import AsJson, At, BudgetGiven, ConfigFile, Model, Person, RunFile


def ask(  # noqa: PLR0913 - as many as the command has options
    run: RunFile,
    person: Person,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="What to ask.")],
    persona: Annotated[
        str, typer.Option("--as", metavar="PERSONA", help="Who asks, such as 'a newspaper reporter'.")
    ] = "",
    at: At = "end",
    model: Model = None,
    config: ConfigFile = None,
    budget: BudgetGiven = None,
    as_json: AsJson = False,
) -> None:
    """Interview somebody at a moment of a run.

    They do not remember it, and the run stays as it is. Without --model the run's own model answers. What that takes
    is told, and is not on the run's bill; it may be as much as --budget, or as the run has left of its own.

    Examples:

      townlet ask my.townlet ann "What are you planning?"

      townlet ask my.townlet "Ann Bo" "Who is coming?" --as "a reporter"
    """
    from townlet.cli.choosing import Choice
    from townlet.cli.interviews import Interview, interview_at

    interview_at(run, at, Interview(person, question, persona, budget), Choice(model, None, config), as_json)
