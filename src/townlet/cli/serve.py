"""`townlet serve`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.options import AsJson

Port = Annotated[
    int | None,
    typer.Option(min=1, max=65535, metavar="N", help="Where to listen; 8000 or the next free one."),
]
NoOpen = Annotated[bool, typer.Option("--no-open", help="Open no browser.")]


def serve(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run file, as `townlet run` writes it.")],
    port: Port = None,
    no_open: NoOpen = False,
    as_json: AsJson = False,
) -> None:
    """Watch a run in the browser.

    Example:

      townlet serve my.townlet
    """
    from townlet.cli.serving import USUAL_PORT, Announcement, listen_at, serve_until_interrupted
    from townlet.server.guard import Door
    from townlet.server.stage import Stage

    stage, listening = Stage(run), listen_at("127.0.0.1", port)
    door = Door(port=listening.getsockname()[1])
    told = Announcement(not no_open, as_json, moved=port is None and door.port != USUAL_PORT)
    serve_until_interrupted(stage, listening, door, told)
