"""What is told where much is asked and less was answered: what is kept, and that nothing of it is asked again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import typer

from townlet.cli.failures import MODEL_FAILED
from townlet.language.model import ModelError, UnfitAnswer


@contextmanager
def telling_what_is_kept(kept: Callable[[], int], of: int, file: Path) -> Iterator[None]:
    """Where the model fails within, or Ctrl-C ends it: say how many of so many answers are in a file by then."""
    try:
        yield
    except (ModelError, asyncio.CancelledError) as error:
        how = "the same command goes on" if not isinstance(error, UnfitAnswer) else "another --model may do better"
        typer.echo(f"{kept():,} of {of:,} answers are in {file}; {how}.", err=True)
        raise


def end_unless_all_fit(unfit: int) -> None:
    """Say how many answers are missing, and leave with the status of a model's failure; nothing where none is."""
    if unfit:
        told = "1 answer was" if unfit == 1 else f"{unfit:,} answers were"
        typer.echo(f"{told} not in the form asked for, and left out; the same command asks again.", err=True)
        raise typer.Exit(MODEL_FAILED)
