"""`townlet new`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.options import JsonOption
from townlet.cli.output import format_count, print_json
from townlet.errors import quote_for_shell
from townlet.town.new import PLAN, STARTER_TOWN, new_town


def new_command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to create. It may exist if it is empty.")],
    source: Annotated[
        str, typer.Option("--from", metavar="TOWN", help="The town to copy: a built-in town or a folder.")
    ] = STARTER_TOWN,
    as_json: JsonOption = False,
) -> None:
    """Start a town of your own from a copy of another town.

    Without --from, the copy is a town of four people.

    Examples:

      townlet new my-town

      townlet new my-smallville --from smallville
    """
    files = new_town(folder, source)
    if as_json:
        print_json({"folder": str(folder), "from": source, "files": files})
        return
    place, has_plan = quote_for_shell(str(folder)), any(name.startswith(PLAN) for name in files)
    people = sum(name.startswith("people/") and name.endswith(".toml") for name in files)
    plan = f" {folder / PLAN} is the map as text." if has_plan else ""
    typer.echo(
        f"{folder} holds a town of {format_count(people, 'person', 'people')}, copied from {source}. "
        f"Start with town.toml and people/.{plan}"
    )
    if has_plan:
        typer.echo(f"Draw the map again after changing the plan: townlet draw {place}")
    typer.echo(f"Check the town: townlet check {place}")
    typer.echo(f"Run it: townlet run {place} --days 1")
