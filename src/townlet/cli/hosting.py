"""A server's socket, and the server that stands at it until Ctrl-C."""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import threading
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import typer
import uvicorn
from starlette.types import ASGIApp

from townlet.cli.errors import INTERRUPTED, BadInput
from townlet.cli.execution.planned_run import PlannedRun, plan_resumed_run
from townlet.cli.output import print_json, quote_for_shell
from townlet.cli.resources import ResourceOptions, build_resources, report_as_bad_input
from townlet.cli.run_config import ModelOptions, replace_model
from townlet.cli.surveys.session import open_unrecorded_desk
from townlet.engine.calls.embedding import embedder_for
from townlet.engine.calls.gateway import ModelGateway
from townlet.engine.simulation import Simulation
from townlet.language.embedder import Embedder
from townlet.language.model import close_all, prepare_all
from townlet.runfile import RunReader
from townlet.runfile.config import config_of, current_config
from townlet.server import resources
from townlet.server.access import AccessPolicy, is_loopback
from townlet.server.app import create_app
from townlet.server.live_run import LiveRun
from townlet.server.run_session import RunSession

DEFAULT_PORT = 8000
PORTS_TRIED = 50


def open_socket(host: str, port: int | None) -> socket.socket:
    """A socket that listens at a port: the one given (0 for any), or the first free one. Raises BadInput."""
    ports = range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED) if port is None else [port]
    for number in ports:
        try:
            return _bind_socket(host, number)
        except OSError as error:
            why = error.strerror or str(error)
    wanted = (
        f"Port {port}" if port is not None else f"Every port from {DEFAULT_PORT} to {DEFAULT_PORT + PORTS_TRIED - 1}"
    )
    raise BadInput(f"{wanted} of {host} cannot be listened at ({why}); choose another with --port.")


def _bind_socket(host: str, port: int) -> socket.socket:
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


class InterruptibleServer(uvicorn.Server):
    """Stands until Ctrl-C; a second one does not wait for the step that is under way."""

    def __init__(self, app: ASGIApp, session: RunSession) -> None:
        config = uvicorn.Config(
            app, log_level="warning", access_log=False, ws_per_message_deflate=False, timeout_graceful_shutdown=2
        )
        super().__init__(config)
        self._session = session

    def stand(self, listening: socket.socket) -> None:
        """Answer whoever comes, until Ctrl-C."""
        with contextlib.suppress(KeyboardInterrupt):
            self.run(sockets=[listening])

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ctrl-C, heard."""
        if self.should_exit:
            os.write(2, b"\nStopped at once; what was committed is in the run's file.\n")
            os._exit(INTERRUPTED)
        if self._session.live_run and self._session.live_run.running:
            typer.echo("Stopping after this step; press Ctrl-C again to quit at once.", err=True)
        super().handle_exit(sig, frame)


@dataclass(frozen=True)
class ServingOptions:
    """Where the server is to stand, and how that is told."""

    host: str = "127.0.0.1"
    port: int | None = None
    """None for the usual one, or the next that is free."""
    open_browser: bool = True
    as_json: bool = False


def serve_run_file(run: Path, place: ServingOptions, choice: ModelOptions, means: ResourceOptions) -> None:
    """Replay a run, or follow it while another process writes it. Raises RunFileError, BadInput."""
    _serve(RunSession(run, make_server_resources(choice, means)), place)


def serve_live_run(journey: PlannedRun, place: ServingOptions, choice: ModelOptions, means: ResourceOptions) -> None:
    """Compute a run as people watch. Raises RunFileError, ModelError, BadInput."""
    live = LiveRun(journey.begin, journey.days)
    live.start()
    try:
        _serve(RunSession(journey.path, make_server_resources(choice, means), live), place)
    finally:
        live.stop()


def _serve(session: RunSession, place: ServingOptions) -> None:
    listening = open_socket(place.host, place.port)
    token = "" if is_loopback(place.host) else secrets.token_urlsafe(24)
    policy = AccessPolicy(place.host, listening.getsockname()[1], token)
    _announce(session, policy, place)
    InterruptibleServer(create_app(session, policy), session).stand(listening)
    if not place.as_json and session.can_resume:
        path = quote_for_shell(str(session.read_model.path))
        typer.echo(f"Stopped. Watch it again with: townlet serve {path}; go on with: townlet resume {path}")


def _announce(session: RunSession, policy: AccessPolicy, place: ServingOptions) -> None:
    address, run = policy.address, str(session.read_model.path)
    if place.as_json:
        print_json({"run": run, "address": address})
    else:
        if place.port is None and policy.port != DEFAULT_PORT:
            typer.echo(f"Port {DEFAULT_PORT} is taken, so this is port {policy.port}.")
        typer.echo(f"{_DOING[session.mode].format(run=run)} Open {address} in a browser; Ctrl-C ends it here.")
    if place.open_browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


_DOING = {
    "live": "The town lives, and its run is kept in {run}.",
    "following": "Another process writes {run}, and you can watch it do so.",
    "replay": "{run} is shown as it happened.",
}


def make_server_resources(choice: ModelOptions, means: ResourceOptions) -> resources.ServerResources:
    """What the server computes with: the run's own model and embedder, unless others were chosen."""

    @asynccontextmanager
    async def gateway(reader: RunReader) -> AsyncIterator[ModelGateway]:
        async with open_unrecorded_desk(reader, replace_model(current_config(reader), choice.model), means) as found:
            yield found

    @asynccontextmanager
    async def embedder(reader: RunReader) -> AsyncIterator[Embedder]:
        found = build_resources(config_of(reader.header), reader.header.seed, means).machinery.embedder
        try:
            with report_as_bad_input():
                await prepare_all(found)
            yield embedder_for(found, reader)
        finally:
            await close_all(found)

    async def resume(run: Path) -> Simulation:
        return await plan_resumed_run(run, _FOR_EVER, choice, means).begin()

    return resources.ServerResources(gateway, embedder, resume)


_FOR_EVER = 10_000.0
"""Days; how far it is to go is the server's business."""
