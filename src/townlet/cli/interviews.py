"""Interviews at any moment of a run, which leave no trace in it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import typer

from townlet.cli.choosing import Choice, answered_by
from townlet.cli.failures import BadInput
from townlet.cli.looking import look, person_in
from townlet.cli.machinery import Means, equipped
from townlet.cli.money import spent_told
from townlet.cli.portrait import memory_json
from townlet.cli.printing import print_json
from townlet.cognition.interview import VISITOR, Exchange, interview
from townlet.cognition.templates import Templates
from townlet.cognition.thought import Thought
from townlet.engine.accounts import Tally
from townlet.engine.ask import DeskMind
from townlet.engine.desk import Desk
from townlet.engine.ledger import NoLedger
from townlet.engine.look import embedded
from townlet.engine.runfile import Json, RunReader
from townlet.engine.settings import Settings
from townlet.engine.simulation import BUDGET, opened, purse_of, settings_now
from townlet.engine.vectors import Paying, embedder_for
from townlet.language.patience import Patient
from townlet.study.portrait import Sight
from townlet.world.view import view_of


@dataclass(frozen=True)
class Asked:
    """An interview, and what it took."""

    exchange: Exchange
    tally: Tally
    offline: bool

    def as_json(self) -> dict[str, Json]:
        """What it took; US dollars."""
        tally = self.tally
        tokens = {"input_tokens": tally.prompt_tokens, "output_tokens": tally.answer_tokens}
        return {"calls": tally.calls, **tokens, "usd": round(tally.usd, 6)}


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
    sight = look(run, at)
    name = person_in(sight, wanted.person)
    if name not in sight.state.world.bodies:
        raise BadInput(f"{name} has left the town by then; choose an earlier --at.")
    wanted = replace(wanted, person=name, question=question, persona=asker)
    with opened(run) as reader:
        asked = asyncio.run(_asked(sight, reader, wanted, choice))
    exchange = asked.exchange
    if as_json:
        shown = [memory_json(memory) for memory in exchange.shown]
        told = {"person": name, "as": asker, "question": exchange.question, "answer": exchange.answer}
        print_json({"time": sight.now.isoformat(), **told, **asked.as_json(), "shown": shown})
        return
    typer.echo(f"{name}: {exchange.answer}")
    if not asked.offline or asked.tally.usd:
        typer.echo(f"It took {spent_told(asked.tally)}, which are not on the run's bill.", err=True)


async def _asked(sight: Sight, reader: RunReader, wanted: Interview, choice: Choice) -> Asked:
    state = sight.state
    settings = answered_by(settings_now(reader), choice.model)
    async with desk_for(reader, settings, Means(config=choice.config, budget=wanted.budget)) as desk:
        thought = Thought(
            agent=state.agents[wanted.person],
            view=view_of(state.ground, state.world, wanted.person, sight.step),
            memories=await embedded(state.streams[wanted.person], desk.embedder),
            mind=DeskMind(desk, wanted.person, sight.step),
            templates=Templates(state.town.prompts),
            profile=settings.how,
        )
        exchange = await interview(thought, wanted.question, wanted.persona)
        return Asked(exchange, desk.terms.accounts.total, settings.offline)


@asynccontextmanager
async def desk_for(reader: RunReader, settings: Settings, means: Means) -> AsyncIterator[Desk]:
    """From which interviews are asked: nothing is written, and it is closed afterwards. Raises BadInput, ModelError.

    Without a budget in `means` they take no more than the run has left of its own.
    """
    own = means.budget is None
    seed, means = reader.header.seed, replace(means, budget=means.budget or reader.intent(BUDGET))
    equipment = equipped(settings, seed, means)
    try:
        await equipment.prepare()
        terms = equipment.machinery.terms(None)
        if own:
            terms = replace(terms, purse=purse_of(reader))
        embedder = embedder_for(equipment.machinery.embedder, reader, Paying.unrecorded(terms))
        yield Desk(Patient(equipment.model, terms.patience), embedder, NoLedger(), seed, terms)
    finally:
        await equipment.aclose()
