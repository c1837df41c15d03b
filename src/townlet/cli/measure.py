"""`townlet measure`."""

from __future__ import annotations

import typer

from townlet.cli.options import AsJson, RunFile


def measure(run: RunFile, as_json: AsJson = False) -> None:
    """Measure how coherent and how lively a run is.

    Example:

      townlet measure my.townlet --json
    """
    from townlet.cli.printing import print_json
    from townlet.study.measure import measure as measured

    result = measured(run)
    if as_json:
        print_json(result.as_json())
    else:
        typer.echo(result.as_text())
