"""`townlet fork`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.options import AsJson, RunFile


def fork(
    run: RunFile,
    at: Annotated[str, typer.Option("--at", metavar="TIME", help="The moment from which the two may differ.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The new run file.")],
    as_json: AsJson = False,
) -> None:
    """Begin another run with the past of one, up to a moment.

    Change something in it (`townlet set`, `townlet tell`), resume it, and compare the two.

    Example:

      townlet fork my.townlet --at "day 2 8:00" --out burning.townlet
    """
    from townlet.cli.commandline import in_shell
    from townlet.cli.printing import print_json
    from townlet.cli.times import Timeline
    from townlet.cognition.telling import say_time
    from townlet.engine.runfile import fork as fork_file
    from townlet.engine.simulation import opened

    with opened(run) as reader:
        timeline = Timeline.of(reader)
    step = timeline.step(at)
    header = fork_file(run, step, out)
    if as_json:
        moment = timeline.at(step).isoformat()
        print_json({"run": str(out), "id": header.id, "forked_from": str(run), "step": step, "time": moment})
        return
    typer.echo(f"{out} is {run} as it stood on {say_time(timeline.at(step))}.")
    typer.echo(f"Go on with: townlet resume {in_shell(str(out))}")
