"""`townlet new`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from townlet.cli.errors import BadInput
from townlet.cli.options import JsonOption

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

STARTER_TOWN = "applegarth"
"""The built-in town that is written to be copied."""


def new_command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder.")], as_json: JsonOption = False
) -> None:
    """Begin a town of your own from a town of four.

    Example:

      townlet new my-town
    """
    from importlib.resources import files

    from townlet.cli.output import print_json, quote_for_shell

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput(f"{folder} is there already and not an empty folder; name a new one.")
    written = _copy(files("townlet").joinpath("towns", STARTER_TOWN), folder)
    if as_json:
        print_json({"folder": str(folder), "files": [path.relative_to(folder).as_posix() for path in written]})
        return
    place = quote_for_shell(str(folder))
    typer.echo(
        f"{folder} holds a town of four. Begin with town.toml and people/; {folder / 'plan'} is its map as text."
    )
    typer.echo(f"Draw the map anew from the plan: python -m townlet.mapmaker {place}")
    typer.echo(f"Check it: townlet check {place}")
    typer.echo(f"Let it live: townlet run {place} --days 1")


def _copy(source: Traversable, target: Path) -> list[Path]:
    """Everything in a folder of the package, in order of names."""
    target.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for entry in sorted(source.iterdir(), key=lambda each: each.name):
        if entry.is_dir():
            written += _copy(entry, target / entry.name)
        else:
            (target / entry.name).write_bytes(entry.read_bytes())
            written.append(target / entry.name)
    return written
