"""`townlet new`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from townlet.cli.errors import BadInput
from townlet.cli.options import JsonOption
from townlet.cli.output import print_json, quote_for_shell

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

STARTER_TOWN = "applegarth"
"""The built-in town that serves as the starting point for new towns."""


def new_command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to create. It may exist if it is empty.")],
    as_json: JsonOption = False,
) -> None:
    """Start a town of your own from a copy of a town of four people.

    Example:

      townlet new my-town
    """
    from importlib.resources import files

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput(f"{folder} already exists and is not an empty folder. Give a new folder.")
    written = _copy(files("townlet").joinpath("towns", STARTER_TOWN), folder)
    if as_json:
        print_json({"folder": str(folder), "files": [path.relative_to(folder).as_posix() for path in written]})
        return
    place = quote_for_shell(str(folder))
    typer.echo(
        f"{folder} holds a town of four people. Start with town.toml and people/. {folder / 'plan'} is the map as text."
    )
    typer.echo(f"Draw the map again after changing the plan: townlet draw {place}")
    typer.echo(f"Check the town: townlet check {place}")
    typer.echo(f"Run it: townlet run {place} --days 1")


def _copy(source: Traversable, target: Path) -> list[Path]:
    """Copy a folder of the package and return the files written, sorted by name."""
    target.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for entry in sorted(source.iterdir(), key=lambda each: each.name):
        if entry.is_dir():
            written += _copy(entry, target / entry.name)
        else:
            (target / entry.name).write_bytes(entry.read_bytes())
            written.append(target / entry.name)
    return written
