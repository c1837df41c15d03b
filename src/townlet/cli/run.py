"""`townlet run` and `townlet resume`."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.failures import BadInput
from townlet.cli.options import (
    AsJson,
    BudgetGiven,
    Cache,
    Concurrency,
    ConfigFile,
    Embedding,
    Model,
    OnFailureGiven,
    Replicate,
    RunFile,
)

Days = Annotated[float | None, typer.Option(metavar="N", help="Game days from the run's start; may be a fraction.")]
Profile = Annotated[
    str,
    typer.Option(metavar="P", help="How people think: 'economical' or 'paper'; '-' and '+' change single choices."),
]
Out = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Where to write the run. By default TOWN-seedN.townlet, numbered if taken."),
]


def run(  # noqa: PLR0913 - as many as the command has options
    town: Annotated[str, typer.Argument(metavar="TOWN", help="A built-in town or a folder.")] = "smallville",
    days: Days = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Runs of the same seed are the same run.")] = 1,
    model: Model = None,
    embedding: Embedding = None,
    config: ConfigFile = None,
    profile: Profile = "economical",
    out: Out = None,
    concurrency: Concurrency = 8,
    budget: BudgetGiven = None,
    on_failure: OnFailureGiven = None,
    cache: Cache = None,
    replicate: Replicate = None,
    as_json: AsJson = False,
) -> None:
    """Let a town live, and keep its run in one file.

    Ctrl-C stops after the step that is under way, and `townlet resume` goes on from there.
    If the language model fails, the run pauses with exit status 3, unless --on-failure fallback lets people go on
    by habit; what stood in for an answer is marked, and nobody remembers it.

    Examples:

      townlet run

      townlet run applegarth --days 0.5 --seed 7 --out morning.townlet

      townlet run my-town --days 1 --json
    """
    from townlet.cli.choosing import Choice, settings_chosen
    from townlet.cli.drive import Journey, travel
    from townlet.cli.machinery import Means, equipped
    from townlet.engine.simulation import Simulation
    from townlet.town import load

    inhabited = load(town)
    path = out or _free_name(town, seed)
    settings = settings_chosen(Choice(model, embedding, config), profile)
    equipment = equipped(settings, seed, Means(concurrency, config, cache, replicate, budget, on_failure))

    async def begin() -> Simulation:
        await equipment.prepare()
        return Simulation.start(inhabited, path, seed=seed, settings=settings, machinery=equipment.machinery)

    travel(Journey(path, _checked(days, inhabited.days), as_json, equipment, begin))


def resume(  # noqa: PLR0913 - as many as the command has options
    run: RunFile,
    days: Days = None,
    model: Model = None,
    embedding: Annotated[str | None, typer.Option(hidden=True)] = None,
    config: ConfigFile = None,
    concurrency: Concurrency = 8,
    budget: BudgetGiven = None,
    on_failure: OnFailureGiven = None,
    cache: Cache = None,
    replicate: Replicate = None,
    as_json: AsJson = False,
) -> None:
    """Go on with a run where it stopped, or beyond its end.

    --days counts from the run's start, as for `townlet run`: give more days than it has lived to extend it.
    Without it the run goes on to where it was meant to end. So it is with --budget, which counts from the run's
    start, too: without it the budget stays as it was. With --model another model, or the same one at another address,
    takes all jobs from here on, also when the run is resumed again; each call says who answered it. What the run
    compares texts by (--embedding of `townlet run`) cannot be changed.

    Examples:

      townlet resume my.townlet

      townlet resume my.townlet --days 3
    """
    from townlet.cli.choosing import answered_by, require_embedder
    from townlet.cli.drive import Journey, end_of, travel
    from townlet.cli.machinery import Means, equipped
    from townlet.cli.times import Timeline
    from townlet.engine.simulation import BUDGET, Simulation, days_meant, opened, settings_now
    from townlet.town import town_from_files

    with opened(run) as reader:
        header, timeline, budget = reader.header, Timeline.of(reader), budget or reader.intent(BUDGET)
        settings = answered_by(settings_now(reader), model)
        usual = days_meant(reader, town_from_files(reader.town_files(), str(run)).days)
    require_embedder(settings, embedding)
    goal = _checked(days, usual)
    end_of(run, goal, timeline.steps, 86_400 // header.step_seconds)
    means = Means(concurrency, config, cache, replicate, budget, on_failure)
    equipment = equipped(settings, header.seed, means)
    if not as_json:
        typer.echo("Going over what has happened so far.")

    async def begin() -> Simulation:
        await equipment.prepare()
        simulation = await Simulation.resume(run, machinery=equipment.machinery)
        if model is not None:
            simulation.hand_over(settings.model)
        return simulation

    travel(Journey(run, goal, as_json, equipment, begin))


def _checked(days: float | None, usual: float) -> float:
    chosen = usual if days is None else days
    if not 0.0005 <= chosen <= 10_000:
        raise BadInput(f"--days {chosen:g} is not a length for a run; give a number such as 0.5 or 2.")
    return chosen


def _free_name(town: str, seed: int) -> Path:
    """TOWN-seedN.townlet in the current folder, with a number behind it if there is one already."""
    stem = f"{Path(town).resolve().name or 'town'}-seed{seed}"
    names = (Path(f"{stem}{f'-{number}' if number > 1 else ''}.townlet") for number in count(1))
    return next(name for name in names if not name.exists())
