"""`townlet doctor`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from townlet.cli.errors import MODEL_FAILED
from townlet.cli.options import ConfigFileOption, EmbeddingOption, JsonOption, ModelOption
from townlet.cli.output import print_result
from townlet.cli.pricing import format_dollars
from townlet.engine.model_check import CheckFinding, check_models
from townlet.engine.model_options import ModelOptions


def format_finding(finding: CheckFinding) -> Iterator[str]:
    """Yield the lines that describe a finding."""
    yield f"{finding.part}: {finding.name} {'works' if finding.works else 'does not work'}"
    if finding.problem:
        yield f"  {finding.problem}"
    if finding.version:
        yield f"  answered by {finding.version}" if finding.tokens else f"  {finding.version}"
    details = [f"{finding.seconds:.2f} s"]
    if finding.tokens:
        details.append(f"{finding.tokens} tokens" + (f" ({format_dollars(finding.usd)})" if finding.usd else ""))
    if mode := _MODES.get(finding.schema_mode):
        details.append(mode)
    if finding.dimensions:
        details.append(f"vectors of {finding.dimensions} numbers")
    if finding.tokens or finding.dimensions:
        yield f"  {', '.join(details)}"


_MODES = {"schema": "answer form enforced by the provider", "words": "answer form requested in the prompt"}


def doctor_command(
    model: ModelOption = None,
    embedding: EmbeddingOption = None,
    config: ConfigFileOption = None,
    seconds: Annotated[float, typer.Option(min=1, metavar="S", help="Time limit for each request, in seconds.")] = 60.0,
    as_json: JsonOption = False,
) -> None:
    """Test each model and the embedder, and say what to fix.

    Each model gets one small question, and the embedder one text. Without options, the command tests what townlet.toml
    names. The exit status is 3 if something does not work.

    Examples:

      townlet doctor --model ollama:NAME

      townlet doctor --model http://localhost:8080/v1 --embedding minilm --json
    """
    findings = check_models(ModelOptions(model, embedding, config), seconds)
    works = all(finding.works for finding in findings)
    print_result(
        {"works": works, "parts": [finding.as_json() for finding in findings]},
        as_json,
        "\n".join(line for finding in findings for line in format_finding(finding)),
    )
    if not works:
        raise typer.Exit(MODEL_FAILED)
