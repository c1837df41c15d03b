"""`townlet export --replay`: a run as one page."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import typer

from townlet.cli.failures import BadInput
from townlet.cli.printing import print_json
from townlet.cli.progress import progress
from townlet.server.client_files import CLIENT
from townlet.server.exporting.page import NoClient, page
from townlet.server.exporting.parts import parts
from townlet.server.stage import Stage


def export_page(run: Path, replay: Path, force: bool, as_json: bool) -> None:
    """Write the page and tell its size. Raises BadInput, RunFileError."""
    if replay.exists() and (not force or replay.is_dir() or replay.samefile(run)):
        how = "give another name" if replay.is_dir() or replay.samefile(run) else "--force overwrites it"
        raise BadInput(f"{replay} exists already; {how}.")
    stage = Stage(run)
    with progress("Writing the page") as watch:
        try:
            _write(replay, page(CLIENT, f"{stage.session.town}: {run.stem}", parts(stage, watch)))
        except NoClient:
            raise BadInput(
                "The page is not part of this installation; `uv sync` or `pip install .` builds it with the package."
            ) from None
    size = replay.stat().st_size
    if as_json:
        print_json({"page": str(replay), "bytes": size})
    else:
        typer.echo(f"{replay}: {size / 1e6:.1f} MB. Open it in a browser; it needs nothing else.")


def _write(path: Path, pieces: Iterable[str]) -> None:
    """Write a file that is there as a whole or not at all."""
    growing = path.with_name(f".{path.name}.part")
    try:
        with growing.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(pieces)
        growing.replace(path)
    finally:
        growing.unlink(missing_ok=True)
