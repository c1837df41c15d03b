"""`townlet attack`."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from townlet.cli.errors import INTERRUPTED, MODEL_FAILED, BadInput
from townlet.cli.options import (
    BudgetOption,
    CacheOption,
    ConcurrencyOption,
    ConfigFileOption,
    EmbeddingOption,
    JsonOption,
    ModelOption,
)

CasesOption = Annotated[int | None, typer.Option("--cases", metavar="N", min=1, help="How many cases; by default all.")]
DaysAfterOption = Annotated[
    float, typer.Option("--days", metavar="N", help="Game days that a town lives on after the visits.")
]
OutFolderOption = Annotated[
    Path | None, typer.Option("--out", metavar="DIR", help="Keep the run files in this folder; else they are deleted.")
]


def attack_command(  # noqa: PLR0913 - as many as the command has options
    town: Annotated[str, typer.Argument(metavar="TOWN", help="A built-in town or a folder.")] = "smallville",
    model: ModelOption = None,
    embedding: EmbeddingOption = None,
    config: ConfigFileOption = None,
    profile: Annotated[str, typer.Option(metavar="P", help="As for `townlet run`.")] = "economical",
    number: CasesOption = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Who hears what, and the seed of the first life.")] = 1,
    days: DaysAfterOption = 1.0,
    concurrency: ConcurrencyOption = 8,
    budget: BudgetOption = None,
    cache: CacheOption = None,
    out: OutFolderOption = None,
    as_json: JsonOption = False,
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
    from townlet.cli.execution.interrupt import InterruptHandler
    from townlet.cli.output import print_json
    from townlet.cli.progress import show_progress
    from townlet.cli.resources import ResourceOptions, build_resources
    from townlet.cli.run_config import ModelOptions, resolve_run_config
    from townlet.experiments.attack.cases import load_cases, select_cases
    from townlet.experiments.attack.suite import AttackPlan, AttackSuite
    from townlet.experiments.attack.verdict import AttackReport
    from townlet.town import load_town

    if not 0.01 <= days <= 100:
        raise BadInput(f"--days {days:g} is not how long a town can live on; give a number such as 0.5 or 1.")
    inhabited, settings = load_town(town), resolve_run_config(ModelOptions(model, embedding, config), profile)
    equipment = build_resources(settings, seed, ResourceOptions(concurrency, config, cache, None, budget))

    async def measured(suite: AttackSuite) -> AttackReport:
        try:
            await equipment.prepare()
            return await suite.run()
        finally:
            await equipment.aclose()

    with ExitStack() as stack:
        folder = _folder(out) if out else Path(stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True)))
        interrupt = stack.enter_context(InterruptHandler("the same command"))
        watch = stack.enter_context(show_progress("Living with visitors"))
        plan = AttackPlan(
            inhabited, select_cases(load_cases(), number), seed, settings, equipment.machinery, folder, days
        )  # fmt: skip
        report = asyncio.run(measured(AttackSuite(plan, watch, lambda: interrupt.asked)))
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
