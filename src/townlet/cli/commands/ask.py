"""`townlet ask`."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.errors import BadInput
from townlet.cli.lookup import find_person
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
from townlet.cli.run_config import ModelOptions
from townlet.cli.surveys.session import InterviewSession, format_interview_cost, open_interview_session
from townlet.cli.terminal.portrait import memory_to_json
from townlet.cli.times import find_step
from townlet.cognition.interview import VISITOR, Exchange
from townlet.engine.calls.usage import UsageTotals
from townlet.runfile import Json
from townlet.runfile.view import RunView


@dataclass(frozen=True)
class AskOptions:
    """The person, the question, who asks it, and the budget (None for what is left of the run's own)."""

    person: str
    question: str
    persona: str
    budget: str | None = None


def interview_and_print(run: Path, at: str, options: AskOptions, model_options: ModelOptions, as_json: bool) -> None:
    """Ask a person a question, and print the answer and its cost."""
    question, asker = options.question.strip(), options.persona.strip() or VISITOR
    if not question:
        raise BadInput("The question is empty. Write it in quotes.")
    view = RunView(run)
    step = find_step(view, at)

    async def ask_question() -> tuple[InterviewSession, str, Exchange]:
        async with open_interview_session(view, model_options, options.budget) as session:
            name = _find_present_person(session, step, options.person)
            return session, name, await session.interviewer_at(step).exchange(name, question, asker=asker)

    session, name, exchange = asyncio.run(ask_question())
    if as_json:
        shown = [memory_to_json(memory) for memory in exchange.shown]
        interview = {"person": name, "as": asker, "question": exchange.question, "answer": exchange.answer}
        time = view.time(step).isoformat()
        print_json({"time": time, **interview, **_usage_to_json(session.usage), "shown": shown})
        return
    typer.echo(f"{name}: {exchange.answer}")
    if not session.settings.offline or session.usage.usd:
        typer.echo(format_interview_cost(session.usage), err=True)


def _find_present_person(session: InterviewSession, step: int, text: str) -> str:
    """Return the full name of a person who is in the town at that step. Raises BadInput."""
    name = find_person(text, session.minds.past.joined)
    if name not in session.present_people(step):
        raise BadInput(f"{name} is not in the town at that moment. Choose another --at.")
    return name


def _usage_to_json(usage: UsageTotals) -> dict[str, Json]:
    """Return the usage as JSON, with the cost in US dollars."""
    tokens = {"input_tokens": usage.prompt_tokens, "output_tokens": usage.answer_tokens}
    return {"calls": usage.calls, **tokens, "usd": round(usage.usd, 6)}


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
    interview_and_print(
        run, at, AskOptions(person, question, persona, budget), ModelOptions(model, None, config), as_json
    )
