"""Asking those who were visited, once their life has ended. It leaves no trace in the run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from townlet.cognition.interview import interview
from townlet.cognition.templates import Templates
from townlet.cognition.thought import Thought
from townlet.engine.ask import DeskMind
from townlet.engine.desk import Desk
from townlet.engine.ledger import NoLedger
from townlet.engine.look import embedded, state_at
from townlet.engine.simulation import Machinery, opened, settings_of
from townlet.engine.vectors import Paying, embedder_for
from townlet.language.limit import Limited
from townlet.language.offline.model import OfflineModel
from townlet.language.patience import Patient
from townlet.language.tariff import Spend
from townlet.memory.stream import MemoryStream
from townlet.study.attack.visits import Visit
from townlet.world.view import view_of


async def asked_later(path: Path, visits: Sequence[Visit], machinery: Machinery) -> tuple[dict[str, str], Spend, int]:
    """What each hearer answers, by visitor; what it took; and how many were asked. Raises ModelError."""
    asked = [visit for visit in visits if visit.case.about]
    if not asked:
        return {}, Spend(), 0
    with opened(path) as reader:
        header, step = reader.header, (reader.last_step() or 0) + 1
        terms, answers = machinery.terms(None), dict[str, str]()
        embedder = embedder_for(machinery.embedder, reader, Paying.unrecorded(terms))
    state = state_at(path, step)
    model = Limited(Patient(machinery.model or OfflineModel(header.seed), terms.patience), machinery.concurrency)
    desk = Desk(model, embedder, NoLedger(), header.seed, terms, header.id)
    streams: dict[str, MemoryStream] = {}
    for visit in asked:
        if visit.hearer not in streams:
            streams[visit.hearer] = await embedded(state.streams[visit.hearer], embedder)
        thought = Thought(
            agent=state.agents[visit.hearer],
            view=view_of(state.ground, state.world, visit.hearer, step),
            memories=streams[visit.hearer],
            mind=DeskMind(desk, visit.hearer, step),
            templates=Templates(state.town.prompts),
            profile=settings_of(header).how,
        )
        answers[visit.visitor] = (await interview(thought, f"What do you know about {visit.case.about}?")).answer
    return answers, terms.purse.spent, len(asked)
