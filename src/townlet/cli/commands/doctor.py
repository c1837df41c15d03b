"""`townlet doctor`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from townlet.cli.errors import MODEL_FAILED
from townlet.cli.options import ConfigFileOption, EmbeddingOption, JsonOption, ModelOption, TownArgument
from townlet.cli.output import format_count, print_result
from townlet.cli.pricing import format_dollars
from townlet.cli.progress import show_progress
from townlet.cognition.profile import ENOUGH_CONTEXT
from townlet.engine.model_options import ModelOptions
from townlet.evaluation.model_check import CheckFinding, ExpectedDay, ModelCheck, check_models
from townlet.language.settings import settings_lines

_MODES = {"schema": "answer form enforced by the provider", "words": "answer form requested in the prompt"}


def format_rehearsal(rehearsal: ModelCheck) -> Iterator[str]:
    """Yield the lines that describe a rehearsal."""
    for finding in rehearsal.findings:
        yield from format_finding(finding)
    if rehearsal.day:
        yield _format_day(rehearsal.town, rehearsal.day)
    if rehearsal.works and rehearsal.settings:
        yield "For townlet.toml (--write puts them there):"
        yield from (f"  {line}" for line in settings_lines(rehearsal.settings))


def format_finding(finding: CheckFinding) -> Iterator[str]:
    """Yield the lines that describe a finding."""
    yield f"{finding.part}: {finding.name} {'works' if finding.works else 'does not work'}"
    if finding.problem:
        yield f"  {finding.problem}"
    if finding.version:
        yield f"  answered by {finding.version}" if finding.tokens else f"  {finding.version}"
    details = [f"{finding.seconds:.2f} s an answer" if finding.answers else f"{finding.seconds:.2f} s"]
    if finding.tokens:
        details.append(f"{finding.tokens:,} tokens" + (f" ({format_dollars(finding.usd)})" if finding.usd else ""))
    if mode := _MODES.get(finding.schema_mode):
        details.append(mode)
    if finding.dimensions:
        details.append(f"vectors of {finding.dimensions} numbers")
    if finding.tokens or finding.dimensions:
        yield f"  {', '.join(details)}"
    if finding.calls:
        yield f"  {_format_answers(finding)}"
    if finding.tokens_a_second:
        faster = f", {finding.at_once:.1f} times as many with two calls at once" if finding.at_once else ""
        yield f"  {finding.tokens_a_second:,.0f} tokens of answers a second{faster}"
    if finding.context:
        fewer = ": prompts show fewer memories" if finding.context < ENOUGH_CONTEXT else ""
        yield f"  a context of {finding.context:,} tokens{fewer}"
    for note in finding.notes:
        yield f"  {note}"


def _format_answers(finding: CheckFinding) -> str:
    fit = f"{format_count(finding.calls, 'call')}, {finding.fit:,} with a fit answer"
    again = finding.answers - finding.fit
    tries = f", {format_count(again, 'unfit one', 'unfit ones')} asked again" if again > 0 else ""
    return f"{fit}{tries}. {finding.mended}".rstrip()


def _format_day(town: str, day: ExpectedDay) -> str:
    spent = f", {format_dollars(day.usd)}" if day.usd else ""
    after = _format_time(day.seconds)
    time = f"{_format_time(day.seconds_at_once)} to {after}" if day.seconds_at_once < 0.9 * day.seconds else after
    return f"A day of {town}: about {day.calls:,} calls, {day.tokens:,} tokens{spent}; about {time}."


def _format_time(seconds: float) -> str:
    minutes = seconds / 60
    return f"{minutes / 60:.1f} hours" if minutes > 100 else format_count(max(1, round(minutes)), "minute")


def doctor_command(
    town: TownArgument = "smallville",
    model: ModelOption = None,
    embedding: EmbeddingOption = None,
    config: ConfigFileOption = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=1, metavar="S", help="Time limit for each question, in seconds; by default that of a run."),
    ] = None,
    write: Annotated[
        bool, typer.Option("--write", help="Write the lines for townlet.toml, or the file of --config, into it.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Rehearse a run with each model, and say what to fix.

    A day of the town is counted with rules. Each model then gets the longest prompts of each kind, three times and two
    at once, and the embedder a full batch. The command says whether a run would live on or pause and why, how fast and
    in which form answers come, what a day costs and takes, and which lines townlet.toml should have. Without options,
    it rehearses what townlet.toml names. The exit status is 3 if something does not work.

    Examples:

      townlet doctor --model ollama:NAME

      townlet doctor my-town --model http://localhost:8080/v1 --write
    """
    with show_progress("Counting the calls of a day") as watch:
        rehearsal = check_models(ModelOptions(model, embedding, config), seconds, town, watch)
    print_result(rehearsal.as_json(), as_json, "\n".join(format_rehearsal(rehearsal)))
    if not rehearsal.works:
        raise typer.Exit(MODEL_FAILED)
    if write and rehearsal.settings:
        typer.echo(f"Written to {rehearsal.write_settings(config)}.", err=True)
