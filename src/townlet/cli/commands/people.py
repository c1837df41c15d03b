"""`townlet people import` and `export`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.options import JsonOption, TownArgument
from townlet.cli.output import format_count, print_result
from townlet.cli.terminal.people import print_imported, tell
from townlet.errors import BadInput


def people_import_command(
    table: Annotated[
        Path,
        typer.Argument(
            metavar="TABLE", help="A CSV, TSV, XLSX, JSON, JSONL or Parquet file with a row a person, or a folder."
        ),
    ],
    town: Annotated[Path, typer.Option("--town", metavar="DIR", help="The folder of the town that people come to.")],
    source: Annotated[
        str | None,
        typer.Option("--from", metavar="TOWN", help="Make DIR anew, with the map of this town and without its people."),
    ] = None,
    columns: Annotated[
        list[str] | None,
        typer.Option(
            "--map", metavar="FIELD=COLUMN", help="What a column holds, if its name does not say so: description=notes."
        ),
    ] = None,
    take: Annotated[int | None, typer.Option("--take", min=1, metavar="N", help="Take the first N rows.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Bring people from a table into a town.

    Columns are matched by name and shown before anything is written: name, age, pronouns, occupation, traits, home,
    workplace, and prose in a column such as description, persona or bio. Files of ai-town, TinyTroupe and OASIS, data
    sets of personas and the base simulation of Park et al. are recognised. People get beds, homes and work from what
    the town has. People who live there already are changed if they have the same name, and stay otherwise.

    Examples:

      townlet people import people.csv --town my-town

      townlet people import people.xlsx --town my-town --from smallville

      townlet people import personas.jsonl --town my-town --from smallville --take 25 --map description=text
    """
    from townlet.people.sheet import import_people

    chosen = dict(_pair(text) for text in columns or ())
    result = import_people(table, town, source=source, columns=chosen, take=take, tell=tell(as_json))
    print_imported(result, as_json)


def _pair(text: str) -> tuple[str, str]:
    field, equals, column = text.partition("=")
    if not equals:
        raise BadInput(f"--map {text} has no '='. Write a field and its column, as in --map description=notes.")
    return field.strip(), column.strip()


def people_export_command(
    town: TownArgument,
    table: Annotated[Path, typer.Argument(metavar="FILE", help="The CSV file to write; it is written over.")],
    as_json: JsonOption = False,
) -> None:
    """Write the people of a town into a table, to edit them in a spreadsheet.

    `townlet people import` reads the table again without loss.

    Examples:

      townlet people export my-town people.csv

      townlet people export smallville people.csv
    """
    from townlet.people.sheet import export_people

    count = export_people(town, table)
    text = f"{table} holds {format_count(count, 'person', 'people')}. Back into a town: townlet people import {table}"
    print_result({"table": str(table), "people": count}, as_json, f"{text} --town DIR")
