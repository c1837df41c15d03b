"""`townlet towns` and `townlet check`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any

import typer

from townlet.cli.errors import BAD_INPUT
from townlet.cli.options import JsonOption, TownArgument
from townlet.cli.output import format_count, print_json

if TYPE_CHECKING:
    from townlet.offline.readings import Reading
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
    readings: Annotated[
        bool, typer.Option("--readings", help="Also list what the offline model reads each person's sentences as.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Check a town, and list all its defects at once.

    The exit status is 2 if the town has a defect. An event of which the day, the hour or the place is not understood
    is one.

    Examples:

      townlet check my-town

      townlet check my-town --readings
    """
    from townlet.offline.readings import check_town, read_descriptions, speaks_another
    from townlet.town import TownError

    try:
        loaded = check_town(town)
    except TownError as error:
        if not as_json:
            raise
        print_json({"town": town, "sound": False, "defects": list(error.defects)})
        raise typer.Exit(BAD_INPUT) from None
    figures, found = _figures(loaded), read_descriptions(loaded)
    if as_json:
        read = {"readings": [asdict(each) for each in found]} if readings else {}
        print_json({"town": town, "sound": True, "defects": [], **figures, **read})
        return
    tiles = f"{figures['width']} x {figures['height']} tiles"
    contents = f"{figures['people']} people, {figures['places']} places and {figures['objects']} objects on {tiles}"
    typer.echo(f"{town} has no defects: {contents}.")
    if other := speaks_another(loaded):
        typer.echo(other)
        return
    idle = sum(not each.acted_on for each in found)
    typer.echo(
        f"People act on {len(found) - idle} of the {format_count(len(found), 'clause')} of their stories, and remember "
        f"the other {idle}{'.' if readings else '; --readings lists how each is read.'}"
    )
    if readings:
        for line in _told(found):
            typer.echo(line)


def _told(readings: Iterable[Reading]) -> Iterator[str]:
    """Yield how each sentence is read: under each person, a line a clause."""
    for person, own in groupby(readings, key=lambda each: each.person):
        yield f"\n{person}"
        for each in own:
            parts = (each.about if each.acted_on else "", each.place, each.when)
            told = " | ".join(part for part in parts if part)
            kind = each.kind if each.acted_on else "-"
            yield f"  {kind:<9} {each.sentence}{f'  [{told}]' if told else ''}"


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
