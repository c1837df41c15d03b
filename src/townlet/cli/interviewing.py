"""Interviews in numbers: with whom a run was computed, or another model, and what they may cost."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from townlet.cli.choosing import Choice, answered_by
from townlet.cli.machinery import Means, equipped
from townlet.engine.accounts import Tally
from townlet.engine.desk import Desk, Terms
from townlet.engine.ledger import NoLedger
from townlet.engine.settings import Settings
from townlet.engine.simulation import BUDGET, opened, purse_of, settings_now
from townlet.engine.vectors import Paying, embedder_for
from townlet.language.limit import Limited
from townlet.language.patience import Patient
from townlet.study.interviews.asking import Interviewer, Moment
from townlet.study.minds import Minds
from townlet.study.past import past_of
from townlet.town import town_from_files


@dataclass(frozen=True)
class Room:
    """Where interviews are held: who answers, and what it has taken so far."""

    minds: Minds
    desk: Desk
    settings: Settings
    terms: Terms
    heard: Callable[[], None]

    def at(self, step: int) -> Interviewer:
        """Everybody as they stood when a step began."""
        return Interviewer(Moment.in_run(self.minds, step), self.desk, self.settings.how, self.heard)

    @property
    def tally(self) -> Tally:
        return self.terms.accounts.total


@asynccontextmanager
async def interviewing(
    run: Path, choice: Choice, budget: str | None = None, concurrency: int = 8, heard: Callable[[], None] = lambda: None
) -> AsyncIterator[Room]:
    """A room for interviews with the people of a run. Raises BadInput, RunFileError."""
    with opened(run) as reader:
        settings = answered_by(settings_now(reader), choice.model)
        town = town_from_files(reader.town_files(), str(run))
        minds = Minds(run, past_of(reader, town, (reader.last_step() or 0) + 1))
        means = Means(concurrency, config=choice.config, budget=budget or reader.intent(BUDGET))
        equipment = equipped(settings, reader.header.seed, means)
        try:
            await equipment.prepare()
            terms = equipment.machinery.terms(None)
            if budget is None:
                terms = replace(terms, purse=purse_of(reader))
            embedder = embedder_for(equipment.machinery.embedder, reader, Paying.unrecorded(terms))
            model = Limited(Patient(equipment.model, terms.patience), concurrency)
            desk = Desk(model, embedder, NoLedger(), reader.header.seed, terms)
            yield Room(minds, desk, settings, terms, heard)
        finally:
            await equipment.aclose()
