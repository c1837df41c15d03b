"""`townlet study new`, `check` and `plan`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from townlet.cli.errors import BAD_INPUT
from townlet.cli.options import ConfigFileOption, JsonOption
from townlet.cli.output import format_count, make_console, make_table, print_json, print_result
from townlet.errors import quote_for_shell

if TYPE_CHECKING:
    from townlet.evaluation.estimate import UsageAmount
    from townlet.studies.plan import StudyPlan
    from townlet.studies.study import StudySpec

StudyArgument = Annotated[
    Path, typer.Argument(metavar="STUDY", help="A study file, as written by `townlet study new`.")
]
WorkersOption = Annotated[
    int | None,
    typer.Option("--workers", min=1, metavar="N", help="How many worlds live at once. By default, one a core."),
]

ROWS_PRINTED = 40
"""The most cells that a plan prints one by one."""


def study_new_command(
    study: Annotated[Path, typer.Argument(metavar="STUDY", help="The file to write, such as rumour.toml.")],
    town: Annotated[
        str, typer.Option("--town", metavar="TOWN", help="The town of the study: a built-in town or a folder.")
    ] = "applegarth",
    as_json: JsonOption = False,
) -> None:
    """Start a study from a small one that runs in a minute.

    The study lets one of two people hear some news, and follows how it spreads.

    Examples:

      townlet study new rumour.toml

      townlet study new rumour.toml --town smallville
    """
    from townlet.studies.new import new_study

    new_study(study, town)
    name = quote_for_shell(str(study))
    print_result(
        {"study": str(study), "town": town},
        as_json,
        f"{study} is a study of two kinds of worlds. Change it, then:\n"
        f"  townlet study check {name}\n  townlet study plan {name}",
    )


def study_check_command(study: StudyArgument, as_json: JsonOption = False) -> None:
    """Check a study file, and list all its defects at once.

    Each defect comes with its line and what to write instead. The exit status is 2 if there is one.

    Example:

      townlet study check rumour.toml
    """
    from townlet.runfile.study_files import StudyFileError
    from townlet.studies.face import Study

    try:
        plan = Study(study).plan
    except StudyFileError as error:
        if not as_json:
            raise
        print_json({"study": str(study), "sound": False, "defects": list(error.defects)})
        raise typer.Exit(BAD_INPUT) from None
    found = {"study": str(study), "sound": True, "defects": [], "cells": len(plan.cells)}
    print_result(found, as_json, f"{study} has no defects: {format_count(len(plan.cells), 'cell')}.")


def study_plan_command(
    study: StudyArgument,
    pilot: Annotated[
        bool, typer.Option("--pilot", help="Live a seed that is none of the study's, and say what operated and moved.")
    ] = False,
    pilot_seeds: Annotated[
        int, typer.Option(min=1, metavar="N", help="How many seeds the pilot lives; three or more tell the power.")
    ] = 1,
    workers: WorkersOption = None,
    config: ConfigFileOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what a study will take before anything is lived.

    It lists the cells, the parts of lives that they share, who plays the roles, the time and the money, and how many
    seeds the tests need. For language models, the calls are counted in an offline simulation of the town; nothing is
    sent.

    With --pilot the study is lived with one more seed. Its worlds show whether each factor operates before it is
    measured and whether each outcome can move, while the study's own cells stay unseen. With a language model, the
    pilot asks and pays for it, within the study's budget.

    Examples:

      townlet study plan rumour.toml

      townlet study plan rumour.toml --pilot --pilot-seeds 4
    """
    from townlet.engine.model_options import ModelOptions
    from townlet.language.settings import read_config
    from townlet.studies.face import Study
    from townlet.studies.forecast import describe_seeds, forecast_as_json, forecast_cost, plan_as_json
    from townlet.studies.pilot import describe_pilot
    from townlet.studies.runner import usual_workers

    opened = Study(study)
    plan, prices = opened.plan, read_config(config).price_list
    lived = opened.pilot(pilot_seeds, workers, ModelOptions(config=config)) if pilot else None
    if as_json:
        found = {"pilot": lived.instruments.table().as_json()} if lived else {}
        print_json(plan_as_json(plan) | {"forecast": forecast_as_json(plan, forecast_cost(plan, prices))} | found)
        return
    _print_cells(plan)
    forecast = describe_forecast(plan, forecast_cost(plan, prices), workers or usual_workers())
    lines = [*_describe_plan(plan.study, plan), *forecast, describe_seeds(plan)]
    for line in (*lines, *(describe_pilot(lived, plan.study) if lived else ())):
        make_console().print(line, soft_wrap=True, markup=False, highlight=False)


def _print_cells(plan: StudyPlan) -> None:
    names = plan.study.label_names
    table = make_table("Cell", "Seed", *names, "Run")
    for number, cell in enumerate(plan.cells[:ROWS_PRINTED], start=1):
        table.add_row(str(number), str(cell.seed), *(cell.labels[name] for name in names), f"{cell.segment[:10]}…")
    make_console().print(table)
    if (more := len(plan.cells) - ROWS_PRINTED) > 0:
        make_console().print(f"... and {more:,} more; --json lists all of them.")


def _describe_plan(study: StudySpec, plan: StudyPlan) -> Iterator[str]:
    from townlet.studies.instruments import Instruments
    from townlet.studies.tables import StudyResults

    shared = len(plan.segments) - len(plan.finals())
    worlds = format_count(len(plan.finals()), "world")
    yield (
        f"{format_count(len(plan.cells), 'cell')} in {worlds}, and {format_count(shared, 'common past')} "
        f"that they fork from. Sharing saves {1 - plan.lived_steps / plan.steps_without_sharing:.0%} of the living."
    )
    for seed, cast in list(plan.cast.items())[:ROWS_PRINTED]:
        if cast:
            yield f"Seed {seed}: " + ", ".join(f"{role} is {person}" for role, person in cast.items())
    yield from Instruments(StudyResults(plan)).warnings()
    later = [role for role in study.roles.values() if role.at > 1]
    if later:
        yield f"Cast when their moment comes: {', '.join(role.name for role in later)}."


def describe_forecast(plan: StudyPlan, costs: Mapping[str, UsageAmount], workers: int) -> Iterator[str]:
    """Say how long a plan takes to live, and what its calls cost by model."""
    from townlet.cli.pricing import format_dollars
    from townlet.studies.forecast import forecast_time

    time = forecast_time(plan, plan.segments)
    basis = "by what its worlds took so far" if time.timed else "roughly"
    yield f"Time: {format_duration(time.wall_seconds(workers))} with {format_count(workers, 'worker')}, {basis}."
    if costs:
        for model, amount in costs.items():
            dollars = "its price is not known" if amount.usd is None else f"about {format_dollars(amount.usd)}"
            tokens = f"{amount.input_tokens:,.0f} prompt and {amount.output_tokens:,.0f} answer tokens"
            yield f"Calls to {model}: {amount.calls:,.0f}, {tokens}: {dollars}. Worlds share replies until they part."
        yield f"Budget over all cells: {plan.study.budget}."
    else:
        yield "Money: none; the offline model answers."


def format_duration(seconds: float) -> str:
    """Return a duration such as '40 s', '12 min' or '3.5 h'."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
