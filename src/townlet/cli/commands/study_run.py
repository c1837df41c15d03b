"""`townlet study run` and `status`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from townlet.cli.commands.study import StudyArgument, WorkersOption, format_duration
from townlet.cli.errors import BAD_INPUT, INTERRUPTED, MODEL_FAILED
from townlet.cli.options import EXPERT, ConfigFileOption, GuessOption, JsonOption
from townlet.cli.output import format_count, make_console, print_json, print_result
from townlet.errors import quote_for_shell

if TYPE_CHECKING:
    from townlet.studies.plan import StudyPlan
    from townlet.studies.runner import JobEnd, Progress


def study_run_command(
    study: StudyArgument,
    workers: WorkersOption = None,
    ray: Annotated[
        str | None,
        typer.Option(
            "--ray",
            metavar="ADDRESS",
            help="Live the worlds on Ray: 'auto' starts it on this machine, an address joins a cluster.",
            rich_help_panel=EXPERT,
        ),
    ] = None,
    concurrency: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="How many requests to one endpoint all worlds together may have in flight, in place of the study's "
            "own number.",
            rich_help_panel=EXPERT,
        ),
    ] = None,
    guess: GuessOption = False,
    config: ConfigFileOption = None,
    as_json: JsonOption = False,
) -> None:
    """Live the worlds of a study; give it again to go on.

    Each world lives in a process of its own. What is done is kept in STUDY.study: the same command goes on after
    Ctrl-C, a crash or a failed cell, and a changed file runs only what changed. A cell that fails is told and does not
    stop the others.

    The exit status is 2 if a cell failed, and 3 if a model did not answer or the budget is spent.

    Examples:

      townlet study run rumour.toml

      townlet study run rumour.toml --workers 4

      townlet study run rumour.toml --ray 10.0.0.5:6379
    """
    from townlet.cli.execution.interrupt import InterruptHandler
    from townlet.engine.model_options import ModelOptions
    from townlet.studies.face import Study

    opened = Study(study)
    plan, options = opened.plan, ModelOptions(config=config, concurrency=concurrency, guess=guess)
    again = f"townlet study run {quote_for_shell(str(study))}"
    with InterruptHandler(again) as interrupt, WorldsReporter(as_json) as report:
        interrupt.notify = lambda text: typer.echo(text.replace("this step", "these steps"), err=True)
        progress = opened.run(
            workers, ray=ray, options=options, on_progress=report, is_stopped=lambda: interrupt.requested
        )
    folder = plan.study.folder
    tables = opened.write_tables()
    found = progress.as_json() | {"folder": str(folder), "tables": [path.name for path in tables]}
    print_result(found, as_json, _describe_end(progress, folder))
    for ended in progress.problems:
        typer.echo(_describe_problem(plan, ended), err=True)
    exit_as(progress, again)


def exit_as(progress: Progress, again: str) -> None:
    """Exit as what came of a study's worlds asks for: 130 if it was stopped, 2 if one failed, 3 if one paused."""
    if progress.stopped:
        typer.echo(f"Stopped. Go on with: {again}", err=True)
        raise typer.Exit(INTERRUPTED)
    if any(ended.end != "paused" for ended in progress.problems):
        raise typer.Exit(BAD_INPUT)
    if progress.problems:
        raise typer.Exit(MODEL_FAILED)


def _describe_end(progress: Progress, folder: Path) -> str:
    return f"{progress.done:,} of {format_count(progress.cells, 'cell')} done; the tables are in {folder}."


def _describe_problem(plan: StudyPlan, ended: JobEnd) -> str:
    segment = ended.job.segment
    needing = [cell for cell in plan.cells if segment.id in plan.ancestry(cell.segment)]
    labels = ", ".join(f"{name} {level}" for name, level in needing[0].labels.items()) if needing else ""
    which = f"seed {segment.seed}, {labels}" if len(needing) == 1 else f"seed {segment.seed}, {len(needing)} cells"
    what = {"paused": "paused", "died": f"died {3} times"}.get(ended.end, "failed")
    return f"{which} {what}: {ended.message}"


class WorldsReporter:
    """Prints a line for each segment that ends, or on a terminal keeps one line up to date."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._screen = make_console(stderr=True)
        self._status = self._screen.status("") if self._screen.is_terminal and not quiet else None
        self._last = 0.0

    def __call__(self, progress: Progress, ended: JobEnd | None) -> None:
        if self._quiet:
            return
        line = self._line(progress)
        if self._status:
            self._status.update(line)
        elif ended and (time.monotonic() - self._last > 5 or progress.ended == progress.segments):
            self._last = time.monotonic()
            self._screen.print(line, soft_wrap=True)
        if ended and ended.end == "died":
            self._screen.print(f"A process died ({ended.message}); its world goes on from its file.", soft_wrap=True)

    def _line(self, progress: Progress) -> str:
        parts = [f"{progress.done:,} of {format_count(progress.cells, 'cell')} done", f"{progress.running} running"]
        if progress.problems:
            parts.append(f"{len(progress.problems)} failed or paused")
        if progress.spent.tokens:
            from townlet.cli.pricing import format_dollars

            parts.append(f"{progress.spent.tokens:,} tokens, {format_dollars(progress.spent.usd)}")
        if progress.seconds_left is not None and progress.ended < progress.segments:
            parts.append(f"about {format_duration(progress.seconds_left)} left")
        return ", ".join(parts)

    def __enter__(self) -> WorldsReporter:
        if self._status:
            self._status.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._status:
            self._status.stop()


def study_status_command(study: StudyArgument, as_json: JsonOption = False) -> None:
    """Say how far a study has come, and which cells failed.

    Example:

      townlet study status rumour.toml
    """
    from townlet.studies.face import Study

    opened = Study(study)
    status, folder = opened.status(), opened.folder
    found = {
        "cells": status.cells,
        "done": status.done,
        "running": status.running,
        "errors": dict(status.errors),
        "spent": {"tokens": status.spent.tokens, "usd": round(status.spent.usd, 6)},
    }
    if as_json:
        print_json(found)
        return
    state = "being run" if status.running else "not being run"
    typer.echo(f"{status.done:,} of {format_count(status.cells, 'cell')} done; the study is {state}.")
    for name, message in status.errors.items():
        typer.echo(f"Seed {opened.plan.segments[name].seed}, {folder / 'runs' / name}.townlet: {message}")
