"""Results on stdout: as text for people, or as JSON for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console


def print_json(value: Any) -> None:
    """One JSON value on a line of its own, in ASCII: no terminal or pipe can garble it."""
    typer.echo(json.dumps(value))


def console(*, stderr: bool = False) -> Console:
    """Where people read: what is printed is text, never markup; emoji names stay as they are."""
    from rich.console import Console

    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)


def counted(number: int, thing: str) -> str:
    """'1 talk', '1,204 talks'."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
