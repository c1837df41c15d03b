"""Runs that are planned as a user asks for them, new or resumed, then lived to their end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from townlet.cognition.profile import ECONOMICAL
from townlet.cognition.wording import say_time
from townlet.engine.blocking import wait_for
from townlet.engine.build import BuiltResources, build_resources
from townlet.engine.model_options import (
    ModelOptions,
    describe_ignored_settings,
    remove_faculties,
    replace_model,
    require_embedder,
    resolve_run_config,
    tell_on_stderr,
)
from townlet.engine.simulation import Simulation
from townlet.errors import BadInput, quote_for_shell
from townlet.language.model import BudgetSpent, ModelError
from townlet.offline.readings import speaks_another, told_elsewise
from townlet.offline.words.added import word_defects
from townlet.runfile.event_log import StepLog
from townlet.runfile.kept_settings import read_kept_settings
from townlet.runfile.moments import parse_length
from townlet.runfile.view import RunSource, RunView, open_view
from townlet.town import Town, load_town

OnStep = Callable[[StepLog, Simulation], None]
"""Called after each step."""


class RunPaused(ModelError):
    """A run cannot continue for now. The message says why, and how to resume it."""


class AlreadyThere(BadInput):
    """A run has already completed as many days as asked."""


@dataclass(frozen=True)
class PlannedRun:
    """A new or resumed run that is ready to be lived."""

    path: Path
    days: float
    """The length of the run in game days, counted from its start."""
    resources: BuiltResources
    begin: Callable[[], Awaitable[Simulation]]
    """Starts or resumes the simulation."""
    notice: str = ""
    """One line to be told before the run: about settings that it does not take over from the configuration file, or
    about a language that its model does not speak. Empty if there is nothing to tell."""

    @property
    def resume_command(self) -> str:
        """The command that continues the run until its planned end."""
        return f"townlet resume {quote_for_shell(str(self.path))} --days {self.days:.10g}"

    async def live(
        self,
        observe: Callable[[Simulation, int], AbstractContextManager[OnStep]] = lambda simulation, end: nullcontext(
            lambda log, simulation: None
        ),
        is_stopped: Callable[[], bool] = lambda: False,
        tell: Callable[[str], None] = tell_on_stderr,
    ) -> bool:
        """Simulate the run step by step, and close all connections. Return whether it reached its end.

        `observe` is given the simulation and its last step, and returns what is called after each step. `is_stopped` is
        asked before each. Raises RunPaused if a model fails or the budget is spent.
        """
        try:
            async with await self.begin() as simulation:
                return await self._live(simulation, observe, is_stopped, tell)
        finally:
            await self.resources.aclose()

    async def _live(
        self,
        simulation: Simulation,
        observe: Callable[[Simulation, int], AbstractContextManager[OnStep]],
        is_stopped: Callable[[], bool],
        tell: Callable[[str], None],
    ) -> bool:
        end = round(self.days * simulation.engine.state.clock.steps_a_day)
        simulation.intend(self.days)
        simulation.end_at(end)
        simulation.engine.gateway.policy.retry.is_stopped = is_stopped
        try:
            with observe(simulation, end) as on_step:
                while simulation.next_step < end and not is_stopped():
                    on_step(await simulation.step(), simulation)
        except ModelError as error:
            reason = f"The run is paused at {say_time(simulation.now)}: {str(error).rstrip('.')}."
            budget_option = f" --budget {simulation.budget.doubled()}" if isinstance(error, BudgetSpent) else ""
            raise RunPaused(f"{reason} Resume with: {self.resume_command}{budget_option}") from error
        if simulation.ahead and (why := simulation.ahead.why_given_up):
            tell(why)
        for refusal in simulation.refused:
            tell(f"A command was refused: {refusal}")
        if simulation.next_step < end:
            return False
        simulation.finish()
        return True


def _require_more_to_come(view: RunView, days: float) -> None:
    """Raise AlreadyThere if a run has been finished at or after the end of so many game days."""
    steps_a_day = view.clock.steps_a_day
    with view.reader() as reader:
        missing = round(days * steps_a_day) - view.until
        if missing > 0 or (missing == 0 and not reader.stored_hash()):
            return
    reached = view.until / steps_a_day
    raise AlreadyThere(
        f"{view.path} has already completed {reached:.4g} game day{'' if reached == 1 else 's'}, counted from its "
        f"start, so there is nothing to do. To extend the run, give more, such as --days {int(reached) + 1}."
    )


@dataclass(frozen=True)
class NewRun:
    """What a run is to be, besides its town and its models."""

    days: float | None = None
    """Its length in game days; by default the town's own."""
    until: str | None = None
    """The moment at which it ends, such as 'day 2 18:00', instead of a number of days."""
    seed: int = 1
    profile: str = ECONOMICAL.name
    """How people think: 'economical' or 'paper', with changes such as '+joint_dialogue'."""
    out: Path | str | None = None
    """The run file; by default TOWN-seedN.townlet in the current folder, with a number if that exists."""
    without: tuple[str, ...] = ()
    """The faculties to leave out: 'planning' or 'reflection'."""


def plan_new_run(town: str | Path, new: NewRun, options: ModelOptions) -> PlannedRun:
    """Plan a new run of a town. Raises BadInput, TownError."""
    loaded = load_town(town, word_defects)
    path = Path(new.out) if new.out else _unused_name(town, new.seed)
    config = remove_faculties(resolve_run_config(options, new.profile), new.without)
    resources = build_resources(config, new.seed, options)

    async def begin() -> Simulation:
        await resources.prepare()
        return Simulation.start(loaded, path, seed=new.seed, config=config, resources=resources)

    length = parse_length(new.days, new.until, loaded.start, loaded.days)
    return PlannedRun(path, length, resources, begin, _unread(loaded) if config.offline else "")


def _unread(town: Town) -> str:
    """Return what the offline model does not read of a town because of its language; empty if it reads all."""
    return speaks_another(town) or told_elsewise(town)


def plan_resumed_run(run: RunSource, days: float | None, options: ModelOptions, until: str | None = None) -> PlannedRun:
    """Plan to resume a run from where its file ends.

    Raises AlreadyThere if the run has already completed that many days, BadInput and RunFileError.
    """
    view = RunView(open_view(run).path)  # it may have grown since it was opened
    if view.town.hosted:
        raise BadInput(
            f"{view.path} is the memory of a resident, whose time passes when the program of their world says so. Go "
            "on with it there, or with `townlet residents serve`; see docs/own-game.md."
        )
    options = replace(options, budget=options.budget or view.budget or None)
    config = replace_model(view.config, options.model)
    require_embedder(config, options.embedding)
    goal = parse_length(days, until, view.header.start, view.intended_days)
    _require_more_to_come(view, goal)
    with view.reader() as reader:
        kept = read_kept_settings(reader)
    notice = describe_ignored_settings(config, options)
    resources = build_resources(config, view.header.seed, options, kept)

    async def begin() -> Simulation:
        await resources.prepare()
        simulation = await Simulation.resume(view.path, resources=resources)
        if options.model is not None:
            simulation.hand_over(config.model)
        return simulation

    return PlannedRun(view.path, goal, resources, begin, notice)


def simulate(
    town: str | Path, new: NewRun | None = None, options: ModelOptions | None = None, on_step: OnStep | None = None
) -> RunView:
    """Simulate a town to the end of a new run, and return the run. `on_step` is called after each step.

    `town` is a built-in town or a folder. Raises BadInput, TownError, RunExists, and RunPaused if
    a model fails or the budget is spent; `resume` then goes on.
    """
    return _live_through(plan_new_run(town, new or NewRun(), options or ModelOptions()), on_step)


def resume(
    run: RunSource,
    days: float | None = None,
    *,
    until: str | None = None,
    options: ModelOptions | None = None,
    on_step: OnStep | None = None,
) -> RunView:
    """Continue a run to its planned end, or until `days` game days from its start, and return it as it is then.

    `until` is a moment such as 'day 2 18:00', instead of `days`. A model in `options` takes over all jobs. Raises as
    `simulate` does, AlreadyThere if nothing is left to do, and RunFileError.
    """
    return _live_through(plan_resumed_run(run, days, options or ModelOptions(), until), on_step)


def _live_through(planned: PlannedRun, on_step: OnStep | None) -> RunView:
    each = on_step or (lambda log, simulation: None)
    wait_for(planned.live(lambda simulation, end: nullcontext(each)))
    return RunView(planned.path)


def _unused_name(town: str | Path, seed: int) -> Path:
    """Return TOWN-seedN.townlet, or TOWN-seedN-2.townlet and so on if that file exists in the current folder."""
    stem = f"{Path(town).resolve().name or 'town'}-seed{seed}"
    names = (Path(f"{stem}{f'-{number}' if number > 1 else ''}.townlet") for number in count(1))
    return next(name for name in names if not name.exists())
