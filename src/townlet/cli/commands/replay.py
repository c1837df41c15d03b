"""`townlet replay`."""

from __future__ import annotations

import asyncio
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from townlet.cli.errors import DIFFERENT
from townlet.cli.options import JsonOption
from townlet.cli.output import print_json
from townlet.cli.progress import show_progress
from townlet.errors import BadInput

if TYPE_CHECKING:
    from townlet.engine.replay import ReplayResult
    from townlet.runfile import RunDifference, RunHeader


def replay_command(
    run: Annotated[
        Path,
        typer.Argument(metavar="RUN", help="A run file, or the manifest of a run as a JSON file.", show_default=False),
    ],
    town: Annotated[
        str, typer.Option(metavar="TOWN", help="The town of the manifest, if it is not built in: a folder.")
    ] = "",
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the run that is lived from the manifest.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Repeat a run, and compare the result.

    A run file is repeated from its recorded replies. A manifest (`townlet show RUN --manifest --json`) is lived again
    with its seed, settings and interventions; it holds no replies, so this is for runs of the offline model. No model
    is called, and the run is not changed. The exit status is 1 if something differs.

    Example:

      townlet replay my.townlet

      townlet replay cited.manifest.json
    """
    if run.suffix == ".json":
        _replay_manifest(run, town, out, as_json)
        return
    if town or out:
        raise BadInput("--town and --out go with a manifest; a run file holds its town, and its replay is not kept.")
    _replay_run(run, as_json)


def _replay_run(run: Path, as_json: bool) -> None:
    from townlet.engine.replay import replay_run
    from townlet.runfile.view import RunView

    header = RunView(run).header
    with show_progress("Replaying the run") as watch:
        result = asyncio.run(replay_run(run, watch))
    if as_json:
        print_json(_as_json(result, header))
    elif result.first_difference is None:
        typer.echo(f"{run} is reproduced: {result.steps:,} steps, state hash {result.state_hash}.")
    else:
        typer.echo("\n".join(_describe_difference(result.first_difference, header)))
    if not result.equal:
        raise typer.Exit(DIFFERENT)


def _replay_manifest(path: Path, town: str, out: Path | None, as_json: bool) -> None:
    from townlet.engine.manifest_replay import relive

    with show_progress("Living the run again") as watch:
        result = relive(path, town, out, watch)
    if as_json:
        print_json({"equal": result.equal, "state_hash": result.state_hash, "cited_state_hash": result.cited_hash})
    elif result.equal:
        typer.echo(f"The run of {path} is reproduced: {result.steps:,} steps, state hash {result.state_hash}.")
    else:
        typer.echo(
            f"The run of {path} is not reproduced: state hash {result.state_hash}, expected {result.cited_hash}.\n"
            f"It was lived with townlet {result.cited_version}; this is townlet {version('townlet')}."
        )
    if not result.equal:
        raise typer.Exit(DIFFERENT)


def _as_json(result: ReplayResult, header: RunHeader) -> dict[str, object]:
    first = result.first_difference
    return {
        "equal": result.equal,
        "state_hash": result.state_hash,
        "recorded_state_hash": result.recorded_hash,
        "steps": result.steps,
        "first_difference": first and _difference_to_json(first, header),
    }


def _difference_to_json(first: RunDifference, header: RunHeader) -> dict[str, object]:
    recorded, replayed = excerpt_difference(first.recorded, first.replayed)
    return {
        "step": first.step,
        "time": header.time_of(first.step).isoformat(),
        "person": first.agent,
        "what": first.what,
        "recorded": recorded,
        "replayed": replayed,
    }


def _describe_difference(first: RunDifference, header: RunHeader) -> list[str]:
    from townlet.cognition.wording import say_time

    recorded, replayed = excerpt_difference(first.recorded, first.replayed)
    when = f"{say_time(header.time_of(first.step))} (step {first.step:,})"
    return [
        f"The replay first differs on {when}{', ' * bool(first.agent)}{first.agent}: {first.what}.",
        f"  recorded: {recorded or 'nothing'}",
        f"  replayed: {replayed or 'nothing'}",
    ]


def excerpt_difference(one: str, other: str, before: int = 60, length: int = 200) -> tuple[str, str]:
    """Return excerpts of both texts, around the place where they begin to differ."""
    same = next((place for place, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), None)
    start = max(0, (min(len(one), len(other)) if same is None else same) - before)
    return _excerpt(one, start, length), _excerpt(other, start, length)


def _excerpt(text: str, start: int, length: int) -> str:
    lead, tail = "…" * bool(start and text), "…" * (len(text) > start + length)
    return lead + " ".join(text[start : start + length].split()) + tail
