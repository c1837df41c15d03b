"""`townlet show`."""

from __future__ import annotations

from typing import Annotated

import typer

from townlet.cli.failures import BadInput
from townlet.cli.options import AsJson, At, RunFile

Query = Annotated[str, typer.Option(metavar="TEXT", help="Rank the memories for this, with the three scores.")]
Top = Annotated[int, typer.Option(min=1, help="How many memories and reflections to show.")]


def show(
    run: RunFile,
    person: Annotated[str, typer.Argument(metavar="PERSON", help="Leave out for everybody.")] = "",
    at: At = "end",
    query: Query = "",
    top: Top = 10,
    manifest: Annotated[
        bool, typer.Option("--manifest", help="Tell what any result of this run rests on: town, models, versions.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Look into people: what they do, plan, remember and think.

    Looking changes nothing, and works while the town runs.

    Examples:

      townlet show my.townlet

      townlet show my.townlet ann --at "day 2 17:00"

      townlet show my.townlet "Ann Bo" --query "the harvest supper" --top 5

      townlet show my.townlet --manifest
    """
    from townlet.cli.looking import look, person_in
    from townlet.cli.manifest_list import show_manifest
    from townlet.cli.people_table import show_everybody
    from townlet.cli.show_person import show_person

    if manifest and (person or query or at != "end"):
        raise BadInput("--manifest tells of the run as a whole; leave out PERSON, --at and --query, or --manifest.")
    if manifest:
        show_manifest(run, as_json)
        return
    sight = look(run, at)
    if person:
        show_person(sight, person_in(sight, person), query, top, as_json)
    else:
        show_everybody(sight, as_json)
