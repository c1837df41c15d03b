"""`townlet fork`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.options import JsonOption, RunFileArgument


def fork_command(
    run: RunFileArgument,
    at: Annotated[str, typer.Option("--at", metavar="TIME", help="The moment from which the two may differ.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The new run file.")],
    as_json: JsonOption = False,
) -> None:
    """Begin another run with the past of one, up to a moment.

    Change something in it (`townlet set`, `townlet tell`), resume it, and compare the two.

    Example:

      townlet fork my.townlet --at "day 2 8:00" --out burning.townlet
    """
    from townlet.cli.output import print_json, quote_for_shell
    from townlet.cli.times import RunTimeline
    from townlet.cognition.wording import say_time
    from townlet.runfile import fork_run
    from townlet.runfile.files import open_reader

    with open_reader(run) as reader:
        timeline = RunTimeline.of(reader)
    step = timeline.step(at)
    header = fork_run(run, step, out)
    if as_json:
        moment = timeline.at(step).isoformat()
        print_json({"run": str(out), "id": header.id, "forked_from": str(run), "step": step, "time": moment})
        return
    typer.echo(f"{out} is {run} as it stood on {say_time(timeline.at(step))}.")
    typer.echo(f"Go on with: townlet resume {quote_for_shell(str(out))}")
