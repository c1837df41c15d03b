"""`townlet show`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from townlet.cli.options import AtOption, JsonOption, RunFileArgument
from townlet.cli.output import format_days, make_console, print_json, print_result
from townlet.cognition.wording import say_time
from townlet.errors import BadInput
from townlet.measures.portrait import portray, portray_everybody
from townlet.runfile.manifest import OTHER_JOBS, Manifest
from townlet.runfile.view import RunView


def print_everybody(view: RunView, at: str, as_json: bool) -> None:
    """Print a table with one row per person, sorted by name."""
    portraits = portray_everybody(view, at)
    moment = portraits[0].sight
    # Counted by the database: reading everybody's memories would take longer the longer the run is.
    counts = view.memory_counts(moment.step)
    people = [(portrait, counts.get(portrait.agent.name, {})) for portrait in portraits]
    if as_json:
        rows = [portrait.summary_data(count) for portrait, count in people]
        print_json({"time": moment.now.isoformat(), "people": rows})
        return
    table = Table("Name", "Where", "Doing", "Memories", "Reflections", title=say_time(moment.now), expand=True)
    for column in table.columns[3:]:
        column.justify = "right"
    for portrait, count in people:
        because = f", because {portrait.why}" if portrait.why else ""
        memories, reflections = sum(count.values()), count.get("reflection", 0)
        table.add_row(portrait.agent.name, portrait.where, portrait.doing + because, str(memories), str(reflections))
    make_console().print(table)


_HASH_CHARACTERS = 12
"""How much of a hash is printed. The JSON has all of it."""


def print_manifest(run: Path, as_json: bool) -> None:
    """Print the manifest of a run. Raises RunFileError."""
    manifest = RunView(run).manifest

    def print_rows() -> None:
        rows = Table.grid(padding=(0, 2, 0, 0))
        for row in _describe_manifest(manifest):
            rows.add_row(*row)
        make_console().print(rows)

    print_result(manifest.as_json(), as_json, print_rows)


def _describe_manifest(manifest: Manifest) -> Iterator[tuple[str, str]]:
    yield "run", manifest.run[:_HASH_CHARACTERS]
    yield "town", f"{manifest.town} ({manifest.town_digest[:_HASH_CHARACTERS]})"
    yield "seed", str(manifest.seed)
    yield "starts", f"{manifest.start:%Y-%m-%d %H:%M}"
    yield "completed", f"{manifest.steps:,} steps of {manifest.step_seconds} s, {format_days(manifest.game_days)}"
    yield "state", manifest.state_hash[:_HASH_CHARACTERS] if manifest.state_hash else "not finished yet"
    if manifest.forked_from:
        run, _, step = manifest.forked_from.partition("@")
        yield "forked from", f"{run[:_HASH_CHARACTERS]} at step {step}"
    if manifest.interventions:
        first, count = manifest.interventions[0], len(manifest.interventions)
        yield "interventions", f"{count:,}, the first at {first.time:%Y-%m-%d %H:%M}; --json lists them"
    if manifest.head:
        yield "seal", manifest.head[:_HASH_CHARACTERS]
    yield "models", _format_models(manifest.models)
    if manifest.began_with != manifest.models:
        yield "started with", _format_models(manifest.began_with)
    yield "answered by", ", ".join(manifest.models_reported) or "no model yet"
    yield "embedder", manifest.embedder
    yield "profile", manifest.profile
    if manifest.without:
        yield "without", " and ".join(manifest.without)
    if manifest.temperature:
        yield "temperature", manifest.temperature
    yield "prompts", _format_prompts(manifest)
    versions = f"started by townlet {manifest.townlet}, read by {manifest.read_with}"
    yield "versions", f"{versions}, Python {manifest.python}, run format {manifest.run_format}"
    yield "note", manifest.note


def _format_models(by_job: Mapping[str, str]) -> str:
    return ", ".join(model if job == OTHER_JOBS else f"{model} for {job}" for job, model in by_job.items())


def _format_prompts(manifest: Manifest) -> str:
    """Return how many prompt templates come from where. The JSON has their hashes."""
    counts = Counter(template.of for template in manifest.prompts.values())
    return ", ".join(f"{count} of {'the town' if origin == 'town' else origin}" for origin, count in counts.items())


QueryOption = Annotated[
    str, typer.Option(metavar="TEXT", help="Rank the memories by how well they fit this text, and show the scores.")
]
TopOption = Annotated[int, typer.Option(min=1, metavar="N", help="How many memories and reflections to show at most.")]


def show_command(
    run: RunFileArgument,
    person: Annotated[
        str,
        typer.Argument(
            metavar="PERSON",
            help="A name, or any part of it that fits one person. Leave it out for a table of everybody.",
        ),
    ] = "",
    at: AtOption = "end",
    query: QueryOption = "",
    top: TopOption = 10,
    manifest: Annotated[
        bool,
        typer.Option("--manifest", help="Show how the run was produced: town, seed, models, prompts and versions."),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Show what people do, plan, remember and think at a moment.

    This never changes the run, and it works while the run is being written.

    Examples:

      townlet show my.townlet

      townlet show my.townlet ann --at "day 2 17:00"

      townlet show my.townlet "Ann Bo" --query "the harvest supper" --top 5

      townlet show my.townlet --manifest
    """
    from townlet.cli.terminal.portrait import print_portrait

    if manifest and (person or query or at != "end"):
        raise BadInput(
            "--manifest describes the whole run. Leave out PERSON, --at and --query, or leave out --manifest."
        )
    if manifest:
        print_manifest(run, as_json)
        return
    view = RunView(run)
    if person:
        print_portrait(portray(view, person, at), query, top, as_json)
    else:
        print_everybody(view, at, as_json)
