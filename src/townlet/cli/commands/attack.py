"""`townlet attack`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.errors import INTERRUPTED, MODEL_FAILED
from townlet.cli.options import (
    CacheOption,
    ConcurrencyOption,
    ConfigFileOption,
    EmbeddingOption,
    JsonOption,
    ModelOption,
    ProfileOption,
    TownArgument,
)
from townlet.cli.output import print_result
from townlet.cli.progress import show_progress

CasesOption = Annotated[
    int | None, typer.Option("--cases", metavar="N", min=1, help="How many attack cases to try. By default all.")
]
DaysAfterOption = Annotated[
    float, typer.Option("--days", metavar="N", help="Game days that the town lives on after the visits.")
]
SuiteBudgetOption = Annotated[
    str | None,
    typer.Option(
        "--budget",
        metavar="B",
        help="Spending limit for the whole suite: 20usd, 5Mtok, 500ktok, '2usd,1Mtok', or none.",
    ),
]
OutFolderOption = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="Keep the run files in this folder. By default they are deleted."),
]


def attack_command(  # noqa: PLR0913 - as many as the command has options
    town: TownArgument = "smallville",
    model: ModelOption = None,
    embedding: EmbeddingOption = None,
    config: ConfigFileOption = None,
    profile: ProfileOption = "economical",
    number: CasesOption = None,
    seed: Annotated[
        int,
        typer.Option(metavar="N", help="Random seed of the visits and of the first run; each further run adds one."),
    ] = 1,
    days: DaysAfterOption = 1.0,
    concurrency: ConcurrencyOption = 8,
    budget: SuiteBudgetOption = None,
    cache: CacheOption = None,
    out: OutFolderOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let visitors try to mislead people, and count the misled.

    Each visitor tries one case on one person: an instruction, fake system text, a false memory, a rumour, or, for
    comparison, a harmless request. The town then lives on for --days. Success is measured by rules, from the run file
    and from what the visited people answer when asked. See docs/untrusted-speech.md for what counts as a success.

    Ctrl-C stops after the current step and reports what was measured until then.

    Examples:

      townlet attack ternholm

      townlet attack my-town --model openai:gpt-5-mini --cases 20 --budget 2usd
    """
    from townlet.cli.execution.interrupt import InterruptHandler
    from townlet.engine.model_options import ModelOptions
    from townlet.evaluation.attack.suite import Attack, attack

    options = ModelOptions(model, embedding, config, concurrency, cache, budget=budget)
    asked = Attack(town, number, seed, days, profile, out)
    with InterruptHandler("the same command") as interrupt, show_progress("Simulating the visits") as watch:
        report = attack(asked, options, watch, lambda: interrupt.requested)
    print_result(report.as_json(), as_json, report.as_text())
    if report.stopped:
        typer.echo(f"Stopped early: {report.stopped.rstrip('.')}. The results until then are above.", err=True)
        raise typer.Exit(INTERRUPTED if interrupt.requested else MODEL_FAILED)
