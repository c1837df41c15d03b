"""Letting a server stand until Ctrl-C: its socket, its address, the browser."""

from __future__ import annotations

import socket
import threading
import webbrowser
from dataclasses import dataclass
from pathlib import Path

import typer
import uvicorn

from townlet.cli.failures import BadInput
from townlet.cli.printing import print_json
from townlet.server.app import create_app
from townlet.server.guard import Door
from townlet.server.stage import Stage

USUAL_PORT = 8000
PORTS_TRIED = 50


def listen_at(host: str, port: int | None) -> socket.socket:
    """A socket that listens at a port: the one given, or the first free one from 8000 on. Raises BadInput."""
    for number in [port] if port else range(USUAL_PORT, USUAL_PORT + PORTS_TRIED):
        try:
            return _bound(host, number)
        except OSError as error:
            why = error.strerror or str(error)
    wanted = f"Port {port}" if port else f"Every port from {USUAL_PORT} to {USUAL_PORT + PORTS_TRIED - 1}"
    raise BadInput(f"{wanted} of {host} cannot be listened at ({why}); choose another with --port.")


def _bound(host: str, port: int) -> socket.socket:
    # Without SO_REUSEADDR's generosity on Windows, where it would let two servers share a port.
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(128)
    except OSError:
        listening.close()
        raise
    return listening


@dataclass(frozen=True)
class Announcement:
    """How it is told where the server stands."""

    open_browser: bool
    as_json: bool
    moved: bool
    """Whether the usual port was taken."""


def serve_until_interrupted(stage: Stage, listening: socket.socket, door: Door, told: Announcement) -> None:
    """Answer whoever comes until Ctrl-C."""
    config = uvicorn.Config(
        create_app(stage, door), log_level="warning", ws_per_message_deflate=False, lifespan="on", access_log=False
    )
    _announce(stage.watching.path, f"http://{door.host}:{door.port}/", told)
    uvicorn.Server(config).run(sockets=[listening])


def _announce(run: Path, address: str, told: Announcement) -> None:
    if told.as_json:
        print_json({"run": str(run), "address": address})
    else:
        if told.moved:
            typer.echo(f"Port {USUAL_PORT} is taken, so this is another one.")
        typer.echo(f"Watch {run} at {address} in a browser. Ctrl-C ends the server.")
    if told.open_browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
