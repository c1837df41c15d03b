"""`townlet draw`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.options import JsonOption
from townlet.cli.output import print_json


def draw_command(
    folders: Annotated[
        list[Path], typer.Argument(metavar="DIR...", help="Town folders, each with its plan in the folder plan/.")
    ],
    as_json: JsonOption = False,
) -> None:
    """Draw the maps of towns from their text plans.

    The command writes map.tmj, tiles.png and pictures.png into each folder, over the existing ones. If a plan has
    defects, it lists them, leaves the files of that town as they are, and exits with status 2.

    Examples:

      townlet draw my-town

      townlet draw my-town other-town
    """
    from townlet.mapmaker import draw_town

    drawn: list[dict[str, str]] = []
    for folder in folders:
        path = draw_town(folder)
        drawn.append({"folder": str(folder), "map": str(path)})
        if not as_json:
            typer.echo(f"Wrote {path}.")
    if as_json:
        print_json(drawn)
