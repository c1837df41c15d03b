"""Commands as a person can paste them, on any system."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from townlet.cli.errors import BadInput

_PLAIN = re.compile(r"[\w./\\:@%+=,-]+")


def quote_for_shell(word: str) -> str:
    """A word of a command line, in double quotes where a shell would split it: bash and cmd both read those."""
    if _PLAIN.fullmatch(word):
        return word
    return '"' + word.replace('"', '\\"') + '"'


def format_resume_command(path: object, days: float) -> str:
    """How to go on with a run until so many days from its start."""
    return f"townlet resume {quote_for_shell(str(path))} --days {days:g}"


if TYPE_CHECKING:
    from rich.console import Console


def print_json(value: Any) -> None:
    """One JSON value on a line of its own, in ASCII: no terminal or pipe can garble it."""
    typer.echo(json.dumps(value))


def make_console(*, stderr: bool = False) -> Console:
    """Where people read: what is printed is text, never markup; emoji names stay as they are."""
    from rich.console import Console

    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)


def format_count(number: int, thing: str) -> str:
    """'1 talk', '1,204 talks'."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


_NOBODY_READS = {errno.EPIPE, errno.EINVAL}
"""What a write to a closed pipe fails with; the second on Windows."""


@contextmanager
def tolerate_closed_pipe() -> Iterator[None]:
    """Print within this block; it is left, well and silently, once nobody reads on."""
    try:
        yield
        sys.stdout.flush()
    except OSError as error:
        if error.filename or error.errno not in _NOBODY_READS:
            raise
        # The interpreter flushes once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit from None


def refuse_overwriting(page: Path, run: Path, force: bool) -> None:
    """Raises BadInput for what exists already, unless it may be overwritten; a folder and the run itself never may.

    Also for a page in a folder that is not there: that is found before anything takes time.
    """
    if not page.parent.is_dir():
        raise BadInput(f"There is no folder {page.parent} to write {page.name} into; make it first.")
    if not page.exists():
        return
    taken = page.is_dir() or (run.exists() and page.samefile(run))
    if taken or not force:
        raise BadInput(f"{page} exists already; {'give another name' if taken else '--force overwrites it'}.")


OFFLINE_NOTICE = "answers are made by rules, not by a language model"
