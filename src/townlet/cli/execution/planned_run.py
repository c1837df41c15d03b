"""Runs from the command line: planned as new or resumed, executed with a display, interrupted and summarised."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

import typer

from townlet.cli.config_file import read_kept_settings
from townlet.cli.errors import INTERRUPTED, BadInput, RunPaused
from townlet.cli.execution.checked_town import load_checked_town
from townlet.cli.execution.interrupt import InterruptHandler
from townlet.cli.execution.summary import collect_run_figures, format_summary
from townlet.cli.execution.within_reach import chooses_no_model, describe_model_within_reach
from townlet.cli.output import format_days, format_resume_command, make_console, print_json, quote_for_shell
from townlet.cli.pricing import NEW_PRICE, NO_PRICE
from townlet.cli.resources import CommandResources, ResourceOptions, build_resources
from townlet.cli.run_config import (
    ModelOptions,
    describe_ignored_settings,
    remove_faculties,
    replace_model,
    require_embedder,
    resolve_run_config,
)
from townlet.cli.terminal.observers import HourlyLog, RunObserver, SilentObserver
from townlet.cli.times import parse_length
from townlet.cognition.wording import say_time
from townlet.engine.simulation import Simulation
from townlet.language.model import BudgetSpent, ModelError
from townlet.runfile.view import RunView


@dataclass(frozen=True)
class PlannedRun:
    """A new or resumed run that is ready to execute."""

    path: Path
    days: float
    """The length of the run in game days, counted from its start."""
    resources: CommandResources
    begin: Callable[[], Awaitable[Simulation]]
    """Starts or resumes the simulation."""
    town: str = ""
    """The town as it was named; empty for a resumed run."""
    looks_around: bool = False
    """Whether the summary of the run ends with a language model that is within reach."""
    ignored: str = ""
    """One line about settings that the run does not take over from the configuration file; empty if there are none."""

    @property
    def resume_command(self) -> str:
        return format_resume_command(self.path, self.days)


def execute_run(planned: PlannedRun, as_json: bool) -> None:
    """Execute the run until its end or Ctrl-C, and print a summary. Raises RunPaused, BadInput."""
    began = time.perf_counter()
    if planned.resources.unpriced:
        typer.echo(f"{NO_PRICE.format(' and '.join(planned.resources.unpriced))}; see docs/cost.md.", err=True)
    if planned.ignored:
        typer.echo(planned.ignored, err=True)
    if planned.resources.repriced:
        typer.echo(NEW_PRICE.format(" and ".join(planned.resources.repriced)), err=True)
    with InterruptHandler(planned.resume_command) as interrupt:
        finished = asyncio.run(_execute(planned, interrupt, as_json))
    summary = collect_run_figures(RunView(planned.path), time.perf_counter() - began)
    if as_json:
        print_json(summary.as_json())
    else:
        make_console().print("\n".join(format_summary(summary, planned.resources.unpriced)), soft_wrap=True)
        if finished and planned.looks_around and (line := describe_model_within_reach(planned.town)):
            make_console().print(line, soft_wrap=True)
    if not finished:
        typer.echo(f"Stopped at {say_time(summary.timeline.end)}. Resume with: {planned.resume_command}", err=True)
        raise typer.Exit(INTERRUPTED)


def execute_run_quietly(planned: PlannedRun) -> bool:
    """Execute the run without a summary. Return False if Ctrl-C stopped it before its end."""
    with InterruptHandler(planned.resume_command) as interrupt:
        return asyncio.run(_execute(planned, interrupt, as_json=True))


async def _execute(planned: PlannedRun, interrupt: InterruptHandler, as_json: bool) -> bool:
    """Execute the run and close all connections. Return whether the run reached its end."""
    try:
        return await _simulate(planned, interrupt, as_json)
    finally:
        await planned.resources.aclose()


async def _simulate(planned: PlannedRun, interrupt: InterruptHandler, as_json: bool) -> bool:
    """Simulate step by step. Return whether the run reached its end."""
    async with await planned.begin() as simulation:
        end = round(planned.days * simulation.engine.state.clock.steps_a_day)
        simulation.intend(planned.days)
        simulation.end_at(end)
        try:
            with _make_observer(planned.path, simulation, end, as_json) as observer:
                interrupt.notify = observer.show_message
                while simulation.next_step < end and not interrupt.requested:
                    observer.on_step(await simulation.step(), simulation)
        except ModelError as error:
            reason = f"The run is paused at {say_time(simulation.now)}: {str(error).rstrip('.')}."
            budget_option = f" --budget {simulation.budget.doubled()}" if isinstance(error, BudgetSpent) else ""
            raise RunPaused(f"{reason} Resume with: {planned.resume_command}{budget_option}") from error
        if simulation.ahead and (why := simulation.ahead.why_given_up):
            typer.echo(why, err=True)
        for refusal in simulation.refused:
            typer.echo(f"A command was refused: {refusal}", err=True)
        if simulation.next_step < end:
            return False
        simulation.finish()
    return True


class AlreadyThere(BadInput):
    """A run has already completed as many days as asked."""


def _require_more_to_come(view: RunView, days: float) -> None:
    """Raise AlreadyThere if a run has been finished at or after the end of so many game days."""
    steps_a_day = 86_400 // view.header.step_seconds
    with view.reader() as reader:
        missing = round(days * steps_a_day) - view.until
        if missing > 0 or (missing == 0 and not reader.stored_hash()):
            return
    reached = view.until / steps_a_day
    raise AlreadyThere(
        f"{view.path} has already completed {format_days(reached)}, counted from its start, so there is nothing to do. "
        f"To extend the run, give more, such as --days {int(reached) + 1}."
    )


def _make_observer(path: Path, simulation: Simulation, end: int, as_json: bool) -> RunObserver:
    screen = make_console(stderr=as_json)
    if screen.is_terminal and not screen.is_dumb_terminal:
        from townlet.cli.terminal.observers import LiveDisplay

        return LiveDisplay(screen, simulation, end)
    if as_json:
        return SilentObserver()
    # Calls are counted from the start of the run, so lines are, too.
    return HourlyLog(screen, sum(1 for _ in RunView(path).lines()) if simulation.next_step else 0)


@dataclass(frozen=True)
class NewRunOptions:
    """The options that only new runs take."""

    seed: int = 1
    profile: str = "economical"
    out: Path | None = None
    without: tuple[str, ...] = ()
    """The faculties to leave out."""
    until: str | None = None
    """The moment at which the run ends, instead of a number of days."""


def plan_new_run(
    town: str,
    options: NewRunOptions,
    days: float | None,
    model_options: ModelOptions,
    resource_options: ResourceOptions,
) -> PlannedRun:
    """Plan a new run of a town. Raises BadInput, TownError."""
    loaded = load_checked_town(town)
    path = options.out or _unused_name(town, options.seed)
    settings = remove_faculties(resolve_run_config(model_options, options.profile), options.without)
    resources = build_resources(settings, options.seed, resource_options)

    async def begin() -> Simulation:
        await resources.prepare()
        return Simulation.start(loaded, path, seed=options.seed, config=settings, resources=resources)

    length = parse_length(days, options.until, loaded.start, loaded.days)
    return PlannedRun(path, length, resources, begin, quote_for_shell(town), chooses_no_model(model_options))


def plan_resumed_run(
    run: Path,
    days: float | None,
    model_options: ModelOptions,
    resource_options: ResourceOptions,
    until: str | None = None,
) -> PlannedRun:
    """Plan to resume a run from where its file ends.

    Raises AlreadyThere if the run has already completed that many days, BadInput and RunFileError.
    """
    view = RunView(run)
    resource_options = replace(resource_options, budget=resource_options.budget or view.budget or None)
    settings = replace_model(view.config, model_options.model)
    require_embedder(settings, model_options.embedding)
    goal = parse_length(days, until, view.header.start, view.intended_days)
    _require_more_to_come(view, goal)
    with view.reader() as reader:
        kept = read_kept_settings(reader)
    ignored = describe_ignored_settings(settings, model_options)
    resources = build_resources(settings, view.header.seed, resource_options, kept)

    async def begin() -> Simulation:
        await resources.prepare()
        simulation = await Simulation.resume(run, resources=resources)
        if model_options.model is not None:
            simulation.hand_over(settings.model)
        return simulation

    return PlannedRun(run, goal, resources, begin, ignored=ignored)


def _unused_name(town: str, seed: int) -> Path:
    """Return TOWN-seedN.townlet, or TOWN-seedN-2.townlet and so on if that file exists in the current folder."""
    stem = f"{Path(town).resolve().name or 'town'}-seed{seed}"
    names = (Path(f"{stem}{f'-{number}' if number > 1 else ''}.townlet") for number in count(1))
    return next(name for name in names if not name.exists())
