"""`townlet rate raters`."""

from __future__ import annotations

import typer

from townlet.cli.options import JsonOption, RunFileArgument
from townlet.cli.output import print_json


def rate_raters_command(run: RunFileArgument, as_json: JsonOption = False) -> None:
    """List the raters, their progress and their last activity.

    A rater's assignment becomes free again if the rater fails an attention check or is idle for too long
    (`townlet rate serve --idle`).

    Examples:

      townlet rate raters my.townlet
    """
    from townlet.evaluation.rating.journal import list_raters

    raters, links = list_raters(run)
    if as_json:
        print_json([rater.as_json() for rater in raters])
        return
    for rater in raters:
        at = f"{rater.done} of {rater.tasks} tasks, {rater.latest}"
        typer.echo(f"{rater.id}  {rater.person}: {rater.standing.value} ({at})")
    typer.echo(f"{len(raters)} of {links} links have been used.")
