"""What a run is computed with: models, embedder, concurrency, prices and budget."""

from __future__ import annotations

from dataclasses import dataclass

from townlet.cognition.generative import Generative
from townlet.engine.calls.budget import UNBOUNDED, Budget, BudgetReservations, UsageAccounts, budget_of, spend_on_file
from townlet.engine.calls.gateway import SLOTS_PER_CONCURRENT_CALL, CallPolicy, OnFailure
from townlet.language.embedder import Embedder
from townlet.language.limits import PrioritySemaphore
from townlet.language.model import LanguageModel, close_all, prepare_all
from townlet.language.pricing import FREE_TARIFF, Tariff
from townlet.language.retry import RetryPolicy
from townlet.runfile import RunWriter
from townlet.runfile.config import BUDGET_INTENT, ON_FAILURE_INTENT


@dataclass(frozen=True)
class RunResources:
    """What a run is computed with; None for the built-in part."""

    model: LanguageModel | None = None
    embedder: Embedder | None = None
    cognition: Generative | None = None
    concurrency: int = 8
    tariff: Tariff | None = None
    budget: Budget | None = None
    """None for that of the run, as it was last given."""
    retry: RetryPolicy | None = None
    on_failure: OnFailure | None = None
    """What happens when a call fails for good; None for what the run was told before, else to pause."""

    def call_policy(self, run: RunWriter | None) -> CallPolicy:
        """How a run deals with its model, given what it has spent before."""
        reservations = (
            BudgetReservations(_kept_budget(run, self.budget), spend_on_file(run))
            if run
            else BudgetReservations(self.budget)
        )
        return CallPolicy(
            self.tariff or FREE_TARIFF,
            reservations,
            self.retry or RetryPolicy(),
            _kept_on_failure(run, self.on_failure),
            PrioritySemaphore(SLOTS_PER_CONCURRENT_CALL * self.concurrency),
            UsageAccounts.of(run) if run else UsageAccounts(),
        )

    async def prepare(self) -> None:
        """Let the parts that reach out find out what a run has to know at its start. Raises ModelError."""
        await prepare_all(self.model, self.embedder)

    async def aclose(self) -> None:
        """Close the connections of the parts that reach out."""
        await close_all(self.model, self.embedder)


def _kept_budget(run: RunWriter, given: Budget | None) -> Budget:
    """The budget that holds from now on: what is given, or what was given last."""
    kept = budget_of(run.intent(BUDGET_INTENT) or UNBOUNDED)
    if given is None or given == kept:
        return kept
    run.intend(BUDGET_INTENT, str(given))
    return given


def _kept_on_failure(run: RunWriter | None, given: OnFailure | None) -> OnFailure:
    """What happens from now on when a call fails for good: what is given, or what was given last."""
    kept: OnFailure = "fallback" if run and run.intent(ON_FAILURE_INTENT) == "fallback" else "pause"
    if given is None or given == kept:
        return kept
    if run:
        run.intend(ON_FAILURE_INTENT, given)
    return given
