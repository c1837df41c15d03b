"""`townlet repair`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from townlet.cli.options import JsonOption, RunFileArgument
from townlet.cli.output import print_result
from townlet.errors import quote_for_shell

if TYPE_CHECKING:
    from townlet.runfile.repair import Repair


def repair_command(
    run: RunFileArgument,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The run file to write; by default RUN with '.repaired' in its name."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Save what is good of a damaged run file, or seal an old one.

    The new file holds everything that was committed before the damage, and can be resumed. A file that an older
    Townlet wrote carries no seal; its copy does. The original stays as it is.

    Example:

      townlet repair my.townlet --out saved.townlet
    """
    from townlet.runfile.repair import repair_run

    destination = out or run.with_name(f"{run.stem}.repaired{run.suffix}")
    done = repair_run(run, destination)
    if done is None:
        print_result({"repaired": False}, as_json, f"{run} is intact; there is nothing to repair.")
        return
    result = {
        "repaired": True,
        "run": str(destination),
        "sealed_later": done.adopted,
        "kept_steps": done.kept_steps,
        "lost_steps": done.lost_steps,
        "lost": done.lost,
        "damage": [str(each) for each in done.breaks],
    }
    print_result(result, as_json, "\n".join(_lines(run, destination, done)))


def _lines(run: Path, destination: Path, done: Repair) -> list[str]:
    resume = f"Resume it with: townlet resume {quote_for_shell(str(destination))}"
    if done.adopted:
        return [f"{destination} is a copy of {run} with a seal. Nothing shows whether it was altered before.", resume]
    left_out = ", ".join(f"{done.lost[table]:,} {name}" for table, name in _NAMES.items())
    return [
        f"{run} is damaged ({done.breaks[0]}).",
        f"{destination} keeps its first {done.kept_steps:,} steps. "
        f"It lacks the last {done.lost_steps:,} steps: {left_out}.",
        resume,
    ]


_NAMES = {"event": "events", "memory": "memories", "call": "model calls"}
