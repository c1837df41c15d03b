"""`townlet verify`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from townlet.cli.errors import BAD_INPUT
from townlet.cli.options import JsonOption, RunFileArgument
from townlet.cli.output import print_json


def verify_command(
    run: RunFileArgument,
    full: Annotated[
        bool, typer.Option("--full", help="Fold the event log too, and compare each snapshot with the result.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Compare a run file with its seal, and recompute its hash.

    Everything in the file is compared with its seal: town, events, memories, model calls and costs. The exit status is
    2 if the file is damaged. The seal finds damage; to find a forged file, compare its head with a published manifest.

    Example:

      townlet verify my.townlet
    """
    from townlet.runfile import verify_run

    found = verify_run(run, full=full)
    if as_json:
        print_json({**asdict(found), "path": str(found.path), "sound": found.sound})
    elif found.sound:
        reached = "no step yet" if found.last_step is None else f"complete to step {found.last_step}"
        ended = ", as recorded at the end of the run" if found.stored_hash else "; the run is not finished"
        typer.echo(f"{run} is intact: {reached}, state hash {found.state_hash}{ended}.")
        if not found.sealed:
            typer.echo("It carries no seal, as an older Townlet wrote it: altered calls would go unnoticed.")
        elif found.adopted_at is not None:
            typer.echo(f"It was sealed later: nothing shows whether steps before {found.adopted_at:,} were altered.")
        for repair in found.repairs:
            typer.echo(f"It was repaired: {repair}.")
    for problem in () if found.sound else found.problems:
        typer.echo(f"{run}: {problem}", err=True)
    if not found.sound:
        raise typer.Exit(BAD_INPUT)
