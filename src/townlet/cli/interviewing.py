"""Where interviews are held: with the model of a run, or another, and for what they may cost. Nothing is written."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from townlet.cli.choosing import Choice, answered_by
from townlet.cli.machinery import Means, equipped
from townlet.engine.accounts import Tally
from townlet.engine.desk import Desk
from townlet.engine.ledger import NoLedger
from townlet.engine.runfile import RunReader
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
    """A run whose people can be asked at any moment of it, and who answers for them."""

    minds: Minds
    desk: Desk
    settings: Settings
    heard: Callable[[], None]

    def at(self, step: int) -> Interviewer:
        """Everybody as they stood when a step began."""
        return Interviewer(Moment.in_run(self.minds, step), self.desk, self.settings.how, self.heard)

    def there(self, step: int) -> list[str]:
        """The residents and visitors who are in the town when a step begins."""
        bodies = self.minds.past.at(step).world.bodies
        return [name for name in self.minds.past.joined if name in bodies]

    @property
    def tally(self) -> Tally:
        """What the interviews have taken so far."""
        return self.desk.terms.accounts.total


@asynccontextmanager
async def interviewing(
    run: Path, choice: Choice, budget: str | None = None, concurrency: int = 8, heard: Callable[[], None] = lambda: None
) -> AsyncIterator[Room]:
    """A room for interviews with the people of a run. Raises BadInput, RunFileError, ModelError."""
    with opened(run) as reader:
        settings = answered_by(settings_now(reader), choice.model)
        town = town_from_files(reader.town_files(), str(run))
        minds = Minds(run, past_of(reader, town, (reader.last_step() or 0) + 1))
        async with desk_for(reader, settings, Means(concurrency, config=choice.config, budget=budget)) as desk:
            yield Room(minds, desk, settings, heard)


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
        model = Limited(Patient(equipment.model, terms.patience), means.concurrency)
        yield Desk(model, embedder, NoLedger(), seed, terms)
    finally:
        await equipment.aclose()
