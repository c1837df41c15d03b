"""`townlet causes`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from townlet.cli.commands.study import WorkersOption, format_duration
from townlet.cli.errors import BAD_INPUT, INTERRUPTED, MODEL_FAILED
from townlet.cli.options import BudgetOption, ConfigFileOption, JsonOption, RunFileArgument
from townlet.cli.output import format_count, make_console, print_json
from townlet.errors import BadInput, quote_for_shell

if TYPE_CHECKING:
    from townlet.studies.causes.find import CausesForecast
    from townlet.studies.causes.result import Causes
    from townlet.studies.runner import JobEnd, Progress

SECONDS_BETWEEN_LINES = 5


def causes_command(  # noqa: PLR0913 - as many as the command has options
    run: RunFileArgument,
    question: Annotated[
        str,
        typer.Argument(
            metavar="QUESTION",
            help="What came about, such as 'Klaus came to the party', 'who knows the candidacy', 'how many know the "
            "candidacy' or 'Klaus did a walk at day 2 9:00'.",
        ),
    ],
    most: Annotated[
        int, typer.Option("--most", min=1, max=10_000, metavar="N", help="How many things to try at most.")
    ] = 40,
    plan: Annotated[
        bool, typer.Option("--plan", help="Say what would be tried, and what it takes, and live nothing.")
    ] = False,
    page: Annotated[
        Path | None, typer.Option("--page", metavar="FILE", help="Write the answer as a page, too.")
    ] = None,
    workers: WorkersOption = None,
    ray: Annotated[
        str | None,
        typer.Option("--ray", metavar="ADDRESS", help="Live the worlds on Ray: 'auto', or the address of a cluster."),
    ] = None,
    budget: BudgetOption = None,
    config: ConfigFileOption = None,
    as_json: JsonOption = False,
) -> None:
    """Find what made the difference, by living again without it.

    Each line, sight and thought that led to the outcome is kept from the one person who took it in, in a fork of the
    run that lives on until the outcome is decided. As many lines that have nothing to do with it are silenced as
    placebos: only an effect beyond theirs counts. All worlds are kept beside the run, so the same command goes on after
    a stop, and a second question is answered faster.

    Examples:

      townlet causes my.townlet "Klaus came to the party"

      townlet causes my.townlet "who came to the party" --most 12 --page why.html

      townlet causes my.townlet "how many know the candidacy" --plan
    """
    from townlet import find_causes, plan_causes
    from townlet.cli.execution.interrupt import InterruptHandler
    from townlet.engine.model_options import ModelOptions

    options = ModelOptions(budget=budget, config=config)
    if plan:
        _print_plan(plan_causes(run, question, most=most, options=options), workers, as_json)
        return
    if ray and workers:
        raise BadInput("--ray says where worlds live, and the cluster says how many; leave --workers out.")
    again = f"townlet causes {quote_for_shell(str(run))} {quote_for_shell(question)}"
    with InterruptHandler(again) as interrupt:
        found = find_causes(
            run,
            question,
            most=most,
            workers=ray or workers,
            options=options,
            on_progress=_WorldsReporter(as_json),
            is_stopped=lambda: interrupt.requested,
        )
    if as_json:
        print_json(found.as_json())
    else:
        typer.echo(found.as_text())
    if page:
        _write_page(found, page, as_json)
    _exit(found, again)


def _write_page(found: Causes, page: Path, as_json: bool) -> None:
    from townlet import write_causes_page

    write_causes_page(found, page)
    if not as_json:
        typer.echo(f"The page is {page}.")


def _exit(found: Causes, again: str) -> None:
    if found.stopped:
        typer.echo(f"Stopped. Go on with: {again}", err=True)
        raise typer.Exit(INTERRUPTED)
    for problem in found.problems:
        typer.echo(f"A world {'paused' if problem.end == 'paused' else 'failed'}: {problem.message}", err=True)
    if any(problem.end != "paused" for problem in found.problems):
        raise typer.Exit(BAD_INPUT)
    if found.problems:
        raise typer.Exit(MODEL_FAILED)


def _print_plan(found: CausesForecast, workers: int | None, as_json: bool) -> None:
    from townlet.cli.pricing import format_dollars
    from townlet.studies.runner import usual_workers

    if as_json:
        print_json(found.as_json())
        return
    for candidate in found.candidates:
        typer.echo(f"  {candidate}")
    rest = f", {found.untried:,} more are left out" if found.untried else ""
    typer.echo(f"{len(found.candidates)} of these would be tried beside {found.placebos} placebos{rest}.")
    count = workers or usual_workers()
    seconds = format_duration(found.time.wall_seconds(count))
    typer.echo(
        f"{format_count(found.worlds, 'world')} to live, about {seconds} with {format_count(count, 'worker')}; "
        "pairs of tellings come on top."
    )
    for model, usd in found.usd.items():
        dollars = "its price is not known" if usd is None else f"about {format_dollars(usd)}"
        typer.echo(f"Calls to {model}: {found.calls[model]:,}, {dollars}. Worlds share replies until they part.")
    if not found.usd:
        typer.echo("Money: none; the offline model answers.")


class _WorldsReporter:
    """Prints how far the worlds are, from time to time."""

    def __init__(self, quiet: bool) -> None:
        self._quiet, self._last = quiet, time.monotonic()
        self._screen = make_console(stderr=True)

    def __call__(self, progress: Progress, ended: JobEnd | None) -> None:
        late = time.monotonic() - self._last > SECONDS_BETWEEN_LINES
        if self._quiet or ended is None or not (late or progress.ended == progress.segments):
            return
        self._last = time.monotonic()
        left = progress.seconds_left
        more = f", about {format_duration(left)} left" if left and progress.ended < progress.segments else ""
        self._screen.print(f"{progress.done:,} of {format_count(progress.cells, 'world')} lived{more}", soft_wrap=True)
