"""`townlet export`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.options import AsJson, RunFile


def export(
    run: RunFile,
    replay: Annotated[Path, typer.Option(metavar="FILE.html", help="The page to write.")],
    force: Annotated[bool, typer.Option("--force", help="Overwrite the page if there is one.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write a run as one page that opens from disk, to send to anyone: map, timeline and minds.

    It needs no server and no network. It holds everything that people saw, said, thought and planned; not the prompts.

    Example:

      townlet export my.townlet --replay my.html
    """
    from townlet.cli.failures import BadInput
    from townlet.cli.printing import print_json
    from townlet.cli.progress import progress
    from townlet.server.client_files import CLIENT
    from townlet.server.exporting.page import NoClient, page
    from townlet.server.exporting.parts import parts
    from townlet.server.stage import Stage

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
