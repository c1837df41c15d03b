"""Printing for all commands: JSON, tables and counts."""

from __future__ import annotations

import errno
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TextIO, TypeVar, cast

import typer

from townlet.errors import BadInput

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


_CONTROLS = {
    code: "\ufffd"
    for code in (*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
    if chr(code) not in "\t\n"
}
"""Control characters, and those that override the direction of a text, each with its replacement."""


def make_harmless(text: str) -> str:
    """Return the text with '\ufffd' in place of each character that could control a terminal or reverse its lines.

    Names, speech and file names come from models, towns and strangers. An escape sequence among them could recolour
    the screen, rename the window or hide a line; U+202E shows 'gpj.exe' as 'exe.jpg'. Tabs and newlines stay.
    """
    return text.translate(_CONTROLS)


class GuardedStream:
    """A text stream that makes everything written to it harmless for a terminal."""

    def __init__(self, stream: TextIO) -> None:
        self.unguarded = stream

    def write(self, text: str) -> int:
        """Write the text, made harmless, and return its length in characters."""
        return self.unguarded.write(make_harmless(text))

    def writelines(self, lines: Iterable[str]) -> None:
        """Write each text, made harmless."""
        self.unguarded.writelines(map(make_harmless, lines))

    def __getattr__(self, name: str) -> Any:
        if name == "buffer":
            raise AttributeError("A guarded stream takes text alone; bytes would not be guarded.")
        return getattr(self.unguarded, name)


@contextmanager
def guard_output() -> Iterator[None]:
    """Make everything harmless that is written to stdout and stderr within this block, by whatever means.

    Only the consoles of `make_console` write past the guard. They need control characters of their own, and make the
    texts that they show harmless themselves.
    """
    stdout, stderr = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = cast("TextIO", GuardedStream(stdout)), cast("TextIO", GuardedStream(stderr))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = stdout, stderr


def format_json(value: Any) -> str:
    """Return a JSON value on one line, in ASCII without control characters, so that nothing can garble it."""
    # DEL is the one control character that JSON need not escape.
    return json.dumps(value).replace("\x7f", "\\u007f")


def print_json(value: Any) -> None:
    """Print a JSON value on one line, in ASCII, so that no terminal or pipe can garble it."""
    typer.echo(format_json(value))


def make_console(*, stderr: bool = False) -> Console:
    """Return a rich console that prints texts without markup, emoji codes or highlighting, and made harmless."""
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

    class HarmlessConsole(Console):
        def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
            for segment in super().render(renderable, options):
                yield segment if segment.control else Segment(make_harmless(segment.text), segment.style)

    stream = sys.stderr if stderr else sys.stdout
    file = stream.unguarded if isinstance(stream, GuardedStream) else stream
    return HarmlessConsole(file=file, markup=False, emoji=False, highlight=False)


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


def format_days(days: float) -> str:
    """Return a number of game days with its noun: '1 game day', '0.35 game days'."""
    return f"{days:.4g} game day{'' if days == 1 else 's'}"


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


STDOUT = Path("-")
"""The name that stands for standard output in place of a page's file."""

Target = TypeVar("Target", Path, Path | None)


@contextmanager
def page_target(page: Target, as_json: bool) -> Iterator[Target]:
    """Yield the file to write a page to: `page`, or for standard output a temporary file, which is printed at the end.

    Raises BadInput if the page is for standard output, and that is a terminal or takes JSON.
    """
    if page != STDOUT:
        yield page
        return
    if as_json or sys.stdout.isatty():
        taken = "takes what --json prints" if as_json else "is a terminal"
        raise BadInput(f"- writes the page to standard output, which {taken}. Give the name of a file.")
    stream = sys.stdout.unguarded if isinstance(sys.stdout, GuardedStream) else sys.stdout
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        draft = Path(folder) / "page.html"
        yield draft
        with draft.open("rb") as file:
            shutil.copyfileobj(file, stream.buffer)


def print_page(page: Path, size: int, as_json: bool, kind: str = "page", what: str = "") -> None:
    """Print the file and the size in bytes of a page that was written. On standard output there is the page alone."""
    if page != STDOUT:
        text = f"{page}{what}: {size / 1e6:.1f} MB. Open it in a browser; it needs no server."
        print_result({kind: str(page), "bytes": size}, as_json, text)


OFFLINE_NOTICE = "answers are made by rules, not by a language model"
