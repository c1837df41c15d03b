"""`townlet export --replay`: a run as one page."""

from __future__ import annotations

from pathlib import Path

import typer

from townlet.cli.failures import BadInput
from townlet.cli.printing import print_json
from townlet.cli.progress import progress
from townlet.cli.writing import refuse_overwriting
from townlet.server.client_files import CLIENT
from townlet.server.exporting.page import NoClient, page
from townlet.server.exporting.parts import parts
from townlet.server.stage import Stage
from townlet.study.whole import write_whole


def export_page(run: Path, replay: Path, force: bool, as_json: bool) -> None:
    """Write the page and tell its size. Raises BadInput, RunFileError."""
    refuse_overwriting(replay, run, force)
    stage = Stage(run)
    with progress("Writing the page") as watch:
        try:
            write_whole(replay, page(CLIENT, f"{stage.session.town}: {run.stem}", parts(stage, watch)))
        except NoClient:
            raise BadInput(
                "The page is not part of this installation; `uv sync` or `pip install .` builds it with the package."
            ) from None
    size = replay.stat().st_size
    if as_json:
        print_json({"page": str(replay), "bytes": size})
    else:
        typer.echo(f"{replay}: {size / 1e6:.1f} MB. Open it in a browser; it needs nothing else.")
