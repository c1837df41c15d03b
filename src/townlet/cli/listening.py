"""A server's socket, and the server that stands at it until Ctrl-C."""

from __future__ import annotations

import contextlib
import os
import socket
from types import FrameType

import typer
import uvicorn
from starlette.types import ASGIApp

from townlet.cli.failures import INTERRUPTED, BadInput
from townlet.server.stage import Stage

USUAL_PORT = 8000
PORTS_TRIED = 50


def listen_at(host: str, port: int | None) -> socket.socket:
    """A socket that listens at a port: the one given (0 for any), or the first free one. Raises BadInput."""
    ports = range(USUAL_PORT, USUAL_PORT + PORTS_TRIED) if port is None else [port]
    for number in ports:
        try:
            return _bound(host, number)
        except OSError as error:
            why = error.strerror or str(error)
    wanted = f"Port {port}" if port is not None else f"Every port from {USUAL_PORT} to {USUAL_PORT + PORTS_TRIED - 1}"
    raise BadInput(f"{wanted} of {host} cannot be listened at ({why}); choose another with --port.")


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        # Windows lets two servers share a port unless told otherwise; elsewhere a port is free again at once.
        option = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
        listening.setsockopt(socket.SOL_SOCKET, option, 1)
        listening.bind((host, port))
        listening.listen(128)
    except OSError:
        listening.close()
        raise
    return listening


class Server(uvicorn.Server):
    """Stands until Ctrl-C; a second one does not wait for the step that is under way."""

    def __init__(self, app: ASGIApp, stage: Stage) -> None:
        config = uvicorn.Config(
            app, log_level="warning", access_log=False, ws_per_message_deflate=False, timeout_graceful_shutdown=2
        )
        super().__init__(config)
        self._stage = stage

    def stand(self, listening: socket.socket) -> None:
        """Answer whoever comes, until Ctrl-C."""
        with contextlib.suppress(KeyboardInterrupt):
            self.run(sockets=[listening])

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ctrl-C, heard."""
        if self.should_exit:
            os.write(2, b"\nStopped at once; what was committed is in the run's file.\n")
            os._exit(INTERRUPTED)
        if self._stage.live and self._stage.live.running:
            typer.echo("Stopping after this step; press Ctrl-C again to quit at once.", err=True)
        super().handle_exit(sig, frame)
