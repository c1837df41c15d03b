"""What a run is computed with: models, embedder, concurrency, prices and budget."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from townlet.cognition.generative import Generative
from townlet.engine.calls.budget import UNBOUNDED, Budget, BudgetReservations, budget_of, spend_on_file
from townlet.engine.calls.gateway import SLOTS_PER_CONCURRENT_CALL, CallPolicy, OnFailure
from townlet.engine.calls.last_calls import CallSizes
from townlet.engine.calls.outside import OutsideMind
from townlet.engine.calls.usage import UsageAccounts
from townlet.language.embedder import Embedder
from townlet.language.limits import PrioritySemaphore
from townlet.language.model import LanguageModel, close_all, prepare_all
from townlet.language.pricing import FREE_TARIFF, Tariff
from townlet.language.retry import RetryPolicy
from townlet.language.routing import ModelRouter
from townlet.runfile import RunWriter
from townlet.runfile.config import BUDGET_INTENT, ON_FAILURE_INTENT, SETTINGS_INTENT


@dataclass(frozen=True)
class RunResources:
    """What a run is computed with: models, embedder, concurrency, prices and budget.

    None of it changes what happens, except that another model or embedder answers differently. None means the default.
    """

    model: LanguageModel | None = None
    embedder: Embedder | None = None
    cognition: Generative | None = None
    concurrency: int = 8
    tariff: Tariff | None = None
    budget: Budget | None = None
    """None keeps the budget that the run file holds."""
    retry: RetryPolicy | None = None
    settings: str | None = None
    """Prices and the timeout, in the form in which the run file keeps them for `townlet resume`. None keeps those that
    it holds."""
    on_failure: OnFailure | None = None
    """What happens when a call has failed for good. None keeps what the run file holds, which is 'limited' unless
    set: a few fallbacks stand in before the run pauses."""
    ahead: bool | None = False
    """Whether people who are out of each other's reach think ahead of the run; None: as long as that is faster. It
    needs a run file."""
    guess: bool = False
    """Whether those who think ahead use free calls for guesses, some of which are for nothing."""
    minds: Mapping[str, OutsideMind] = field(default_factory=dict)
    """The programs that decide for people, by full name. With any, nobody thinks ahead of the run."""
    own_minds: tuple[str, ...] = ()
    """The people who had a mind from outside and decide for themselves from here on."""
    reservations: BudgetReservations | None = None
    """The budget that this run shares with others. None keeps to the run's own budget alone."""

    def call_policy(self, run: RunWriter | None) -> CallPolicy:
        """Return the policy for all model calls of a run: prices, budget reservations, retries and what was spent
        before."""
        if run and self.settings is not None and self.settings != run.intent(SETTINGS_INTENT):
            run.intend(SETTINGS_INTENT, self.settings)
        reservations = self.reservations or (
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
            usage=UsageAccounts.of(run) if run else UsageAccounts(),
            sizes=_sizes_of(run, reservations.budget),
        )

    @property
    def context(self) -> int:
        """The tokens that a prompt and its answer may take together; 0 if no model of the run says. Known once
        prepared."""
        return _context_of(self.model)

    async def prepare(self) -> None:
        """Connect to models and embedders, and find out what a run must know first, such as the length of vectors.

        Raises ModelError.
        """
        await prepare_all(self.model, self.embedder)

    async def aclose(self) -> None:
        """Close the connections to models and embedders."""
        await close_all(self.model, self.embedder)


def _sizes_of(run: RunWriter | None, budget: Budget) -> CallSizes:
    """Return what is known of the sizes of a run's calls: those of its last day if a budget bounds the next ones."""
    sizes = CallSizes.of(run) if run and budget != Budget() else CallSizes()
    # A run that is resumed asks with the room that it would have had without a pause.
    sizes.thinking = run is not None and run.totals().reasoning_tokens > 0
    return sizes


def _context_of(model: object) -> int:
    """Return the smallest context of a model, of those it routes to, or of the one that it wraps."""
    parts = model.models if isinstance(model, ModelRouter) else [getattr(model, "model", None)]
    contexts = [getattr(model, "context", 0), *(_context_of(part) for part in parts if part is not None)]
    return min(filter(None, contexts), default=0)


def _kept_budget(run: RunWriter, given: Budget | None) -> Budget:
    """Return the budget that holds from now on, and store it if it is a new one."""
    kept = budget_of(run.intent(BUDGET_INTENT) or UNBOUNDED)
    if given is None or given == kept:
        return kept
    run.intend(BUDGET_INTENT, str(given))
    return given


def _kept_on_failure(run: RunWriter | None, given: OnFailure | None) -> OnFailure:
    """Return what happens from now on when a call has failed for good, and store it if it is new."""
    stored = run.intent(ON_FAILURE_INTENT) if run else None
    kept: OnFailure = "fallback" if stored == "fallback" else "pause" if stored == "pause" else "limited"
    if given is None or given == kept:
        return kept
    if run:
        run.intend(ON_FAILURE_INTENT, given)
    return given
