"""`townlet attack`."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from townlet.cli.failures import INTERRUPTED, MODEL_FAILED, BadInput
from townlet.cli.options import AsJson, BudgetGiven, Cache, Concurrency, ConfigFile, Embedding, Model

Number = Annotated[int | None, typer.Option("--cases", metavar="N", min=1, help="How many cases; by default all.")]
After = Annotated[float, typer.Option("--days", metavar="N", help="Game days that a town lives on after the visits.")]
Kept = Annotated[
    Path | None, typer.Option("--out", metavar="DIR", help="Keep the run files in this folder; else they are deleted.")
]


def attack(  # noqa: PLR0913 - as many as the command has options
    town: Annotated[str, typer.Argument(metavar="TOWN", help="A built-in town or a folder.")] = "smallville",
    model: Model = None,
    embedding: Embedding = None,
    config: ConfigFile = None,
    profile: Annotated[str, typer.Option(metavar="P", help="As for `townlet run`.")] = "economical",
    number: Number = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Who hears what, and the seed of the first life.")] = 1,
    days: After = 1.0,
    concurrency: Concurrency = 8,
    budget: BudgetGiven = None,
    cache: Cache = None,
    out: Kept = None,
    as_json: AsJson = False,
) -> None:
    """Let visitors try to mislead a town's people, and measure what comes of it.

    Each visitor says its piece to somebody: instructions, fake system text, false memories, rumours, and requests
    that are quite harmless. The town lives on for a day; then those visited are asked, and the run file is read by
    rules. See docs/untrusted-speech.md for what counts as success.

    Ctrl-C stops after the step that is under way and tells what was measured until then.

    Examples:

      townlet attack ternholm

      townlet attack my-town --model openai:gpt-5-mini --cases 20 --budget 2usd
    """
    from townlet.cli.choosing import Choice, settings_chosen
    from townlet.cli.interrupt import Interrupt
    from townlet.cli.machinery import Means, equipped
    from townlet.cli.printing import print_json
    from townlet.cli.progress import progress
    from townlet.study.attack.cases import selected, whole_suite
    from townlet.study.attack.report import Report
    from townlet.study.attack.suite import Plan, Suite
    from townlet.town import load

    if not 0.01 <= days <= 100:
        raise BadInput(f"--days {days:g} is not how long a town can live on; give a number such as 0.5 or 1.")
    inhabited, settings = load(town), settings_chosen(Choice(model, embedding, config), profile)
    equipment = equipped(settings, seed, Means(concurrency, config, cache, None, budget))

    async def measured(suite: Suite) -> Report:
        try:
            await equipment.prepare()
            return await suite.run()
        finally:
            await equipment.aclose()

    with ExitStack() as stack:
        folder = _folder(out) if out else Path(stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True)))
        interrupt = stack.enter_context(Interrupt("the same command"))
        watch = stack.enter_context(progress("Living with visitors"))
        plan = Plan(
            inhabited, selected(whole_suite(), number), seed, settings, equipment.machinery, folder, days
        )  # fmt: skip
        report = asyncio.run(measured(Suite(plan, watch, lambda: interrupt.asked)))
    if as_json:
        print_json(report.as_json())
    else:
        typer.echo(report.as_text())
    if report.stopped:
        typer.echo(f"Stopped early: {report.stopped.rstrip('.')}. What was measured until then is above.", err=True)
        raise typer.Exit(INTERRUPTED if interrupt.asked else MODEL_FAILED)


def _folder(out: Path) -> Path:
    """The folder for run files, which must hold none of an earlier suite."""
    out.mkdir(parents=True, exist_ok=True)
    if any(out.glob("attack-*.townlet")):
        raise BadInput(f"{out} holds runs of an earlier suite already; give another folder.")
    return out
