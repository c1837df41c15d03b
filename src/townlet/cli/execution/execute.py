"""A planned run in the terminal: lived with a display, interrupted and summed up."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import typer

from townlet.cli.errors import INTERRUPTED
from townlet.cli.execution.interrupt import InterruptHandler
from townlet.cli.execution.summary import format_summary
from townlet.cli.execution.within_reach import describe_model_within_reach
from townlet.cli.output import make_console, print_json
from townlet.cli.pricing import NEW_PRICE, NO_PRICE
from townlet.cli.terminal.observers import HourlyLog, RunObserver, SilentObserver
from townlet.cognition.wording import say_time
from townlet.engine.planned_run import OnStep, PlannedRun
from townlet.engine.simulation import Simulation
from townlet.measures.run_figures import collect_run_figures
from townlet.runfile.view import RunView


def execute_run(planned: PlannedRun, as_json: bool, town: str = "") -> None:
    """Execute the run until its end or Ctrl-C, and print a summary. Raises RunPaused, BadInput.

    If `town` is given, the summary ends with a language model within reach and the command to run this town with it.
    """
    began, resources = time.perf_counter(), planned.resources
    if resources.unpriced:
        typer.echo(f"{NO_PRICE.format(' and '.join(resources.unpriced))}; see docs/cost.md.", err=True)
    if planned.notice:
        typer.echo(planned.notice, err=True)
    if resources.repriced:
        typer.echo(NEW_PRICE.format(" and ".join(resources.repriced)), err=True)
    finished = _live(planned, as_json)
    summary = collect_run_figures(RunView(planned.path), time.perf_counter() - began)
    if as_json:
        print_json(summary.as_json())
    else:
        make_console().print("\n".join(format_summary(summary, resources.unpriced)), soft_wrap=True)
        if finished and town and (line := describe_model_within_reach(town)):
            make_console().print(line, soft_wrap=True)
    if not finished:
        typer.echo(f"Stopped at {say_time(summary.timeline.end)}. Resume with: {planned.resume_command}", err=True)
        raise typer.Exit(INTERRUPTED)


def execute_run_quietly(planned: PlannedRun) -> bool:
    """Execute the run without a summary. Return False if Ctrl-C stopped it before its end."""
    return _live(planned, as_json=True)


def _live(planned: PlannedRun, as_json: bool) -> bool:
    """Simulate the run with a display. Return whether it reached its end."""
    with InterruptHandler(planned.resume_command) as interrupt:

        @contextmanager
        def observe(simulation: Simulation, end: int) -> Iterator[OnStep]:
            with _make_observer(planned.path, simulation, end, as_json) as observer:
                interrupt.notify = observer.show_message
                yield observer.on_step

        tell = partial(typer.echo, err=True)
        return asyncio.run(planned.live(observe, lambda: interrupt.requested, tell))


def _make_observer(path: Path, simulation: Simulation, end: int, as_json: bool) -> RunObserver:
    screen = make_console(stderr=as_json)
    if screen.is_terminal and not screen.is_dumb_terminal:
        from townlet.cli.terminal.observers import LiveDisplay

        return LiveDisplay(screen, simulation, end)
    if as_json:
        return SilentObserver()
    # Calls are counted from the start of the run, so lines are, too.
    return HourlyLog(screen, sum(1 for _ in RunView(path).lines()) if simulation.next_step else 0)
