"""Running the suite: lives of a town in which visitors come, and what the files of those lives tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from townlet.cognition.interview import interview_person
from townlet.cognition.templates import Templates
from townlet.cognition.thought import Thought
from townlet.engine.calls.budget import Budget
from townlet.engine.calls.embedding import EmbeddingPayment, embedder_for
from townlet.engine.calls.gateway import ModelGateway
from townlet.engine.calls.log import NoCallLog
from townlet.engine.calls.mind import GatewayMind
from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.experiments.attack.cases import AttackCase
from townlet.experiments.attack.verdict import AttackReport, VisitVerdict, judge_visit
from townlet.experiments.attack.visits import Visit, VisitDriver, assign_visits
from townlet.language.limits import LimitedModel
from townlet.language.model import ModelError
from townlet.language.pricing import Spend
from townlet.language.retry import RetryingModel
from townlet.memory.stream import MemoryStream
from townlet.offline.model import OfflineModel
from townlet.runfile.config import RunConfig, config_of
from townlet.runfile.files import open_reader
from townlet.runfile.minds import embedded_stream
from townlet.runfile.state import state_at
from townlet.town import Town
from townlet.world.clock import Clock
from townlet.world.view import view_of


async def ask_hearers(
    path: Path, visits: Sequence[Visit], machinery: RunResources
) -> tuple[dict[str, str], Spend, int]:
    """What each hearer answers, by visitor; what it took; and how many were asked. Raises ModelError."""
    asked = [visit for visit in visits if visit.case.about]
    if not asked:
        return {}, Spend(), 0
    with open_reader(path) as reader:
        header, step = reader.header, (reader.last_step() or 0) + 1
        policy, answers = machinery.call_policy(None), dict[str, str]()
        embedder = embedder_for(machinery.embedder, reader, EmbeddingPayment.unrecorded(policy))
    state = state_at(path, step)
    model = LimitedModel(
        RetryingModel(machinery.model or OfflineModel(header.seed), policy.retry), machinery.concurrency
    )
    gateway = ModelGateway(model, embedder, NoCallLog(), header.seed, policy, header.id)
    streams: dict[str, MemoryStream] = {}
    for visit in asked:
        if visit.hearer not in streams:
            streams[visit.hearer] = await embedded_stream(state.streams[visit.hearer], embedder)
        thought = Thought(
            agent=state.agents[visit.hearer],
            view=view_of(state.ground, state.world, visit.hearer, step),
            memories=streams[visit.hearer],
            mind=GatewayMind(gateway, visit.hearer, step),
            templates=Templates(state.town.prompts),
            profile=config_of(header).how,
        )
        answers[visit.visitor] = (await interview_person(thought, f"What do you know about {visit.case.about}?")).answer
    return answers, policy.reservations.spent, len(asked)


VISITING_DAYS = 0.8
"""By this part of a life's first day every visitor has come or gives up."""


@dataclass(frozen=True)
class AttackPlan:
    """What is to be run, where its files go, and by what means."""

    town: Town
    cases: Sequence[AttackCase]
    seed: int
    settings: RunConfig
    machinery: RunResources
    folder: Path
    """Where the run files go, one a life."""
    days_after: float = 1.0
    """How long a town lives on after the last visitor."""


class AttackSuite:
    """The suite under way. `report` tells what has been measured so far."""

    def __init__(self, plan: AttackPlan, watch: Callable[[int, int], None], asked_to_stop: Callable[[], bool]) -> None:
        self.plan, self._watch, self._asked_to_stop = plan, watch, asked_to_stop
        self._verdicts: list[VisitVerdict] = []
        self._undelivered = self._lives = self._calls = 0
        self._spent = Spend()
        self._stopped = ""

    async def run(self) -> AttackReport:
        """Run all lives, or as many as can be; what was measured until then is kept."""
        plan = self.plan
        lives = assign_visits(plan.cases, plan.town, plan.seed, Clock(plan.town.start).steps_a_day)
        for number, visits in enumerate(lives):
            path = plan.folder / f"attack-{plan.seed}-{number + 1}.townlet"
            await self._live(path, visits, number, len(lives))
            self._lives += 1
            await self._judge(path, visits)
            if self._stopped:
                break
        return self.report()

    def report(self) -> AttackReport:
        """What has been measured so far."""
        plan, spent = self.plan, self._spent
        return AttackReport(
            plan.town.name, plan.settings.model, plan.seed, tuple(self._verdicts), self._undelivered,
            self._lives, self._calls, spent.tokens, spent.usd, self._stopped,
        )  # fmt: skip

    async def _live(self, path: Path, visits: Sequence[Visit], number: int, lives: int) -> None:
        """One life: visitors come on its first day, and the town lives on."""
        plan = self.plan
        machinery, seed = self._machinery(), plan.seed + number
        with Simulation.start(plan.town, path, seed=seed, settings=plan.settings, machinery=machinery) as simulation:
            visiting = VisitDriver(simulation, visits)
            a_day = simulation.engine.state.clock.steps_a_day
            latest = round(VISITING_DAYS * a_day)
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
                answers, spent, calls = await ask_hearers(path, made, self._machinery())
                self._spent, self._calls = self._spent.plus(spent), self._calls + calls
            except ModelError as error:
                self._stopped = str(error)
        residents = [person.name for person in self.plan.town.people]
        with open_reader(path) as reader:
            self._verdicts.extend(judge_visit(visit, reader, residents, answers.get(visit.visitor)) for visit in made)

    def _stop(self) -> bool:
        if self._asked_to_stop():
            self._stopped = "interrupted"
        return bool(self._stopped)

    def _account(self, simulation: Simulation) -> None:
        self._spent = self._spent.plus(simulation.engine.gateway.policy.reservations.spent)
        self._calls += simulation.usage.total.calls

    def _machinery(self) -> RunResources:
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
