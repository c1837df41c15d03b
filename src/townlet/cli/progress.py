"""Progress bars and counters on a terminal, without which nothing is printed; and what is missing in the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer

from townlet.cli.errors import MODEL_FAILED
from townlet.cli.output import make_console


def exit_if_answers_missing(missing: int) -> None:
    """If answers are missing, print how many, and exit with the status of a model failure."""
    if missing:
        answers = "1 answer was" if missing == 1 else f"{missing:,} answers were"
        typer.echo(f"{answers} not in the required form and left out. The same command asks again.", err=True)
        raise typer.Exit(MODEL_FAILED)


@contextmanager
def show_progress(doing: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on stderr within this block. Call the yielded function with (done, total) to update it."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    screen = make_console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:.0f} %"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task(doing, total=None)

        def update(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield update


@contextmanager
def show_counter(things: str, *, wanted: bool = True) -> Iterator[Callable[[], None]]:
    """Show a counter on stderr within this block, for work of unknown length. Call the yielded function to add one.

    Nothing is shown without a terminal, or if it is not `wanted`.
    """
    screen, count = make_console(stderr=True), 0
    if not (wanted and screen.is_terminal):
        yield lambda: None
        return
    with screen.status(f"0 {things}") as status:

        def add_one() -> None:
            nonlocal count
            count += 1
            status.update(f"{count:,} {things}")

        yield add_one
