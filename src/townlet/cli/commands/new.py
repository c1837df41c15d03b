"""`townlet new`."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.options import JsonOption
from townlet.cli.output import format_count, print_json, quote_for_shell, refuse_full_folder

STARTER_TOWN = "applegarth"
"""The built-in town that serves as the starting point for new towns."""

PLAN = "plan/"
"""The folder of a town's map as text."""


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
    refuse_full_folder(folder)
    content = _read_town(source)
    _write(content, folder)
    if as_json:
        print_json({"folder": str(folder), "from": source, "files": list(content)})
        return
    place, has_plan = quote_for_shell(str(folder)), any(name.startswith(PLAN) for name in content)
    people = sum(name.startswith("people/") and name.endswith(".toml") for name in content)
    plan = f" {folder / PLAN} is the map as text." if has_plan else ""
    typer.echo(
        f"{folder} holds a town of {format_count(people, 'person', 'people')}, copied from {source}. "
        f"Start with town.toml and people/.{plan}"
    )
    if has_plan:
        typer.echo(f"Draw the map again after changing the plan: townlet draw {place}")
    typer.echo(f"Check the town: townlet check {place}")
    typer.echo(f"Run it: townlet run {place} --days 1")


def _read_town(source: str) -> dict[str, bytes]:
    """Return the files of a town and of its plan, by path within its folder, in alphabetical order. Raises TownError.

    Other files of the folder, such as run files, are not part of the town.
    """
    from townlet.town import TownError
    from townlet.town.folder import find_town, town_files

    content, plan = town_files(source), find_town(source).joinpath(PLAN)
    if "town.toml" not in content:
        raise TownError(source, ["has no town.toml, so it is not the folder of a town"])
    if plan.is_dir():
        content |= {f"{PLAN}{each.name}": each.read_bytes() for each in plan.iterdir() if each.is_file()}
    return dict(sorted(content.items()))


def _write(content: dict[str, bytes], folder: Path) -> None:
    """Write the files into a new or empty folder, and remove them again if that fails. Raises OSError."""
    is_new = not folder.exists()
    try:
        for name, part in content.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(part)
    except BaseException:
        for path in (folder,) if is_new else tuple(folder.iterdir()):
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        raise
