"""Where interviews are held: with the model of a run, or another, and for what they may cost. Nothing is written."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from townlet.cli.resources import ResourceOptions, build_resources
from townlet.cli.run_config import ModelOptions, replace_model
from townlet.engine.calls.budget import UsageTotals, reservations_on_file
from townlet.engine.calls.embedding import EmbeddingPayment, embedder_for
from townlet.engine.calls.gateway import ModelGateway
from townlet.engine.calls.log import NoCallLog
from townlet.experiments.interviews.interviewer import Interviewer, InterviewMoment
from townlet.language.limits import LimitedModel
from townlet.language.retry import RetryingModel
from townlet.runfile import RunReader
from townlet.runfile.config import BUDGET_INTENT, RunConfig
from townlet.runfile.history import RecordedMinds
from townlet.runfile.view import RunView


@dataclass(frozen=True)
class InterviewSession:
    """A run whose people can be asked at any moment of it, and who answers for them."""

    minds: RecordedMinds
    gateway: ModelGateway
    settings: RunConfig
    heard: Callable[[], None]

    def at(self, step: int) -> Interviewer:
        """Everybody as they stood when a step began."""
        return Interviewer(InterviewMoment.in_run(self.minds, step), self.gateway, self.settings.how, self.heard)

    def there(self, step: int) -> list[str]:
        """The residents and visitors who are in the town when a step begins."""
        bodies = self.minds.past.at(step).world.bodies
        return [name for name in self.minds.past.joined if name in bodies]

    @property
    def tally(self) -> UsageTotals:
        """What the interviews have taken so far."""
        return self.gateway.policy.usage.total


@asynccontextmanager
async def open_interview_session(
    view: RunView,
    choice: ModelOptions,
    budget: str | None = None,
    concurrency: int = 8,
    heard: Callable[[], None] = lambda: None,
) -> AsyncIterator[InterviewSession]:
    """A room for interviews with the people of a run. Raises BadInput, RunFileError, ModelError."""
    settings = replace_model(view.config, choice.model)
    with view.reader() as reader:
        async with open_unrecorded_desk(
            reader, settings, ResourceOptions(concurrency, config=choice.config, budget=budget)
        ) as gateway:
            yield InterviewSession(view.minds, gateway, settings, heard)


@asynccontextmanager
async def open_unrecorded_desk(
    reader: RunReader, settings: RunConfig, means: ResourceOptions
) -> AsyncIterator[ModelGateway]:
    """From which interviews are asked: nothing is written, and it is closed afterwards. Raises BadInput, ModelError.

    Without a budget in `means` they take no more than the run has left of its own.
    """
    own = means.budget is None
    seed, means = reader.header.seed, replace(means, budget=means.budget or reader.intent(BUDGET_INTENT))
    equipment = build_resources(settings, seed, means)
    try:
        await equipment.prepare()
        policy = equipment.machinery.call_policy(None)
        if own:
            policy = replace(policy, reservations=reservations_on_file(reader))
        embedder = embedder_for(equipment.machinery.embedder, reader, EmbeddingPayment.unrecorded(policy))
        model = LimitedModel(RetryingModel(equipment.model, policy.retry), means.concurrency)
        yield ModelGateway(model, embedder, NoCallLog(), seed, policy)
    finally:
        await equipment.aclose()
