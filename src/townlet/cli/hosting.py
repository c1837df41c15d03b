"""Hosting of the web servers: the listening socket, and a server that runs until Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import socket
import sys
import threading
import webbrowser
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import typer
import uvicorn
from starlette.types import ASGIApp

from townlet.cli.errors import INTERRUPTED
from townlet.cli.output import GuardedStream, print_json
from townlet.engine.model_options import ModelOptions
from townlet.engine.planned_run import PlannedRun
from townlet.errors import BadInput, quote_for_shell
from townlet.server.access import AccessPolicy, is_loopback, name_in_network
from townlet.server.app import create_app
from townlet.server.limits import (
    MAX_BODY_BYTES,
    MAX_HALF_OPEN,
    LimitedHttpProtocol,
    LimitedWebSocketProtocol,
    OpenConnections,
)
from townlet.server.live_run import LiveRun
from townlet.server.run_session import RunSession

if TYPE_CHECKING:
    from townlet.server.mcp.door import TownServer

DEFAULT_PORT = 8000
PORTS_TRIED = 50
_CONNECTIONS_WAITING = 2048
"""Beyond them the system drops requests to connect, which are sent again after a second."""


def open_socket(host: str, port: int | None) -> socket.socket:
    """Return a socket that listens on the given port (0 for any free one), or for None on the first free port.

    Raises BadInput if that is not possible.
    """
    ports = range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED) if port is None else [port]
    for number in ports:
        try:
            return _bind_socket(host, number)
        except OSError as error:
            why = error.strerror or str(error)
    refused = (
        f"Port {port}" if port is not None else f"Each port from {DEFAULT_PORT} to {DEFAULT_PORT + PORTS_TRIED - 1}"
    )
    raise BadInput(f"{refused} on {host} is not available ({why}). Choose another with --port.")


def _bind_socket(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Only where the protocol is named does asyncio send each part of an answer at once.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        # On Windows, SO_EXCLUSIVEADDRUSE keeps two servers from sharing a port. Elsewhere, SO_REUSEADDR makes a port
        # available again at once.
        option = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
        listening.setsockopt(socket.SOL_SOCKET, option, 1)
        listening.bind((host, port))
        listening.listen(128)
    except OSError:
        listening.close()
        raise
    return listening


class InterruptibleServer(uvicorn.Server):
    """A server that runs until Ctrl-C or SIGTERM. A second one exits at once, without waiting for the current step."""

    def __init__(self, app: ASGIApp, session: RunSession | None = None) -> None:
        config = uvicorn.Config(
            app,
            http=partial(LimitedHttpProtocol, opened=OpenConnections()),  # type: ignore[arg-type]
            ws=LimitedWebSocketProtocol,
            # asyncio accepts so many connections before it reads the requests of those that came first.
            backlog=MAX_HALF_OPEN,
            log_level="error",
            use_colors=False,
            access_log=False,
            ws_per_message_deflate=False,
            ws_max_size=MAX_BODY_BYTES,
            timeout_graceful_shutdown=2,
        )
        super().__init__(config)
        self._session = session

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, with room for many connections that the system has made and asyncio has not accepted."""
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(_CONNECTIONS_WAITING)

    def serve_until_interrupted(self, listening: socket.socket) -> None:
        """Answer requests on the socket until Ctrl-C or SIGTERM."""
        with contextlib.suppress(KeyboardInterrupt):
            self.run(sockets=[listening])

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Handle Ctrl-C and SIGTERM."""
        if self.should_exit:
            os.write(2, b"\nStopped at once. All completed steps are in the run file.\n")
            os._exit(INTERRUPTED)
        if self._session and self._session.live_run and self._session.live_run.running:
            typer.echo("Stopping after this step. Press Ctrl-C again to quit at once.", err=True)
        super().handle_exit(sig, frame)


@dataclass(frozen=True)
class ServingOptions:
    """Where the server listens, and how its address is announced."""

    host: str = "127.0.0.1"
    port: int | None = None
    """None for the default port, or the next free one."""
    open_browser: bool = True
    as_json: bool = False
    embedders: tuple[str, ...] = ()
    """The origins of pages that may show the page in a frame."""


def serve_run_file(run: Path, serving: ServingOptions, options: ModelOptions) -> None:
    """Serve a run file: replay it, or follow it while another process writes it. Raises RunFileError, BadInput."""
    _serve(RunSession(run, options), serving)


def serve_live_run(
    planned: PlannedRun,
    serving: ServingOptions,
    options: ModelOptions,
    *,
    from_start: bool = False,
    keep_running: bool = False,
) -> None:
    """Serve a run while simulating it. Raises RunFileError, ModelError, BadInput.

    A new run is computed as fast as possible until most people are up, or with `from_start` at its usual pace. It
    pauses when nobody watches any more, unless `keep_running`.
    """
    if planned.notice:
        typer.echo(planned.notice, err=True)
    live = LiveRun(planned.begin, planned.days, skip_first_night=not from_start)
    live.start()
    try:
        session = RunSession(planned.path, options, live)
        session.keep_running = keep_running
        _serve(session, serving)
    finally:
        live.stop()


def _serve(session: RunSession, serving: ServingOptions) -> None:
    listening = open_socket(serving.host, serving.port)
    port = listening.getsockname()[1]
    token, watch = ("", "") if is_loopback(serving.host) else (secrets.token_urlsafe(24), secrets.token_urlsafe(24))
    policy = AccessPolicy(serving.host, port, token, watch, embedders=serving.embedders)
    # Whoever has read the announcement may stop the server at once, even before it listens for signals itself.
    with contextlib.suppress(KeyboardInterrupt):
        _announce(session, policy, serving)
        InterruptibleServer(create_app(session, policy), session).serve_until_interrupted(listening)
    if not serving.as_json and session.can_resume:
        path = quote_for_shell(str(session.read_model.path))
        typer.echo(f"Stopped. Watch the run again with: townlet serve {path}. Resume it with: townlet resume {path}")


def _announce(session: RunSession, policy: AccessPolicy, serving: ServingOptions) -> None:
    address, run = policy.address, str(session.read_model.path)
    if serving.as_json:
        print_json({"run": run, "address": address} | ({"watch": policy.watch_address} if policy.watch_token else {}))
    else:
        if serving.port is None and policy.port != DEFAULT_PORT:
            typer.echo(f"Port {DEFAULT_PORT} is in use, so this server uses port {policy.port}.")
        typer.echo(f"{_MODE_TEXTS[session.mode].format(run=run)} Open {address} in a browser. Press Ctrl-C to stop.")
        if policy.watch_token:
            typer.echo("Everybody with this address can change what happens. To people who shall only watch, give")
            typer.echo(policy.watch_address)
    if serving.open_browser:
        open_browser(address)


def serve_mcp_over_stdio(server: TownServer) -> None:
    """Answer an assistant on standard input and output, until it closes them, or until Ctrl-C or SIGTERM."""
    # The protocol has standard output to itself, as it is; what a terminal shows is guarded, and goes to stderr.
    wire = sys.stdout.unguarded if isinstance(sys.stdout, GuardedStream) else sys.stdout
    with contextlib.redirect_stdout(wire):
        asyncio.run(_serve_over_stdio(server))


async def _serve_over_stdio(server: TownServer) -> None:
    loop, leaving = asyncio.get_running_loop(), False

    async def leave() -> None:
        await server.runs.close()
        os._exit(INTERRUPTED)

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal leaving
        if leaving:
            os._exit(INTERRUPTED)
        leaving = True
        asyncio.run_coroutine_threadsafe(leave(), loop)

    # What waits for input is a thread that nothing interrupts, so a signal has to end the process itself.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    await server.run_stdio_async()


def serve_mcp_over_http(server: TownServer, host: str, port: int, as_json: bool) -> None:
    """Answer assistants over HTTP until Ctrl-C. Raises BadInput if the port is taken."""
    from townlet.server.mcp.door import create_http_app

    listening = open_socket(host, port)
    policy = AccessPolicy(host, listening.getsockname()[1], "" if is_loopback(host) else secrets.token_urlsafe(24))
    address = f"http://{name_in_network(host)}:{policy.port}/mcp"
    if as_json:
        print_json({"address": address, "token": policy.token})
    else:
        typer.echo(f"An assistant can connect to {address}. Press Ctrl-C to stop.")
        if policy.token:
            typer.echo(f"It has to send this header: Authorization: Bearer {policy.token}")
    InterruptibleServer(create_http_app(server, policy)).serve_until_interrupted(listening)


def open_browser(address: str) -> None:
    """Open an address in the user's browser, without waiting for it."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


_MODE_TEXTS = {
    "live": "The town is being simulated; the run is recorded in {run}.",
    "following": "Following {run}, which another process is writing.",
    "replay": "Replaying {run}.",
}
