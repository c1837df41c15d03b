"""`townlet towns` and `townlet check`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from townlet.cli.failures import BAD_INPUT
from townlet.cli.options import AsJson

if TYPE_CHECKING:
    from townlet.town import Town


def towns(as_json: AsJson = False) -> None:
    """List the towns that come with the package.

    Example:

      townlet towns
    """
    from townlet.cli.printing import print_json
    from townlet.town import builtin_towns, load

    found = {name: load(name) for name in builtin_towns()}
    if as_json:
        print_json([{"town": name, **_figures(town)} for name, town in found.items()])
        return
    for name, town in found.items():
        typer.echo(f"{name:<12} {len(town.people):>3} people  {town.about}")


def check(
    town: Annotated[str, typer.Argument(metavar="TOWN", help="A built-in town or a folder.")],
    as_json: AsJson = False,
) -> None:
    """Check a town, and tell all its defects at once.

    The exit status is 2 if there is one.

    Example:

      townlet check my-town
    """
    from townlet.cli.printing import print_json
    from townlet.town import TownError, load

    try:
        loaded = load(town)
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
    held = f"{figures['people']} people, {figures['places']} places and {figures['objects']} objects on {tiles}"
    typer.echo(f"{town} is sound: {held}.")


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
