"""`townlet estimate`."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from townlet.cli.failures import INTERRUPTED, BadInput
from townlet.cli.options import AsJson, ConfigFile, Embedding, Model

Days = Annotated[float | None, typer.Option(metavar="N", help="Game days to estimate; by default those of the town.")]
Sampled = Annotated[float, typer.Option("--sample", metavar="N", help="Game days to live through for it, offline.")]
Thinking = Annotated[
    int, typer.Option("--thinking", min=0, metavar="T", help="Tokens that the model thinks before each answer.")
]


def estimate(  # noqa: PLR0913 - as many as the command has options
    town: Annotated[str, typer.Argument(metavar="TOWN", help="A built-in town or a folder.")] = "smallville",
    days: Days = None,
    model: Model = None,
    embedding: Embedding = None,
    config: ConfigFile = None,
    profile: Annotated[str, typer.Option(metavar="P", help="As for `townlet run`.")] = "economical",
    sample: Sampled = 1.0,
    thinking: Thinking = 0,
    seed: Annotated[int, typer.Option(metavar="N", help="As for `townlet run`.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Estimate what a run would cost, before it is begun. Nothing is sent, and no key is needed.

    The town lives through its first day with answers made by rules; every prompt that it would send is counted, and
    priced for the model. That is scaled to the days asked for, with a range for what rules cannot tell.

    Examples:

      townlet estimate smallville --days 2 --model openai:gpt-5-mini

      townlet estimate my-town --days 0.5 --model anthropic:claude-haiku-4-5
    """
    from townlet.cli.choosing import Choice, settings_chosen
    from townlet.cli.config import read_config
    from townlet.cli.estimate_table import print_estimate
    from townlet.cli.money import prices_of
    from townlet.cli.printing import print_json
    from townlet.cli.progress import progress
    from townlet.study.estimate import Estimate
    from townlet.study.forecast import sampled
    from townlet.town import load

    settings = settings_chosen(Choice(model, embedding, config), profile)
    prices, inhabited = prices_of(read_config(config)), load(town)
    length = inhabited.days if days is None else days
    for option, value in (("--days", length), ("--sample", sample)):
        if not 0.0005 <= value <= 10_000:
            raise BadInput(f"{option} {value:g} is not a number of days; give one such as 0.5 or 2.")
    try:
        with progress("Living through a sample, offline") as watch:
            counted = asyncio.run(sampled(inhabited, settings, seed, min(sample, length), watch))
    except KeyboardInterrupt:
        typer.echo("Stopped; nothing was estimated and nothing sent.", err=True)
        raise typer.Exit(INTERRUPTED) from None
    found = Estimate(inhabited.name, settings, counted, length, prices, thinking)
    if as_json:
        print_json(found.as_json())
    else:
        print_estimate(found)
