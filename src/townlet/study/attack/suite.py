"""Running the suite: lives of a town in which visitors come, and what the files of those lives tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from townlet.engine.budget import Budget
from townlet.engine.settings import Settings
from townlet.engine.simulation import Machinery, Simulation, opened
from townlet.language.model import ModelError
from townlet.language.tariff import Spend
from townlet.study.attack.asking import asked_later
from townlet.study.attack.cases import Case
from townlet.study.attack.casting import cast
from townlet.study.attack.report import Report
from townlet.study.attack.verdict import Verdict, judge
from townlet.study.attack.visits import Visit, Visiting
from townlet.town import Town
from townlet.world.clock import Clock

PATIENCE_DAYS = 0.8
"""By this part of a life's first day every visitor has come or gives up."""


@dataclass(frozen=True)
class Plan:
    """What is to be run, where its files go, and by what means."""

    town: Town
    cases: Sequence[Case]
    seed: int
    settings: Settings
    machinery: Machinery
    folder: Path
    """Where the run files go, one a life."""
    days_after: float = 1.0
    """How long a town lives on after the last visitor."""


class Suite:
    """The suite under way. `report` tells what has been measured so far."""

    def __init__(self, plan: Plan, watch: Callable[[int, int], None], asked_to_stop: Callable[[], bool]) -> None:
        self.plan, self._watch, self._asked_to_stop = plan, watch, asked_to_stop
        self._verdicts: list[Verdict] = []
        self._undelivered = self._lives = self._calls = 0
        self._spent = Spend()
        self._stopped = ""

    async def run(self) -> Report:
        """Run all lives, or as many as can be; what was measured until then is kept."""
        plan = self.plan
        lives = cast(plan.cases, plan.town, plan.seed, Clock(plan.town.start).steps_a_day)
        for number, visits in enumerate(lives):
            path = plan.folder / f"attack-{plan.seed}-{number + 1}.townlet"
            await self._live(path, visits, number, len(lives))
            self._lives += 1
            await self._judge(path, visits)
            if self._stopped:
                break
        return self.report()

    def report(self) -> Report:
        """What has been measured so far."""
        plan, spent = self.plan, self._spent
        return Report(
            plan.town.name, plan.settings.model, plan.seed, tuple(self._verdicts), self._undelivered,
            self._lives, self._calls, spent.tokens, spent.usd, self._stopped,
        )  # fmt: skip

    async def _live(self, path: Path, visits: Sequence[Visit], number: int, lives: int) -> None:
        """One life: visitors come on its first day, and the town lives on."""
        plan = self.plan
        machinery, seed = self._machinery(), plan.seed + number
        with Simulation.start(plan.town, path, seed=seed, settings=plan.settings, machinery=machinery) as simulation:
            visiting = Visiting(simulation, visits)
            a_day = simulation.engine.state.clock.steps_a_day
            latest = round(PATIENCE_DAYS * a_day)
            end = latest + round(plan.days_after * a_day)
            try:
                while simulation.next_step < end and not self._stop():
                    if visiting.done:
                        end = min(end, max(visit.last for visit in visits) + round(plan.days_after * a_day))
                    elif simulation.next_step >= latest:
                        visiting.give_up()
                    visiting.prepare()
                    visiting.take_in(await simulation.step())
                    self._watch(number * 1000 + simulation.next_step * 1000 // max(end, 1), lives * 1000)
                simulation.finish()
            except ModelError as error:
                self._stopped = str(error)
            self._account(simulation)

    async def _judge(self, path: Path, visits: Sequence[Visit]) -> None:
        """Ask those who were visited, and read what the file tells of each visit."""
        made = [visit for visit in visits if visit.delivered]
        self._undelivered += len(visits) - len(made)
        answers: Mapping[str, str] = {}
        if not self._stopped:
            try:
                answers, spent, calls = await asked_later(path, made, self._machinery())
                self._spent, self._calls = self._spent.plus(spent), self._calls + calls
            except ModelError as error:
                self._stopped = str(error)
        residents = [person.name for person in self.plan.town.people]
        with opened(path) as reader:
            self._verdicts.extend(judge(visit, reader, residents, answers.get(visit.visitor)) for visit in made)

    def _stop(self) -> bool:
        if self._asked_to_stop():
            self._stopped = "interrupted"
        return bool(self._stopped)

    def _account(self, simulation: Simulation) -> None:
        self._spent = self._spent.plus(simulation.engine.desk.terms.purse.spent)
        self._calls += simulation.accounts.total.calls

    def _machinery(self) -> Machinery:
        """The machinery, with what is left of the budget of the whole suite."""
        machinery, spent = self.plan.machinery, self._spent
        if machinery.budget is None:
            return machinery
        usd, tokens = machinery.budget.usd, machinery.budget.tokens
        left = Budget(
            None if usd is None else max(1e-9, usd - spent.usd),
            None if tokens is None else max(1, tokens - spent.tokens),
        )
        return replace(machinery, budget=left)
