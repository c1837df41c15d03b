"""`townlet replay`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from townlet.cli.errors import DIFFERENT
from townlet.cli.options import JsonOption, RunFileArgument
from townlet.cli.output import print_json
from townlet.cli.progress import show_progress

if TYPE_CHECKING:
    from townlet.engine.replay import ReplayDifference, ReplayResult
    from townlet.runfile import RunHeader


def replay_command(run: RunFileArgument, as_json: JsonOption = False) -> None:
    """Repeat a run from its recorded replies, and compare the result.

    This calls no model, uses no network and does not change the run. The exit status is 1 if something differs.

    Example:

      townlet replay my.townlet
    """
    import asyncio

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


def _as_json(result: ReplayResult, header: RunHeader) -> dict[str, object]:
    first = result.first_difference
    return {
        "equal": result.equal,
        "state_hash": result.state_hash,
        "recorded_state_hash": result.recorded_hash,
        "steps": result.steps,
        "first_difference": first and _difference_to_json(first, header),
    }


def _difference_to_json(first: ReplayDifference, header: RunHeader) -> dict[str, object]:
    recorded, replayed = excerpt_difference(first.recorded, first.replayed)
    return {
        "step": first.step,
        "time": header.time_of(first.step).isoformat(),
        "person": first.agent,
        "what": first.what,
        "recorded": recorded,
        "replayed": replayed,
    }


def _describe_difference(first: ReplayDifference, header: RunHeader) -> list[str]:
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
