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
from townlet.cli.terminal.portrait import memory_to_json
from townlet.engine.model_options import ModelOptions
from townlet.evaluation.interviews.interview import AskedPerson, ask
from townlet.runfile import Json


def _as_json(asked: AskedPerson) -> dict[str, Json]:
    usage = asked.usage
    return {
        "time": asked.time.isoformat(),
        "person": asked.person,
        "as": asked.asker,
        "question": asked.exchange.question,
        "answer": asked.answer,
        "calls": usage.calls,
        "input_tokens": usage.prompt_tokens,
        "output_tokens": usage.answer_tokens,
        "usd": round(usage.usd, 6),
        "shown": [memory_to_json(memory) for memory in asked.exchange.shown],
    }


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
        print_json(_as_json(asked))
        return
    typer.echo(f"{asked.person}: {asked.answer}")
    if not asked.offline or asked.usage.usd:
        typer.echo(format_interview_cost(asked.usage), err=True)
