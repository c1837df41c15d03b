"""What any result of a run rests on, as a list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import typer

from townlet.cli.printing import print_json
from townlet.engine.simulation import opened
from townlet.study.manifest import OTHERWISE, Manifest, manifest_of

WIDTH = 13
SHORT = 12
"""So much of a hash is printed; all of it is in the data."""


def show_manifest(run: Path, as_json: bool) -> None:
    """Print the manifest of a run. Raises RunFileError."""
    with opened(run) as reader:
        manifest = manifest_of(reader)
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
    return ", ".join(model if job == OTHERWISE else f"{model} for {job}" for job, model in by_job.items())


def _prompts(manifest: Manifest) -> str:
    """How many templates are whose; their hashes are in the data."""
    of = Counter(template.of for template in manifest.prompts.values())
    return ", ".join(f"{count} of {'the town' if whose == 'town' else whose}" for whose, count in of.items())
