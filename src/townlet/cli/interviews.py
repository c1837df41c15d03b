"""Interviews at any moment of a run, which leave no trace in it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import typer

from townlet.cli.choosing import Choice, answered_by
from townlet.cli.failures import BadInput
from townlet.cli.looking import Sight, look
from townlet.cli.machinery import Equipment, Means, equipped
from townlet.cli.maker import told_as_bad_input
from townlet.cli.meaning import embedder_at
from townlet.cli.portrait import memory_json
from townlet.cli.printing import print_json
from townlet.cognition.interview import VISITOR, Exchange, interview
from townlet.cognition.templates import Templates
from townlet.cognition.thought import Thought
from townlet.engine.ask import DeskMind
from townlet.engine.desk import Desk
from townlet.engine.ledger import NoLedger
from townlet.engine.look import embedded
from townlet.engine.settings import Settings
from townlet.engine.simulation import settings_of
from townlet.language.outside import prepare
from townlet.language.patience import Patient
from townlet.world.view import view_of


def interview_at(run: Path, person: str, question: str, persona: str, at: str, choice: Choice, as_json: bool) -> None:
    """Ask somebody something and print the answer."""
    if not question.strip():
        raise BadInput("The question is empty; write what you want to ask, in quotes.")
    sight = look(run, at)
    name = sight.person(person)
    if name not in sight.state.world.bodies:
        raise BadInput(f"{name} has left the town by then; choose an earlier --at.")
    asker = persona.strip() or VISITOR
    exchange = asyncio.run(_exchange(sight, name, question.strip(), asker, choice))
    if as_json:
        shown = [memory_json(memory) for memory in exchange.shown]
        told = {"person": name, "as": asker, "question": exchange.question, "answer": exchange.answer}
        print_json({"time": sight.now.isoformat(), **told, "shown": shown})
        return
    typer.echo(f"{name}: {exchange.answer}")


async def _exchange(sight: Sight, name: str, question: str, asker: str, choice: Choice) -> Exchange:
    state, seed = sight.state, sight.header.seed
    settings = answered_by(settings_of(sight.header), choice.model)
    async with embedder_at(sight, choice.config) as embedder, equipment_for(settings, seed, choice) as equipment:
        terms = equipment.machinery.terms(None)
        desk = Desk(Patient(equipment.model, terms.patience), embedder, NoLedger(), seed, terms)
        thought = Thought(
            agent=state.agents[name],
            view=view_of(state.ground, state.world, name, sight.step),
            memories=await embedded(state.streams[name], embedder),
            mind=DeskMind(desk, name, sight.step),
            templates=Templates(state.town.prompts),
            profile=settings.how,
        )
        return await interview(thought, question, asker)


@asynccontextmanager
async def equipment_for(settings: Settings, seed: int, choice: Choice) -> AsyncIterator[Equipment]:
    """What an interview is computed with, closed afterwards."""
    equipment = equipped(settings, seed, Means(config=choice.config))
    try:
        with told_as_bad_input():
            await prepare(equipment.model)
        yield equipment
    finally:
        await equipment.aclose()
