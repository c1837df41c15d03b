"""Printing for all commands: JSON, tables, counts, and command lines that can be pasted."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from townlet.cli.errors import BadInput

_PLAIN = re.compile(r"[\w./\\:@%+=,-]+")
"""Matches words that no shell splits, such as 'runs/my.townlet' or 'C:\\runs\\my.townlet'."""


def quote_for_shell(word: str) -> str:
    """Return the word, in double quotes if a shell would split it. Both bash and cmd understand double quotes."""
    if _PLAIN.fullmatch(word):
        return word
    return '"' + word.replace('"', '\\"') + '"'


def format_resume_command(path: object, days: float) -> str:
    """Return the command that continues a run until `days` game days from its start."""
    return f"townlet resume {quote_for_shell(str(path))} --days {days:g}"


if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def print_json(value: Any) -> None:
    """Print a JSON value on one line, in ASCII, so that no terminal or pipe can garble it."""
    typer.echo(json.dumps(value))


def make_console(*, stderr: bool = False) -> Console:
    """Return a rich console that prints texts as they are, without markup, emoji codes or highlighting."""
    from rich.console import Console

    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)


def print_result(value: Any, as_json: bool, text: str | Callable[[], None]) -> None:
    """Print a result: the value as JSON, or else the text. Instead of the text, give a function that prints it."""
    if as_json:
        print_json(value)
    elif isinstance(text, str):
        typer.echo(text)
    else:
        text()


def make_table(first: str, *columns: str) -> Table:
    """Return a borderless rich table: the first column left-aligned, the others right-aligned."""
    from rich.table import Table

    table = Table(first, box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, justify="right")
    return table


def format_count(number: int, thing: str, things: str = "") -> str:
    """Return a number with its noun: '1 talk', '1,204 talks', '2 people'. `things` is an irregular plural."""
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"


def format_percent(share: float, digits: int = 0) -> str:
    """Return a share from 0 to 1 as a percentage: '25 %'."""
    return f"{share * 100:.{digits}f} %"


_CLOSED_PIPE_ERRORS = {errno.EPIPE, errno.EINVAL}
"""The errors of a write to a closed pipe: EPIPE, and EINVAL on Windows."""


@contextmanager
def tolerate_closed_pipe() -> Iterator[None]:
    """Exit silently with status 0 if the reader of the output, such as `head`, stops reading within this block."""
    try:
        yield
        sys.stdout.flush()
    except OSError as error:
        if error.filename or error.errno not in _CLOSED_PIPE_ERRORS:
            raise
        # The interpreter flushes stdout again at exit, which must not fail.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit from None


def refuse_overwriting(page: Path, run: Path, force: bool) -> None:
    """Check that the page can be written, before any work is done.

    Raises BadInput if its folder is missing, or if the page exists and may not be overwritten. `force` allows
    overwriting a file, but never a folder or the run itself.
    """
    if not page.parent.is_dir():
        raise BadInput(f"There is no folder {page.parent} to write {page.name} to. Create it first.")
    if not page.exists():
        return
    taken = page.is_dir() or (run.exists() and page.samefile(run))
    if taken or not force:
        raise BadInput(f"{page} already exists; {'give another name' if taken else 'use --force to overwrite it'}.")


OFFLINE_NOTICE = "answers are made by rules, not by a language model"
