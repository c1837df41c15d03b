"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

RunFile = Annotated[Path, typer.Argument(metavar="RUN", help="A run file, as `townlet run` writes it.")]
Person = Annotated[str, typer.Argument(metavar="PERSON", help="A name, or as much of it as is unmistakable.")]
At = Annotated[str, typer.Option("--at", metavar="TIME", help="A moment of the run, such as 'day 2 09:30'.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON and nothing else.")]
Concurrency = Annotated[int, typer.Option(min=1, help="How many calls to the model may be under way at once.")]
