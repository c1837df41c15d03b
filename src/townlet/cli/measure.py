"""`townlet measure`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from townlet.cli.options import AsJson, BudgetGiven, Concurrency, ConfigFile, Model, RunFile

if TYPE_CHECKING:
    from townlet.cli.choosing import Choice
    from townlet.study.measures import Measures


def measure(
    run: RunFile,
    interviews: Annotated[
        bool | None,
        typer.Option(help="Ask everybody what they know, too. By default where that costs nothing: offline."),
    ] = None,
    model: Model = None,
    config: ConfigFile = None,
    budget: BudgetGiven = None,
    concurrency: Concurrency = 8,
    as_json: AsJson = False,
) -> None:
    """Measure how coherent and how lively a run is, how news spread, and what else emerged.

    Who knows what is told by provenance: from whom each has it, by which line. With --interviews everybody is asked
    as well, at the start and at the end, as in the paper; nobody remembers it. Without --model the run's own model
    answers.

    Examples:

      townlet measure my.townlet

      townlet measure my.townlet --no-interviews --json
    """
    import asyncio

    from townlet.cli.choosing import Choice, answered_by
    from townlet.cli.printing import print_json
    from townlet.engine.simulation import opened, settings_now
    from townlet.study.measure import measure as measured

    choice = Choice(model, None, config)
    with opened(run) as reader:
        offline = answered_by(settings_now(reader), model).offline
    asked = offline if interviews is None else interviews
    result = asyncio.run(_asked(run, choice, budget, concurrency)) if asked else measured(run)
    if as_json:
        print_json(result.as_json())
    else:
        typer.echo(result.as_text())


async def _asked(run: Path, choice: Choice, budget: str | None, concurrency: int) -> Measures:
    from townlet.cli.interviewing import interviewing
    from townlet.cli.money import spent_told
    from townlet.cli.progress import counting
    from townlet.study.measure import measure_and_ask

    with counting("answers") as heard:
        async with interviewing(run, choice, budget, concurrency, heard) as room:
            measures = await measure_and_ask(run, room.at)
    if not room.settings.offline:
        typer.echo(f"The interviews took {spent_told(room.tally)}, which are not on the run's bill.", err=True)
    return measures
