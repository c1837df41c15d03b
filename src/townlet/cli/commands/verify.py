"""`townlet verify`."""

from __future__ import annotations

from dataclasses import asdict

import typer

from townlet.cli.errors import BAD_INPUT
from townlet.cli.options import JsonOption, RunFileArgument
from townlet.cli.output import print_json


def verify_command(run: RunFileArgument, as_json: JsonOption = False) -> None:
    """Check that a run file is intact, and recompute its state hash.

    The exit status is 2 if the file is damaged.

    Example:

      townlet verify my.townlet
    """
    from townlet.runfile import verify_run

    found = verify_run(run)
    if as_json:
        print_json({**asdict(found), "path": str(found.path), "sound": found.sound})
    elif found.sound:
        reached = "no step yet" if found.last_step is None else f"complete to step {found.last_step}"
        ended = ", as recorded at the end of the run" if found.stored_hash else "; the run is not finished"
        typer.echo(f"{run} is intact: {reached}, state hash {found.state_hash}{ended}.")
    for problem in () if found.sound else found.problems:
        typer.echo(f"{run}: {problem}", err=True)
    if not found.sound:
        raise typer.Exit(BAD_INPUT)
