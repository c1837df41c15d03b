"""`townlet map import`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from townlet import import_map
from townlet.cli.options import JsonOption
from townlet.cli.output import format_count, print_json
from townlet.errors import BadInput, quote_for_shell
from townlet.mapmaker.map_import import UNDERSTOOD
from townlet.mapmaker.survey import MapQuestion, take_proposals


def map_import_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A map of the Tiled editor: .tmx, .tmj or .json.")],
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="[DIR]", help="The town folder to create; by default one named after the map."),
    ] = None,
    people: Annotated[int, typer.Option("--people", min=1, metavar="N", help="Make up this many people.")] = 3,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Take all proposals and ask nothing.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Make a town of any Tiled map.

    The map needs no special layers. Walls are tiles that collide, or layers named so. Rooms lie between walls and
    doors, which are gaps of one or two tiles. Layers and objects give them names. You are asked for what the map does
    not say. understood.png in the new folder shows the rooms, doors and things that were found.

    Tilesets may be files of their own, and the map may be infinite. If a picture is missing, the town is drawn with
    Townlet's own tiles. If the map cannot be used, the command says why, writes nothing and exits with status 2.

    Examples:

      townlet map import office.tmx

      townlet map import school.tmj my-school --yes --people 6
    """
    if not (yes or as_json or sys.stdin.isatty()):
        raise BadInput("Nobody can answer here. Give --yes to take what is proposed for rooms and things.")
    made = import_map(file, folder, people, take_proposals if yes or as_json else _ask)
    found = made.survey
    if as_json:
        rooms = [{"name": room.name, "sector": room.sector, "tiles": len(room.tiles)} for room in found.rooms]
        things = [{"name": thing.name, "room": thing.room.name} for thing in found.things]
        counts = {"doors": len(found.doors), "people": made.people, "missing": list(made.missing)}
        print_json({"folder": str(made.folder), "rooms": rooms, "things": things, **counts})
        return
    rooms_found, doors_found = format_count(len(found.rooms), "room"), format_count(len(found.doors), "door")
    typer.echo(f"{file} shows {rooms_found} and {doors_found}:")
    for number, room in enumerate(found.rooms, start=1):
        names = [thing.name for thing in found.things if thing.room == room]
        listed = f": {', '.join(dict.fromkeys(names))}" if names else ""
        inside = "" if room.sector == room.name else f" of {room.sector}"
        typer.echo(f"  {number} {room.name}{inside}, {len(room.tiles)} tiles{listed}")
    if made.missing:
        count = format_count(len(made.missing), "picture", "pictures")
        typer.echo(f"{count} of the map cannot be shown ({made.missing[0]}). The town has Townlet's own tiles.")
    place = quote_for_shell(str(made.folder))
    typer.echo(f"Look at what was understood: {made.folder / UNDERSTOOD}")
    typer.echo(f"Check the town: townlet check {place}")
    typer.echo(f"Run it: townlet run {place} --days 1")


def _ask(question: MapQuestion) -> str:
    given: str = typer.prompt(question.text, default=question.proposal, show_default=bool(question.proposal))
    return "" if given.strip() == "-" else given
