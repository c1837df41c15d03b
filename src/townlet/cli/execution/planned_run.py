"""Letting a town live from the command line: begun or resumed, watched, interrupted, and told of at the end."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

import typer

from townlet.cli.errors import INTERRUPTED, BadInput, RunPaused
from townlet.cli.execution.interrupt import InterruptHandler
from townlet.cli.execution.summary import collect_run_figures, format_summary
from townlet.cli.output import format_resume_command, make_console, print_json
from townlet.cli.pricing import NO_PRICE
from townlet.cli.resources import CommandResources, ResourceOptions, build_resources
from townlet.cli.run_config import ModelOptions, remove_faculties, replace_model, require_embedder, resolve_run_config
from townlet.cli.terminal.observers import HourlyLog, RunObserver, SilentObserver
from townlet.cognition.wording import say_time
from townlet.engine.simulation import Simulation
from townlet.language.model import BudgetSpent, ModelError
from townlet.runfile.view import RunView
from townlet.town import load_town


@dataclass(frozen=True)
class PlannedRun:
    """How a run begins or goes on, and how far it is to go."""

    path: Path
    days: float
    """Game days from the run's start."""
    equipment: CommandResources
    begin: Callable[[], Awaitable[Simulation]]

    @property
    def how_to_resume(self) -> str:
        return format_resume_command(self.path, self.days)


def execute_run(journey: PlannedRun, as_json: bool) -> None:
    """Let the town live until its end or until Ctrl-C, and tell what came of it."""
    began = time.perf_counter()
    if journey.equipment.unpriced:
        typer.echo(f"{NO_PRICE.format(' and '.join(journey.equipment.unpriced))}; see docs/cost.md.", err=True)
    with InterruptHandler(journey.how_to_resume) as interrupt:
        arrived = asyncio.run(_execute(journey, interrupt, as_json))
    summary = collect_run_figures(RunView(journey.path), time.perf_counter() - began)
    if as_json:
        print_json(summary.as_json())
    else:
        make_console().print("\n".join(format_summary(summary, journey.equipment.unpriced)), soft_wrap=True)
    if not arrived:
        typer.echo(f"Stopped at {say_time(summary.timeline.end)}. Go on with: {journey.how_to_resume}", err=True)
        raise typer.Exit(INTERRUPTED)


def execute_run_quietly(journey: PlannedRun) -> bool:
    """Let the town live until its end, and tell nothing of it afterwards; False if Ctrl-C came before that."""
    with InterruptHandler(journey.how_to_resume) as interrupt:
        return asyncio.run(_execute(journey, interrupt, as_json=True))


async def _execute(journey: PlannedRun, interrupt: InterruptHandler, as_json: bool) -> bool:
    """Whether the run got as far as it was to; no connection stays open."""
    try:
        return await _simulate(journey, interrupt, as_json)
    finally:
        await journey.equipment.aclose()


async def _simulate(journey: PlannedRun, interrupt: InterruptHandler, as_json: bool) -> bool:
    """Whether the run got as far as it was to."""
    with await journey.begin() as simulation:
        end = compute_end_step(
            journey.path, journey.days, simulation.next_step, simulation.engine.state.clock.steps_a_day
        )
        simulation.intend(journey.days)
        try:
            with _watcher(simulation, end, as_json) as watcher:
                interrupt.say = watcher.say
                while simulation.next_step < end and not interrupt.asked:
                    watcher.see(await simulation.step(), simulation)
        except ModelError as error:
            paused = f"The run is paused at {say_time(simulation.now)}: {str(error).rstrip('.')}."
            larger = f" --budget {simulation.budget.doubled()}" if isinstance(error, BudgetSpent) else ""
            raise RunPaused(f"{paused} Go on with: {journey.how_to_resume}{larger}") from error
        for refusal in simulation.refused:
            typer.echo(f"A command was refused: {refusal}", err=True)
        if simulation.next_step < end:
            return False
        simulation.finish()
    return True


def compute_end_step(path: Path, days: float, lived: int, steps_a_day: int) -> int:
    """The step at which a run of so many days ends. Raises BadInput if it has lived them already."""
    end = round(days * steps_a_day)
    if end <= lived:
        reached = lived / steps_a_day
        raise BadInput(
            f"{path} has lived {reached:.4g} days already, and --days counts from its start; "
            f"give more than that to go on, such as --days {int(reached) + 1}."
        )
    return end


def _watcher(simulation: Simulation, end: int, as_json: bool) -> RunObserver:
    screen = make_console(stderr=as_json)
    if screen.is_terminal and not screen.is_dumb_terminal:
        from townlet.cli.terminal.observers import LiveDisplay

        return LiveDisplay(screen, simulation, end)
    return SilentObserver() if as_json else HourlyLog(screen)


@dataclass(frozen=True)
class NewRunOptions:
    """What only a new run can be told."""

    seed: int = 1
    profile: str = "economical"
    out: Path | None = None
    without: tuple[str, ...] = ()
    """The faculties that people are to live without."""


def plan_new_run(
    town: str, fresh: NewRunOptions, days: float | None, choice: ModelOptions, means: ResourceOptions
) -> PlannedRun:
    """A run of a town, in a file of its own. Raises BadInput, TownError."""
    inhabited = load_town(town)
    path = fresh.out or _free_name(town, fresh.seed)
    settings = remove_faculties(resolve_run_config(choice, fresh.profile), fresh.without)
    equipment = build_resources(settings, fresh.seed, means)

    async def begin() -> Simulation:
        await equipment.prepare()
        return Simulation.start(inhabited, path, seed=fresh.seed, settings=settings, machinery=equipment.machinery)

    return PlannedRun(path, _check_days(days, inhabited.days), equipment, begin)


def plan_resumed_run(run: Path, days: float | None, choice: ModelOptions, means: ResourceOptions) -> PlannedRun:
    """A run from where its file ends. Raises BadInput, also for one that has lived so many days; RunFileError."""
    view = RunView(run)
    means = replace(means, budget=means.budget or view.budget or None)
    settings = replace_model(view.config, choice.model)
    require_embedder(settings, choice.embedding)
    goal = _check_days(days, view.intended_days)
    compute_end_step(run, goal, view.until, 86_400 // view.header.step_seconds)
    equipment = build_resources(settings, view.header.seed, means)

    async def begin() -> Simulation:
        await equipment.prepare()
        simulation = await Simulation.resume(run, machinery=equipment.machinery)
        if choice.model is not None:
            simulation.hand_over(settings.model)
        return simulation

    return PlannedRun(run, goal, equipment, begin)


def _check_days(days: float | None, usual: float) -> float:
    chosen = usual if days is None else days
    if not 0.0005 <= chosen <= 10_000:
        raise BadInput(f"--days {chosen:g} is not a length for a run; give a number such as 0.5 or 2.")
    return chosen


def _free_name(town: str, seed: int) -> Path:
    """TOWN-seedN.townlet in the current folder, with a number behind it if there is one already."""
    stem = f"{Path(town).resolve().name or 'town'}-seed{seed}"
    names = (Path(f"{stem}{f'-{number}' if number > 1 else ''}.townlet") for number in count(1))
    return next(name for name in names if not name.exists())
