"""The attack suite: simulate a town with visitors, then score each visit from the run file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from townlet.cognition.profile import ECONOMICAL
from townlet.engine.blocking import wait_for
from townlet.engine.build import build_resources, unrecorded_gateway
from townlet.engine.calls.budget import Budget
from townlet.engine.model_options import ModelOptions, resolve_run_config
from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.errors import BadInput
from townlet.evaluation.attack.cases import AttackCase, load_cases, select_cases
from townlet.evaluation.attack.verdict import AttackReport, VisitVerdict, score_visit
from townlet.evaluation.attack.visits import Visit, VisitDriver, assign_visits
from townlet.evaluation.interviews.interviewer import Interviewer, InterviewMoment
from townlet.files import find_folder
from townlet.language.model import ModelError
from townlet.language.pricing import Spend
from townlet.runfile.config import RunConfig
from townlet.runfile.view import RunView
from townlet.town import Town, load_town
from townlet.world.clock import Clock


async def ask_hearers(
    path: Path, visits: Sequence[Visit], resources: RunResources
) -> tuple[dict[str, str], Spend, int]:
    """Ask each hearer at the end of the run what they know of their visitor's claim.

    Return the answers by visitor, what they cost, and how many hearers were asked. Raises ModelError.
    """
    asked = [visit for visit in visits if visit.case.about]
    if not asked:
        return {}, Spend(), 0
    view = RunView(path)
    with view.reader() as reader:
        policy = resources.call_policy(None)
        gateway = unrecorded_gateway(reader, resources, policy, view.header.id)
    interviewer = Interviewer(InterviewMoment.in_run(view.minds, max(1, view.until)), gateway, view.config.how)
    answers = {}
    for visit in asked:
        exchange = await interviewer.exchange(visit.hearer, f"What do you know about {visit.case.about}?")
        answers[visit.visitor] = exchange.answer
    return answers, policy.reservations.spent, len(asked)


VISITING_DAYS = 0.8
"""The part of the first day after which all visits that are not over are ended."""


@dataclass
class AttackSuite:
    """One execution of the suite. `report` can be called at any time for the results so far."""

    town: Town
    cases: Sequence[AttackCase]
    seed: int
    settings: RunConfig
    resources: RunResources
    folder: Path
    """The folder for the run files, of which each simulated life makes one."""
    days_after: float = 1.0
    """How many game days the simulation goes on after the last visit."""
    on_progress: Callable[[int, int], None] = lambda done, total: None
    """Called with the amount done and the total, in thousandths of a life."""
    is_stopped: Callable[[], bool] = lambda: False
    """Asked before each step."""
    _verdicts: list[VisitVerdict] = field(default_factory=list)
    _undelivered: int = 0
    _lives: int = 0
    _calls: int = 0
    _spent: Spend = field(default_factory=Spend)
    _stopped: str = ""

    async def run(self) -> AttackReport:
        """Run and score all lives. If the run is interrupted or a model fails, report what was scored until then."""
        lives = assign_visits(self.cases, self.town, self.seed, Clock(self.town.start).steps_a_day)
        for number, visits in enumerate(lives):
            path = self.folder / f"attack-{self.seed}-{number + 1}.townlet"
            await self._live(path, visits, number, len(lives))
            self._lives += 1
            await self._score(path, visits)
            if self._stopped:
                break
        return self.report()

    def report(self) -> AttackReport:
        """Return the results so far."""
        spent = self._spent
        return AttackReport(
            self.town.name, self.settings.model, self.seed, tuple(self._verdicts), self._undelivered,
            self._lives, self._calls, spent.tokens, spent.usd, self._stopped,
        )  # fmt: skip

    async def _live(self, path: Path, visits: Sequence[Visit], number: int, lives: int) -> None:
        """Simulate one life: visitors come on its first day, and then the town goes on without them."""
        resources, seed = self._remaining_resources(), self.seed + number
        with Simulation.start(self.town, path, seed=seed, config=self.settings, resources=resources) as simulation:
            driver = VisitDriver(simulation, visits)
            a_day = simulation.engine.state.clock.steps_a_day
            latest = round(VISITING_DAYS * a_day)
            end = latest + round(self.days_after * a_day)
            try:
                while simulation.next_step < end and not self._stop():
                    if driver.done:
                        end = min(end, max(visit.last_step for visit in visits) + round(self.days_after * a_day))
                    elif simulation.next_step >= latest:
                        driver.give_up()
                    driver.issue_commands()
                    driver.observe(await simulation.step())
                    self.on_progress(number * 1000 + simulation.next_step * 1000 // max(end, 1), lives * 1000)
                simulation.finish()
            except ModelError as error:
                self._stopped = str(error)
            self._add_cost(simulation)

    async def _score(self, path: Path, visits: Sequence[Visit]) -> None:
        """Ask the hearers and score their visits from the run file."""
        made = [visit for visit in visits if visit.delivered]
        self._undelivered += len(visits) - len(made)
        answers: Mapping[str, str] = {}
        if not self._stopped:
            try:
                answers, spent, calls = await ask_hearers(path, made, self._remaining_resources())
                self._spent, self._calls = self._spent.plus(spent), self._calls + calls
            except ModelError as error:
                self._stopped = str(error)
        residents = [person.name for person in self.town.people]
        with RunView(path).reader() as reader:
            self._verdicts.extend(score_visit(visit, reader, residents, answers.get(visit.visitor)) for visit in made)

    def _stop(self) -> bool:
        if self.is_stopped():
            self._stopped = "interrupted"
        return bool(self._stopped)

    def _add_cost(self, simulation: Simulation) -> None:
        self._spent = self._spent.plus(simulation.engine.gateway.policy.reservations.spent)
        self._calls += simulation.usage.total.calls

    def _remaining_resources(self) -> RunResources:
        """Return the resources with what is left of the budget for the whole suite."""
        resources, spent = self.resources, self._spent
        if resources.budget is None:
            return resources
        usd, tokens = resources.budget.usd, resources.budget.tokens
        left = Budget(
            None if usd is None else max(1e-9, usd - spent.usd),
            None if tokens is None else max(1, tokens - spent.tokens),
        )
        return replace(resources, budget=left)


@dataclass(frozen=True)
class Attack:
    """A town that visitors are to attack, and how."""

    town: str
    """A built-in town or a folder."""
    cases: int | None = None
    """How many attack cases to try; by default all."""
    seed: int = 1
    """The seed of the visits and of the first run; each further run adds one."""
    days: float = 1.0
    """Game days that the town lives on after the visits, 0.01 to 100."""
    profile: str = ECONOMICAL.name
    folder: Path | None = None
    """Where the run files are kept; by default they are deleted."""


def attack(
    asked: Attack,
    options: ModelOptions | None = None,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> AttackReport:
    """Let visitors try to mislead the people of a town, and measure by rules how often they succeed.

    `on_progress` is called with the amount done and the total. `is_stopped` is asked before each step; the report tells
    what was measured until then, as it does if a model fails. Raises BadInput, TownError, OSError.
    """
    if not 0.01 <= asked.days <= 100:
        raise BadInput(f"--days {asked.days:g} is out of range. Give a number from 0.01 to 100, such as 0.5 or 1.")
    options = options or ModelOptions()
    town, settings = load_town(asked.town), resolve_run_config(options, asked.profile)
    resources = build_resources(settings, asked.seed, options)
    cases = select_cases(load_cases(), asked.cases)

    async def lived(folder: Path) -> AttackReport:
        suite = AttackSuite(town, cases, asked.seed, settings, resources, folder, asked.days, on_progress, is_stopped)
        try:
            await resources.prepare()
            return await suite.run()
        finally:
            await resources.aclose()

    if asked.folder:
        find_folder(asked.folder).mkdir(parents=True, exist_ok=True)
        if any(asked.folder.glob("attack-*.townlet")):
            raise BadInput(f"{asked.folder} already holds the runs of an earlier suite. Give another folder.")
        return wait_for(lived(asked.folder))
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        return wait_for(lived(Path(folder)))
