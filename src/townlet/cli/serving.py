"""Letting a server stand until Ctrl-C: what it shows, where it is, and what it computes with."""

from __future__ import annotations

import secrets
import threading
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import typer

from townlet.cli.beginning import further
from townlet.cli.choosing import Choice, answered_by
from townlet.cli.commandline import in_shell
from townlet.cli.drive import Journey
from townlet.cli.interviewing import desk_for
from townlet.cli.listening import USUAL_PORT, Server, listen_at
from townlet.cli.machinery import Means, equipped
from townlet.cli.maker import told_as_bad_input
from townlet.cli.printing import print_json
from townlet.engine.desk import Desk
from townlet.engine.runfile import RunReader
from townlet.engine.simulation import Simulation, settings_now, settings_of
from townlet.engine.vectors import embedder_for
from townlet.language.embed import Embedder
from townlet.language.outside import aclose, prepare
from townlet.server import means as of_server
from townlet.server.app import create_app
from townlet.server.guard import Door, is_loopback
from townlet.server.live import Live
from townlet.server.stage import Stage


@dataclass(frozen=True)
class Place:
    """Where the server is to stand, and how that is told."""

    host: str = "127.0.0.1"
    port: int | None = None
    """None for the usual one, or the next that is free."""
    open_browser: bool = True
    as_json: bool = False


def serve_run(run: Path, place: Place, choice: Choice, means: Means) -> None:
    """Replay a run, or follow it while another process writes it. Raises RunFileError, BadInput."""
    _serve(Stage(run, computing(choice, means)), place)


def serve_journey(journey: Journey, place: Place, choice: Choice, means: Means) -> None:
    """Compute a run as people watch. Raises RunFileError, ModelError, BadInput."""
    live = Live(journey.begin, journey.days)
    live.start()
    try:
        _serve(Stage(journey.path, computing(choice, means), live), place)
    finally:
        live.stop()


def _serve(stage: Stage, place: Place) -> None:
    listening = listen_at(place.host, place.port)
    token = "" if is_loopback(place.host) else secrets.token_urlsafe(24)
    door = Door(place.host, listening.getsockname()[1], token)
    _announce(stage, door, place)
    Server(create_app(stage, door), stage).stand(listening)
    if not place.as_json and stage.can_go_on:
        path = in_shell(str(stage.watching.path))
        typer.echo(f"Stopped. Watch it again with: townlet serve {path}; go on with: townlet resume {path}")


def _announce(stage: Stage, door: Door, place: Place) -> None:
    address, run = door.address, str(stage.watching.path)
    if place.as_json:
        print_json({"run": run, "address": address})
    else:
        if place.port is None and door.port != USUAL_PORT:
            typer.echo(f"Port {USUAL_PORT} is taken, so this is port {door.port}.")
        typer.echo(f"{_DOING[stage.mode].format(run=run)} Open {address} in a browser; Ctrl-C ends it here.")
    if place.open_browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


_DOING = {
    "live": "The town lives, and its run is kept in {run}.",
    "following": "Another process writes {run}, and you can watch it do so.",
    "replay": "{run} is shown as it happened.",
}


def computing(choice: Choice, means: Means) -> of_server.Means:
    """What the server computes with: the run's own model and embedder, unless others were chosen."""

    @asynccontextmanager
    async def desk(reader: RunReader) -> AsyncIterator[Desk]:
        async with desk_for(reader, answered_by(settings_now(reader), choice.model), means) as found:
            yield found

    @asynccontextmanager
    async def embedder(reader: RunReader) -> AsyncIterator[Embedder]:
        found = equipped(settings_of(reader.header), reader.header.seed, means).machinery.embedder
        try:
            with told_as_bad_input():
                await prepare(found)
            yield embedder_for(found, reader)
        finally:
            await aclose(found)

    async def resume(run: Path) -> Simulation:
        return await further(run, _FOR_EVER, choice, means).begin()

    return of_server.Means(desk, embedder, resume)


_FOR_EVER = 10_000.0
"""Days; how far it is to go is the server's business."""
