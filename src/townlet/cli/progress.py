"""How far something has come, on a terminal; elsewhere nothing is printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from townlet.cli.output import make_console


@contextmanager
def show_progress(doing: str) -> Iterator[Callable[[int, int], None]]:
    """Within this block a line on stderr shows what is told: how much of how much is done."""
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

        def watch(done: int, of: int) -> None:
            bar.update(task, completed=done, total=of)

        yield watch


@contextmanager
def show_counter(what: str) -> Iterator[Callable[[], None]]:
    """The same for what has no known end: counts on, one for each time that what is returned is called."""
    screen, count = make_console(stderr=True), 0
    if not screen.is_terminal:
        yield lambda: None
        return
    with screen.status(f"0 {what}") as status:

        def one_more() -> None:
            nonlocal count
            count += 1
            status.update(f"{count:,} {what}")

        yield one_more
