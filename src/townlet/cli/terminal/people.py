"""What a terminal shows of people who came from a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

import typer

from townlet.cli.output import make_console, make_table, print_json
from townlet.errors import quote_for_shell
from townlet.people.sheet import ImportedPeople


def tell(as_json: bool) -> Callable[[str], object]:
    """Return what tells how an import goes on: on stderr if stdout takes JSON alone."""
    return lambda line: typer.echo(line, err=as_json)


def print_imported(result: ImportedPeople, as_json: bool) -> None:
    """Print a line for each person, then what was made up or is missing."""
    if as_json:
        print_json(asdict(result))
        return
    table = make_table("Person", "Home", "Work", "Read", "Ties", "Events")
    for column in table.columns[1:3]:
        column.justify = "left"
    for person in result.people:
        read = f"{person.read} of {person.sentences}"
        table.add_row(person.name, person.home, person.work or "-", read, str(person.ties), str(person.events))
    make_console().print(table)
    sentences, read = (sum(getattr(each, name) for each in result.people) for name in ("sentences", "read"))
    share = f" ({read / sentences:.0%})" if sentences else ""
    typer.echo(f"People act on {read:,} of {sentences:,} sentences{share}, and remember the others.")
    for note in result.notes:
        typer.echo(note)
    place = quote_for_shell(result.town)
    typer.echo(f"Check the town: townlet check {place} --readings\nRun it: townlet run {place} --days 1")
