"""`townlet new`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.options import JsonOption
from townlet.cli.output import format_count, print_json
from townlet.cli.terminal.people import print_imported, tell
from townlet.errors import BadInput, quote_for_shell
from townlet.files import parse_toml_text, read_text
from townlet.people.published import new_published_town
from townlet.town.new import PLAN, STARTER_TOWN, new_town

PUBLISHED = "generative-agents"
"""The name that stands for the base simulation of Park et al. in place of a town."""


NewFolderArgument = Annotated[
    Path, typer.Argument(metavar="DIR", help="The folder to create. It may exist if it is empty.")
]
SourceOption = Annotated[
    str,
    typer.Option(
        "--from",
        metavar="TOWN",
        help="The town to copy: a built-in town or a folder. With 'generative-agents', the files that Park et al. "
        "published, in FOLDER.",
    ),
]
PublishedArgument = Annotated[
    Path | None,
    typer.Argument(
        metavar="[FOLDER]",
        help="With --from generative-agents: the base simulation, its matrix and its agent history, at any depth.",
    ),
]
RenameOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help='Give people other names and keep everything else: a TOML file of lines such as "Bea Winters" = '
        '"Zoe Adams". With the offline model, the same people then live the same days.',
    ),
]


def new_command(
    folder: NewFolderArgument,
    source: SourceOption = STARTER_TOWN,
    published: PublishedArgument = None,
    rename: RenameOption = None,
    as_json: JsonOption = False,
) -> None:
    """Start a town of your own from a copy of another town.

    Without --from, the copy is a town of four people.

    Examples:

      townlet new my-town

      townlet new my-smallville --from smallville

      townlet new twin --from my-town --rename names.toml

      townlet new the-ville --from generative-agents downloads
    """
    if source == PUBLISHED:
        if rename:
            raise BadInput(
                f"--rename takes a town that is there: make it without --rename, then copy it by --from {folder}."
            )
        if published is None:
            raise BadInput(
                f"--from {PUBLISHED} takes the published files: townlet new {folder} --from {PUBLISHED} FOLDER"
            )
        print_imported(new_published_town(folder, published, tell=tell(as_json)), as_json)
        return
    if published is not None:
        raise BadInput(
            f"{published} is taken only with --from {PUBLISHED}. Leave it out, or copy a town by --from TOWN."
        )
    files = new_town(folder, source, _names_in(rename) if rename else None)
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


def _names_in(file: Path) -> dict[str, str]:
    """Return the new names by the old ones. Raises BadInput for a file that gives none."""
    try:
        names = parse_toml_text(read_text(file))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{file} is not valid TOML in UTF-8: {error}") from None
    if not names or not all(isinstance(new, str) for new in names.values()):
        raise BadInput(f'{file} gives no names; write a line for each person, such as "Bea Winters" = "Zoe Adams".')
    return names
