"""`townlet show`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from townlet.analysis.portrait import RunMoment, make_portrait
from townlet.cli.errors import BadInput
from townlet.cli.lookup import find_person
from townlet.cli.options import AtOption, JsonOption, RunFileArgument
from townlet.cli.output import make_console, print_json
from townlet.cli.terminal.portrait import person_row_to_json
from townlet.cli.times import find_step
from townlet.cognition.wording import say_time
from townlet.runfile.manifest import OTHER_JOBS, Manifest
from townlet.runfile.view import RunView


def open_sight(run: Path, at: str) -> RunMoment:
    """The run at a moment written as people write it. Raises BadInput, RunFileError."""
    view = RunView(run)
    step = find_step(view, at)
    return RunMoment(view.header, view.state_at(step), step, view)


def find_person_in_sight(sight: RunMoment, text: str) -> str:
    """The full name of whoever is meant. Raises BadInput."""
    return find_person(text, sight.state.agents)


def print_everybody(sight: RunMoment, as_json: bool) -> None:
    """One row a person, in the order of names."""
    people = [make_portrait(sight, name) for name in sorted(sight.state.agents)]
    if as_json:
        print_json({"time": sight.now.isoformat(), "people": [person_row_to_json(seen) for seen in people]})
        return
    table = Table("Name", "Where", "Doing", "Memories", "Thoughts", title=say_time(sight.now), expand=True)
    for column in table.columns[3:]:
        column.justify = "right"
    for seen in people:
        because = f", because {seen.why}" if seen.why else ""
        thoughts = len(seen.stream.of_kind("reflection"))
        table.add_row(seen.agent.name, seen.where, seen.doing + because, str(len(seen.stream)), str(thoughts))
    make_console().print(table)


WIDTH = 13
SHORT = 12
"""So much of a hash is printed; all of it is in the data."""


def print_manifest(run: Path, as_json: bool) -> None:
    """Print the manifest of a run. Raises RunFileError."""
    manifest = RunView(run).manifest
    if as_json:
        print_json(manifest.as_json())
        return
    for name, value in _lines(manifest):
        typer.echo(f"{name:<{WIDTH}}{value}")


def _lines(manifest: Manifest) -> Iterator[tuple[str, str]]:
    yield "run", manifest.run[:SHORT]
    yield "town", f"{manifest.town} ({manifest.town_digest[:SHORT]})"
    yield "seed", str(manifest.seed)
    yield "begins", f"{manifest.start:%Y-%m-%d %H:%M}"
    yield "has lived", f"{manifest.steps:,} steps of {manifest.step_seconds} s, {manifest.game_days:g} game days"
    yield "state", manifest.state_hash[:SHORT] if manifest.state_hash else "not closed yet"
    if manifest.forked_from:
        run, _, step = manifest.forked_from.partition("@")
        yield "forked from", f"{run[:SHORT]} at step {step}"
    yield "models", _models(manifest.models)
    if manifest.began_with != manifest.models:
        yield "began with", _models(manifest.began_with)
    yield "answered", ", ".join(manifest.models_reported) or "nobody yet"
    yield "embedder", manifest.embedder
    yield "profile", manifest.profile
    if manifest.without:
        yield "without", " and ".join(manifest.without)
    if manifest.temperature:
        yield "temperature", manifest.temperature
    yield "prompts", _prompts(manifest)
    versions = f"begun by townlet {manifest.townlet}, read by {manifest.read_with}"
    yield "versions", f"{versions}, Python {manifest.python}, run format {manifest.run_format}"
    yield "note", manifest.note


def _models(by_job: Mapping[str, str]) -> str:
    return ", ".join(model if job == OTHER_JOBS else f"{model} for {job}" for job, model in by_job.items())


def _prompts(manifest: Manifest) -> str:
    """How many templates are whose; their hashes are in the data."""
    of = Counter(template.of for template in manifest.prompts.values())
    return ", ".join(f"{count} of {'the town' if whose == 'town' else whose}" for whose, count in of.items())


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
    sight = open_sight(run, at)
    if person:
        print_portrait(sight, find_person_in_sight(sight, person), query, top, as_json)
    else:
        print_everybody(sight, as_json)
