"""What a run has spent, and may spend: through its file, whatever happens to its processes."""

from __future__ import annotations

from pathlib import Path

import pytest

from townlet.engine.calls.budget import Budget, reservations_on_file
from townlet.engine.calls.usage import UsageAccounts, UsageTotals
from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.language.model import BudgetSpent, LanguageModel, ModelError, ModelUnavailable, Reply, Request
from townlet.language.pricing import ModelTariff, Price, Spend, TokenRates
from townlet.offline.model import OfflineModel
from townlet.runfile import RunWriter, fork_run
from townlet.runfile.config import BUDGET_INTENT
from townlet.runfile.files import open_reader
from townlet.town import load_town

PRICED = ModelTariff(Price(TokenRates(input=1.0, output=4.0)))
MORNING = 0.3
"""Game days until people have planned their day and met."""


class Paid:
    """The offline model as if it were paid for, until it breaks down after so many calls."""

    name = "paid"

    def __init__(self, calls: int = 10**9, breakdown: Exception | None = None) -> None:
        self._model = OfflineModel(1)
        self.left, self.calls, self.breakdown = calls, 0, breakdown or ModelError("gone")

    async def __call__(self, request: Request) -> Reply:
        if not self.left:
            raise self.breakdown
        self.left, self.calls = self.left - 1, self.calls + 1
        return await self._model(request)


def machinery(model: LanguageModel, budget: Budget | None = None) -> RunResources:
    return RunResources(model=model, tariff=PRICED, budget=budget)


async def begun(path: Path, model: LanguageModel, budget: Budget | None = None) -> Simulation:
    """A run that has lived until it paused, or until the morning."""
    simulation = Simulation.start(load_town("applegarth"), path, resources=machinery(model, budget))
    with simulation:
        async for _ in simulation.run(MORNING):
            pass
    return simulation


async def resumed(path: Path, model: LanguageModel, budget: Budget | None = None) -> Simulation:
    simulation = await Simulation.resume(path, resources=machinery(model, budget))
    with simulation:
        async for _ in simulation.run(MORNING):
            pass
    return simulation


def spent(simulation: Simulation) -> Spend:
    return simulation.engine.gateway.policy.reservations.spent


async def test_a_budget_is_in_the_file_from_its_first_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def later(run: RunWriter, key: str, value: str) -> None:
        raise AssertionError("A run that is killed before this would have no budget.")

    monkeypatch.setattr(RunWriter, "intend", later)
    path = tmp_path / "a.townlet"
    Simulation.start(load_town("applegarth"), path, resources=machinery(Paid(), Budget(usd=0.25))).close()
    with open_reader(path) as reader:
        assert reader.intent(BUDGET_INTENT) == "0.25usd"
        assert not list(reader.calls())


async def test_a_run_pauses_at_its_budget_and_goes_on_with_a_larger_one(tmp_path: Path) -> None:
    path, model = tmp_path / "a.townlet", Paid()
    with pytest.raises(BudgetSpent):
        await begun(path, model, Budget(tokens=12_000))
    paid = model.calls
    assert paid > 0
    with pytest.raises(BudgetSpent, match="12,000"):
        await resumed(path, model)
    assert model.calls == paid, "the budget was forgotten"

    whole = await resumed(path, model, Budget(tokens=10**7))
    fresh = Paid()
    await begun(tmp_path / "b.townlet", fresh)
    assert model.calls == fresh.calls, "something was asked twice"
    assert whole.budget == Budget(tokens=10**7)


async def test_a_budget_can_be_lifted(tmp_path: Path) -> None:
    path, model = tmp_path / "a.townlet", Paid()
    with pytest.raises(BudgetSpent):
        await begun(path, model, Budget(usd=0.02))
    await resumed(path, model, Budget())
    with open_reader(path) as reader:
        assert reader.intent(BUDGET_INTENT) == "none"


@pytest.mark.parametrize(
    ("breakdown", "counts"),
    [
        (ModelUnavailable("cut off", billed=True), True),
        (ModelUnavailable("busy"), False),
        (ModelError("no such model"), False),
        (RuntimeError("a crash"), True),
    ],
)
async def test_what_may_have_been_paid_counts_after_a_stop(tmp_path: Path, breakdown: Exception, counts: bool) -> None:
    path, model = tmp_path / "a.townlet", Paid(2, breakdown)
    with pytest.raises(type(breakdown)):
        await begun_without_retries(path, model)
    with open_reader(path) as reader:
        totals = reader.totals()
    simulation = await Simulation.resume(path, resources=machinery(model))
    simulation.close()
    known = Spend(totals.prompt_tokens + totals.answer_tokens, totals.cost)
    assert known.tokens > 0
    assert known.usd > 0
    assert (spent(simulation).tokens > known.tokens + 400) == counts
    assert (spent(simulation).usd > known.usd + 0.0016) == counts
    assert simulation.usage.total.usd == pytest.approx(known.usd), "only what is known is shown as paid"


async def begun_without_retries(path: Path, model: LanguageModel) -> None:
    from townlet.language.retry import RetryBounds, RetryPolicy

    retry = RetryPolicy(
        RetryBounds(max_attempts=1, initial_backoff=0, max_backoff=0, max_retry_after=0, failure_threshold=10**6)
    )
    resources = RunResources(model=model, tariff=PRICED, retry=retry, concurrency=1)
    with Simulation.start(load_town("applegarth"), path, resources=resources) as simulation:
        async for _ in simulation.run(MORNING):
            pass


async def test_accounts_on_file_are_those_that_were_kept_while_it_ran(tmp_path: Path) -> None:
    path = tmp_path / "a.townlet"
    lived = (await begun(path, Paid())).usage
    with open_reader(path) as reader:
        kept = UsageAccounts.of(reader)
    assert kept.total == _near(lived.total)
    assert {name: _near(tally) for name, tally in lived.by_prompt.items()} == kept.by_prompt
    assert {name: _near(tally) for name, tally in lived.by_person.items()} == kept.by_person
    assert sum(tally.calls for tally in lived.by_person.values()) == lived.total.calls > 0


async def test_a_fork_has_spent_nothing_yet(tmp_path: Path) -> None:
    path = tmp_path / "a.townlet"
    await begun(path, Paid(), Budget(usd=5))
    fork_run(path, 2000, tmp_path / "b.townlet")
    simulation = await Simulation.resume(tmp_path / "b.townlet", resources=machinery(Paid()))
    simulation.close()
    assert spent(simulation) == Spend()
    assert simulation.budget == Budget()


async def test_questions_about_a_run_share_what_is_left_of_its_budget(tmp_path: Path) -> None:
    path = tmp_path / "a.townlet"
    lived = await begun(path, Paid(), Budget(usd=5))
    with open_reader(path) as reader:
        reservations = reservations_on_file(reader)
    assert reservations.spent == pytest.approx(spent(lived))
    assert reservations.spent.usd > 0
    with pytest.raises(BudgetSpent, match="budget of 5 US dollars"):
        await reservations.reserve(Spend(usd=5))


async def test_questions_about_a_run_without_a_budget_may_cost_anything(tmp_path: Path) -> None:
    path = tmp_path / "a.townlet"
    Simulation.start(load_town("applegarth"), path, resources=machinery(Paid())).close()
    with open_reader(path) as reader:
        reservations = reservations_on_file(reader)
    await reservations.reserve(Spend(10**12, 1e6))


def _near(tally: UsageTotals) -> UsageTotals:
    """The same but for the last digits of sums of money, which depend on their order."""
    return UsageTotals(tally.calls, tally.prompt_tokens, tally.answer_tokens, pytest.approx(tally.usd))


def test_usage_adds_up_what_each_call_took() -> None:
    tally = UsageTotals()
    tally.add(1, 100, 20, 0.5)
    tally.add(2, 30, 4, 0.25)
    assert tally == UsageTotals(3, 130, 24, 0.75)
    assert tally.tokens == 154
