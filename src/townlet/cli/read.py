"""`townlet read`."""

from __future__ import annotations

from typing import Annotated

import typer

from townlet.cli.options import AsJson, RunFile

Whose = Annotated[str, typer.Option("--person", metavar="P", help="Only what this person does, says and thinks.")]
From = Annotated[str, typer.Option("--from", metavar="TIME", help="Where to begin; by default at the start.")]
To = Annotated[str, typer.Option("--to", metavar="TIME", help="Where to end; by default at the end.")]
Sample = Annotated[int | None, typer.Option(min=1, metavar="N", help="Read N hours picked by the run's seed.")]


def read(
    run: RunFile,
    person: Whose = "",
    since: From = "start",
    until: To = "end",
    sample: Sample = None,
    as_json: AsJson = False,
) -> None:
    """Read a run as a play script.

    Examples:

      townlet read my.townlet --from 8:00 --to 10:00

      townlet read my.townlet --person ann --from "day 2 7:00"

      townlet read my.townlet --sample 3
    """
    from townlet.cli.script import Extract, read_script

    read_script(run, Extract(person, since, until, sample), as_json)
