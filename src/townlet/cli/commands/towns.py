"""`townlet towns` and `townlet check`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from townlet.cli.errors import BAD_INPUT
from townlet.cli.options import JsonOption, TownArgument
from townlet.cli.output import print_json

if TYPE_CHECKING:
    from townlet.town import Town


def towns_command(as_json: JsonOption = False) -> None:
    """List the built-in towns.

    Example:

      townlet towns
    """
    from townlet.town import builtin_towns, load_town

    found = {name: load_town(name) for name in builtin_towns()}
    if as_json:
        print_json([{"town": name, **_figures(town)} for name, town in found.items()])
        return
    for name, town in found.items():
        typer.echo(f"{name:<12} {len(town.people):>3} people  {town.about}")


def check_command(
    town: TownArgument,
    as_json: JsonOption = False,
) -> None:
    """Check a town, and list all its defects at once.

    The exit status is 2 if the town has a defect.

    Example:

      townlet check my-town
    """
    from townlet.offline.words.added import check_town
    from townlet.town import TownError

    try:
        loaded = check_town(town)
    except TownError as error:
        if not as_json:
            raise
        print_json({"town": town, "sound": False, "defects": list(error.defects)})
        raise typer.Exit(BAD_INPUT) from None
    figures = _figures(loaded)
    if as_json:
        print_json({"town": town, "sound": True, "defects": [], **figures})
        return
    tiles = f"{figures['width']} x {figures['height']} tiles"
    contents = f"{figures['people']} people, {figures['places']} places and {figures['objects']} objects on {tiles}"
    typer.echo(f"{town} has no defects: {contents}.")


def _figures(town: Town) -> dict[str, Any]:
    setting = town.setting
    return {
        "name": town.name,
        "about": town.about,
        "people": len(town.people),
        "places": len(setting.places),
        "objects": len(setting.objects),
        "width": setting.tiles.width,
        "height": setting.tiles.height,
        "start": town.start.isoformat(),
        "days": town.days,
    }
