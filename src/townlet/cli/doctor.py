"""`townlet doctor`."""

from __future__ import annotations

from typing import Annotated

import typer

from townlet.cli.failures import MODEL_FAILED
from townlet.cli.options import AsJson, ConfigFile, Embedding, Model


def doctor(
    model: Model = None,
    embedding: Embedding = None,
    config: ConfigFile = None,
    seconds: Annotated[float, typer.Option(min=1, help="How long each of them is waited for.")] = 60.0,
    as_json: AsJson = False,
) -> None:
    """Ask each model for one small answer and embed one text, and say what works and what to set.

    Without options it looks at what townlet.toml names. The exit status is 3 if something does not work.

    Examples:

      townlet doctor --model ollama:NAME

      townlet doctor --model http://localhost:8080/v1 --embedding minilm --json
    """
    from townlet.cli.checkup import check_up, lines_of
    from townlet.cli.choosing import Choice
    from townlet.cli.printing import print_json

    findings = check_up(Choice(model, embedding, config), seconds)
    works = all(finding.works for finding in findings)
    if as_json:
        print_json({"works": works, "parts": [finding.as_json() for finding in findings]})
    else:
        typer.echo("\n".join(line for finding in findings for line in lines_of(finding)))
    if not works:
        raise typer.Exit(MODEL_FAILED)
