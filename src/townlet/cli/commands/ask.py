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
from townlet.cli.pricing import format_spending
from townlet.cli.run_config import ModelOptions
from townlet.cli.surveys.session import InterviewSession, open_interview_session
from townlet.cli.terminal.portrait import memory_to_json
from townlet.cli.times import find_step
from townlet.cognition.interview import VISITOR, Exchange
from townlet.engine.calls.budget import UsageTotals
from townlet.runfile import Json
from townlet.runfile.view import RunView


@dataclass(frozen=True)
class AskOptions:
    """What is asked of whom, by whom, and within what budget (None for what the run has left of its own)."""

    person: str
    question: str
    persona: str
    budget: str | None = None


def interview_and_print(run: Path, at: str, wanted: AskOptions, choice: ModelOptions, as_json: bool) -> None:
    """Ask somebody something and print the answer, and what it took."""
    question, asker = wanted.question.strip(), wanted.persona.strip() or VISITOR
    if not question:
        raise BadInput("The question is empty; write what you want to ask, in quotes.")
    view = RunView(run)
    step = find_step(view, at)

    async def asked() -> tuple[InterviewSession, str, Exchange]:
        async with open_interview_session(view, choice, wanted.budget) as room:
            name = _person(room, step, wanted.person)
            return room, name, await room.at(step).exchange(name, question, asker=asker)

    room, name, exchange = asyncio.run(asked())
    if as_json:
        shown = [memory_to_json(memory) for memory in exchange.shown]
        told = {"person": name, "as": asker, "question": exchange.question, "answer": exchange.answer}
        time = view.time(step).isoformat()
        print_json({"time": time, **told, **_tally_json(room.tally), "shown": shown})
        return
    typer.echo(f"{name}: {exchange.answer}")
    if not room.settings.offline or room.tally.usd:
        typer.echo(f"It took {format_spending(room.tally)}, which are not on the run's bill.", err=True)


def _person(room: InterviewSession, step: int, wanted: str) -> str:
    """Whoever is meant, if they are there. Raises BadInput."""
    name = find_person(wanted, room.minds.past.joined)
    if name not in room.there(step):
        raise BadInput(f"{name} is not in the town at that moment; choose another --at.")
    return name


def _tally_json(tally: UsageTotals) -> dict[str, Json]:
    """What it took; US dollars."""
    tokens = {"input_tokens": tally.prompt_tokens, "output_tokens": tally.answer_tokens}
    return {"calls": tally.calls, **tokens, "usd": round(tally.usd, 6)}


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
    from townlet.cli.run_config import ModelOptions

    interview_and_print(
        run, at, AskOptions(person, question, persona, budget), ModelOptions(model, None, config), as_json
    )
