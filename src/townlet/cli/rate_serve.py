"""`townlet rate serve`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.options import AsJson, RunFile

PORT = 8010
"""Always the same, since links name it."""


def serve(  # noqa: PLR0913 - as many as the command has options
    run: RunFile,
    raters: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="How many rater links; 100 by default.")
    ] = None,
    authors: Annotated[
        list[str] | None,
        typer.Option(
            "--author", metavar="NAME", help="Add a link for somebody to write NAME's answers; may be repeated."
        ),
    ] = None,
    people: Annotated[
        list[str] | None, typer.Option("--person", metavar="NAME", help="Whom to rate; give it again for more.")
    ] = None,
    per: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Questions of each category that a rater sees; 1 by default.")
    ] = None,
    idle: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="HOURS",
            help="After how long without an answer a rater's turn goes to the next who comes; 24 by default.",
        ),
    ] = None,
    battery: Annotated[
        str, typer.Option(metavar="B", help="Whose answers: 'park2023', or the TOML file that was asked.")
    ] = "park2023",
    model: Annotated[str, typer.Option(metavar="M", help="Whose answers, if several models have answered.")] = "",
    seed: Annotated[int | None, typer.Option(metavar="N", help="Of all draws; the run's by default.")] = None,
    consent: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The text that people agree to, instead of the built-in one.")
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, metavar="N", help="Where to listen; 0: any.")] = PORT,
    host: Annotated[str, typer.Option(metavar="H", help="Which address to listen on.")] = "127.0.0.1",
    address: Annotated[
        str, typer.Option(metavar="URL", help="Where raters reach the server, if through a tunnel or a proxy.")
    ] = "",
    no_open: Annotated[bool, typer.Option("--no-open", help="Open no browser.")] = False,
    as_json: AsJson = False,
) -> None:
    """Let people rank answers blind, in the browser, each by a link of their own.

    The answers are those of `townlet interview RUN --condition all`. Links and completion codes are written to
    RUN.study/links.csv; they stay the same when the server is started again, and everybody goes on where they were.
    What raters finish is added to RUN.study/rankings.jsonl. Ctrl-C ends the server.

    Examples:

      townlet rate serve my.townlet --raters 20

      townlet rate serve my.townlet --author ann --author bo

      townlet rate serve my.townlet --address https://study.example
    """
    from townlet.cli.rate_room import public_address, serve_room
    from townlet.cli.serving import Place
    from townlet.study.rating.setup import Wanted

    want = Wanted(raters, tuple(authors or ()), tuple(people or ()), model, per, idle, seed)
    place = Place(host, port, not no_open, as_json)
    serve_room(run, battery, want, consent, place, public_address(address))
