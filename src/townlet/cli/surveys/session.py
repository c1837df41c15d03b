"""Interview sessions: a run whose people can be questioned, by its own model or another, within a budget.

A session writes nothing to the run.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from townlet.cli.config_file import read_kept_settings
from townlet.cli.pricing import format_spending
from townlet.cli.resources import ResourceOptions, build_resources
from townlet.cli.run_config import ModelOptions, replace_model
from townlet.cli.surveys.batches import QUESTIONS_A_ROUND, send_in_batches
from townlet.engine.calls.budget import reservations_on_file
from townlet.engine.calls.embedding import EmbeddingPayment, embedder_for
from townlet.engine.calls.gateway import ModelGateway
from townlet.engine.calls.log import NoCallLog
from townlet.engine.calls.usage import UsageTotals
from townlet.evaluation.interviews.interviewer import Interviewer, InterviewMoment
from townlet.language.limits import LimitedModel
from townlet.language.model import UnfitAnswer
from townlet.language.retry import RetryingModel
from townlet.runfile import RunReader
from townlet.runfile.config import BUDGET_INTENT, RunConfig
from townlet.runfile.history import RecordedMinds
from townlet.runfile.view import RunView


@dataclass(frozen=True)
class InterviewSession:
    """A run whose people can be interviewed at any moment of it."""

    minds: RecordedMinds
    gateway: ModelGateway
    settings: RunConfig
    on_answer: Callable[[], None]
    """Called after each answer, to show progress."""

    def interviewer_at(self, step: int) -> Interviewer:
        """Return an interviewer of everybody as they were when a step began."""
        return Interviewer(InterviewMoment.in_run(self.minds, step), self.gateway, self.settings.how, self.on_answer)

    def present_people(self, step: int) -> list[str]:
        """Return the residents and visitors who are in the town when a step begins."""
        bodies = self.minds.past.at(step).world.bodies
        return [name for name in self.minds.past.joined if name in bodies]

    @property
    def usage(self) -> UsageTotals:
        """The calls, tokens and money that the interviews have used so far."""
        return self.gateway.policy.usage.total


def format_interview_cost(usage: UsageTotals) -> str:
    """Return a sentence about what interviews used."""
    return f"The interviews used {format_spending(usage)}, which do not count as part of the run's cost."


@asynccontextmanager
async def open_interview_session(
    view: RunView,
    model_options: ModelOptions,
    budget: str | None = None,
    concurrency: int = 8,
    on_answer: Callable[[], None] = lambda: None,
    *,
    batch: bool = False,
) -> AsyncIterator[InterviewSession]:
    """Open a session for interviews with the people of a run. Raises BadInput, RunFileError, ModelError.

    `batch` sends the questions through the provider's batch API.
    """
    settings = replace_model(view.config, model_options.model)
    options = ResourceOptions(concurrency, config=model_options.config, budget=budget)
    with view.reader() as reader:
        if not batch:
            async with open_unrecorded_gateway(reader, settings, options) as gateway:
                yield InterviewSession(view.minds, gateway, settings, on_answer)
            return
        with send_in_batches(view.path, settings) as batches:
            options = replace(options, concurrency=QUESTIONS_A_ROUND, batches=batches.before)
            async with open_unrecorded_gateway(reader, settings, options) as gateway:
                gateway.at_once = QUESTIONS_A_ROUND
                gateway.policy = replace(gateway.policy, tariff=batches.tariff(gateway.policy.tariff))
                try:
                    yield InterviewSession(view.minds, gateway, settings, on_answer)
                except UnfitAnswer:
                    batches.forget()
                    raise
                batches.forget()


@asynccontextmanager
async def open_unrecorded_gateway(
    reader: RunReader, settings: RunConfig, resource_options: ResourceOptions
) -> AsyncIterator[ModelGateway]:
    """Open a gateway for questions to a run's people, which records no calls. Raises BadInput, ModelError.

    Without a budget in `resource_options`, the questions may use what is left of the run's own budget.
    """
    own = resource_options.budget is None
    seed, resource_options = (
        reader.header.seed,
        replace(resource_options, budget=resource_options.budget or reader.intent(BUDGET_INTENT)),
    )
    resources = build_resources(settings, seed, resource_options, read_kept_settings(reader))
    try:
        await resources.prepare()
        policy = resources.call_policy(None)
        if own:
            policy = replace(policy, reservations=reservations_on_file(reader))
        embedder = embedder_for(resources.embedder, reader, EmbeddingPayment.unrecorded(policy))
        model = LimitedModel(RetryingModel(resources.model, policy.retry), resource_options.concurrency)
        yield ModelGateway(model, embedder, NoCallLog(), seed, policy)
    finally:
        await resources.aclose()
