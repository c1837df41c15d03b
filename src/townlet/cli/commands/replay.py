"""`townlet replay`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from townlet.cli.errors import DIFFERENT
from townlet.cli.options import JsonOption, RunFileArgument

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

    from townlet.cli.output import print_json
    from townlet.cli.progress import show_progress
    from townlet.engine.replay import replay_run
    from townlet.runfile.view import RunView

    header = RunView(run).header
    with show_progress("Replaying the run") as watch:
        found = asyncio.run(replay_run(run, watch))
    if as_json:
        print_json(_as_json(found, header))
    elif found.first_difference is None:
        typer.echo(f"{run} is reproduced: {found.steps:,} steps, state hash {found.state_hash}.")
    else:
        typer.echo("\n".join(_told(found.first_difference, header)))
    if not found.equal:
        raise typer.Exit(DIFFERENT)


def _as_json(found: ReplayResult, header: RunHeader) -> dict[str, object]:
    first = found.first_difference
    return {
        "equal": found.equal,
        "state_hash": found.state_hash,
        "recorded_state_hash": found.recorded_hash,
        "steps": found.steps,
        "first_difference": first and _difference(first, header),
    }


def _difference(first: ReplayDifference, header: RunHeader) -> dict[str, object]:
    recorded, replayed = excerpt_difference(first.recorded, first.replayed)
    return {
        "step": first.step,
        "time": header.time_of(first.step).isoformat(),
        "person": first.agent,
        "what": first.what,
        "recorded": recorded,
        "replayed": replayed,
    }


def _told(first: ReplayDifference, header: RunHeader) -> list[str]:
    from townlet.cognition.wording import say_time

    recorded, replayed = excerpt_difference(first.recorded, first.replayed)
    when = f"{say_time(header.time_of(first.step))} (step {first.step:,})"
    return [
        f"The replay first differs on {when}{', ' * bool(first.agent)}{first.agent}: {first.what}.",
        f"  recorded: {recorded or 'nothing'}",
        f"  replayed: {replayed or 'nothing'}",
    ]


def excerpt_difference(one: str, other: str, before: int = 60, most: int = 200) -> tuple[str, str]:
    """Both texts in short, around the place where they begin to differ."""
    same = next((place for place, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), None)
    start = max(0, (min(len(one), len(other)) if same is None else same) - before)
    return _cut(one, start, most), _cut(other, start, most)


def _cut(text: str, start: int, most: int) -> str:
    lead, tail = "…" * bool(start and text), "…" * (len(text) > start + most)
    return lead + " ".join(text[start : start + most].split()) + tail
