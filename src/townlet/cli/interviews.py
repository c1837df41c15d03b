"""One interview at any moment of a run."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

import typer

from townlet.cli.choosing import Choice
from townlet.cli.failures import BadInput
from townlet.cli.interviewing import Room, interviewing
from townlet.cli.money import spent_told
from townlet.cli.people import find_person
from townlet.cli.portrait import memory_json
from townlet.cli.printing import print_json
from townlet.cli.times import moment_in
from townlet.cognition.interview import VISITOR, Exchange
from townlet.engine.accounts import Tally
from townlet.engine.runfile import Json


@dataclass(frozen=True)
class Interview:
    """What is asked of whom, by whom, and within what budget (None for what the run has left of its own)."""

    person: str
    question: str
    persona: str
    budget: str | None = None


def interview_at(run: Path, at: str, wanted: Interview, choice: Choice, as_json: bool) -> None:
    """Ask somebody something and print the answer, and what it took."""
    question, asker = wanted.question.strip(), wanted.persona.strip() or VISITOR
    if not question:
        raise BadInput("The question is empty; write what you want to ask, in quotes.")
    step = moment_in(run, at)

    async def asked() -> tuple[Room, str, Exchange]:
        async with interviewing(run, choice, wanted.budget) as room:
            name = _person(room, step, wanted.person)
            return room, name, await room.at(step).exchange(name, question, asker=asker)

    room, name, exchange = asyncio.run(asked())
    if as_json:
        shown = [memory_json(memory) for memory in exchange.shown]
        told = {"person": name, "as": asker, "question": exchange.question, "answer": exchange.answer}
        time = room.minds.past.clock.at(step).isoformat()
        print_json({"time": time, **told, **_tally_json(room.tally), "shown": shown})
        return
    typer.echo(f"{name}: {exchange.answer}")
    if not room.settings.offline or room.tally.usd:
        typer.echo(f"It took {spent_told(room.tally)}, which are not on the run's bill.", err=True)


def _person(room: Room, step: int, wanted: str) -> str:
    """Whoever is meant, if they are there. Raises BadInput."""
    name = find_person(wanted, room.minds.past.joined)
    if name not in room.there(step):
        raise BadInput(f"{name} is not in the town at that moment; choose another --at.")
    return name


def _tally_json(tally: Tally) -> dict[str, Json]:
    """What it took; US dollars."""
    tokens = {"input_tokens": tally.prompt_tokens, "output_tokens": tally.answer_tokens}
    return {"calls": tally.calls, **tokens, "usd": round(tally.usd, 6)}
