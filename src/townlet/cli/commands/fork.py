"""`townlet fork`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.options import JsonOption, RunFileArgument
from townlet.cli.output import print_result
from townlet.errors import quote_for_shell


def fork_command(
    run: RunFileArgument,
    at: Annotated[
        str,
        typer.Option("--at", metavar="TIME", help="The moment at which the new run splits off, such as 'day 2 8:00'."),
    ],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The run file to write.")],
    as_json: JsonOption = False,
) -> None:
    """Copy a run's past, up to a given moment, into a new run.

    Change something in the new run (`townlet set`, `townlet tell`), resume it, and compare the two runs.

    Example:

      townlet fork my.townlet --at "day 2 8:00" --out burning.townlet
    """
    from townlet.cognition.wording import say_time
    from townlet.runfile import fork_run
    from townlet.runfile.moments import RunTimeline
    from townlet.runfile.view import RunView

    view = RunView(run)
    timeline = RunTimeline.of(view)
    step = timeline.step(at)
    header = fork_run(run, step, out)
    moment = timeline.clock.at(step)
    result = {"run": str(out), "id": header.id, "forked_from": str(run), "step": step, "time": moment.isoformat()}
    text = f"{out} is a copy of {run} up to {say_time(moment)}."
    if view.town.hosted:
        text += "\nIt is a memory of the same resident; the program of their world can load it and go on from there."
    else:
        text += f"\nResume it with: townlet resume {quote_for_shell(str(out))}"
    print_result(result, as_json, text)
