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
    town: Annotated[
        str | None,
        typer.Option(metavar="TOWN", help="Where to take lost files of the town from; by default the built-in towns."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Save what is good of a damaged run file, or seal an old one.

    The new file holds every step before the first one of which an event is lost, and can be resumed. It lacks the
    memories, calls and prompts that are lost, and says how many. A flipped bit is found and turned back. A file that an
    older Townlet wrote carries no seal; its copy does. The original stays as it is.

    Example:

      townlet repair my.townlet --out saved.townlet
    """
    from townlet.runfile.repair import repair_run

    destination = out or run.with_name(f"{run.stem}.repaired{run.suffix}")
    done = repair_run(run, destination, town)
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
        "mended_rows": done.mended,
        "cut_by": done.cut_by,
        "damage": list(done.breaks),
    }
    print_result(result, as_json, "\n".join(_lines(run, destination, done)))


def _lines(run: Path, destination: Path, done: Repair) -> list[str]:
    resume = f"Resume it with: townlet resume {quote_for_shell(str(destination))}"
    if done.adopted:
        return [f"{destination} is a copy of {run} with a seal. Nothing shows whether it was altered before.", resume]
    left_out = ", ".join(f"{count:,} {_NAMES.get(table, f'{table}s')}" for table, count in done.lost.items() if count)
    lines = [f"{run} is damaged ({done.breaks[0]}).", f"{destination} keeps its first {done.kept_steps:,} steps."]
    if done.mended:
        lines.append(f"Single flipped bits were turned back in {done.mended:,} rows.")
    if done.lost_steps or done.cut_by:
        lines.append(f"It lacks the last {done.lost_steps:,} steps, because {done.cut_by}.")
    if left_out:
        lines.append(f"It lacks in all: {left_out}.")
    return [*lines, resume]


_NAMES = {
    "memory": "memories",
    "call": "model calls",
    "prompt": "texts of prompts",
    "evidence": "links to evidence",
}
