"""Residents over HTTP: the calls of `townlet.Resident` for the worlds of other programs, behind the server's doors."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import Depends, FastAPI, Request
from fastapi import Path as InPath
from pydantic import Field, NaiveDatetime
from starlette.responses import FileResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from townlet.engine.model_options import ModelOptions
from townlet.errors import BadInput
from townlet.measures.portrait import memory_data
from townlet.residents.actions import Decision, GoOn, GoTo, Offered, ReplyLine, UseThing
from townlet.residents.resident import Resident
from townlet.server import errors
from townlet.server.access import AccessMiddleware, AccessPolicy
from townlet.server.limits import MAX_BODY_BYTES
from townlet.server.protocol.base import WireModel
from townlet.server.protocol.requests import InvalidResponse, Name
from townlet.world.actions import Say

PAGE = "index.html"
"""The page of a folder's own world, which the server shows with its script `page.js`."""
SCHEMA = "/api/openapi.json"
MOST_OFFERED = 200


class _At(WireModel):
    at: NaiveDatetime
    """The time of the caller's world, without a time zone."""


class NoticeRequest(_At):
    """Tell a resident what they see or hear."""

    text: str


class MeetRequest(_At):
    """Say that somebody is with the resident from now on."""

    name: Name
    doing: str = "here"
    pronouns: Literal["she", "he", "they"] = "they"


class PartRequest(_At):
    """Say that somebody is no longer with the resident."""

    name: Name


class ChangeRequest(_At):
    """Say that a thing is in a new state."""

    thing: str
    state: str


class OfferedAction(WireModel):
    """An action that the resident may choose: go to a place, use a thing, or speak to a person or to anybody.

    To go on is always open, and need not be offered.
    """

    do: Literal["go", "use", "say", "go on"]
    at: str = ""
    """The place or the thing."""
    to: str = ""
    """The person; empty for anybody who is there."""

    def offered(self) -> Offered:
        match self.do:
            case "go":
                return GoTo(self.at)
            case "use":
                return UseThing(self.at)
            case "say":
                return Say(self.to)
            case "go on":
                return GoOn()


class DecideRequest(_At):
    """Ask what a resident does now."""

    actions: Annotated[list[OfferedAction], Field(max_length=MOST_OFFERED)]


class ReplyRequest(_At):
    """Ask what a resident answers to somebody."""

    to: Name
    text: str
    leave: bool = False


class AskRequest(WireModel):
    """Interview a resident, who does not remember it."""

    question: Annotated[str, Field(max_length=2_000)]


def _residents(request: Request) -> Mapping[str, Resident]:
    found: Mapping[str, Resident] = request.app.state.residents
    return found


def _resident(request: Request, name: Annotated[str, InPath(max_length=100)]) -> Resident:
    found = _residents(request)
    if name not in found:
        raise errors.ActionRefused(f"Nobody here is called {name!r}; there are {', '.join(found)}.")
    return found[name]


ResidentParam = Annotated[Resident, Depends(_resident)]


def create_residents_app(folder: Path, residents: Mapping[str, Resident], policy: AccessPolicy) -> ASGIApp:
    """Return the application that serves these residents, and the folder's page if it has one."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        try:
            yield
        finally:
            for resident in residents.values():
                await resident.aclose()

    app = FastAPI(
        title="Townlet residents",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        openapi_url=SCHEMA,
        max_body_size=MAX_BODY_BYTES,
        responses={422: {"model": InvalidResponse, "description": "Not a valid request."}},
    )
    app.state.residents = residents
    errors.add_error_handlers(app, SCHEMA)
    _add_routes(app)

    for path, file in (("/", PAGE), ("/page.js", "page.js")):
        if (folder / file).is_file():
            app.router.routes.append(Route(path, partial(_send, folder / file)))
    return AccessMiddleware(app, policy)


async def _send(file: Path, request: Request) -> Response:
    return FileResponse(file)


def _add_routes(app: FastAPI) -> None:
    @app.get("/api/residents")
    async def list_residents(request: Request) -> list[dict[str, Any]]:
        """Return everybody, with who is with them."""
        return [{"name": name, "present": [*each.present]} for name, each in _residents(request).items()]

    @app.get("/api/residents/{name}")
    async def show_resident(resident: ResidentParam) -> dict[str, Any]:
        """Return what is on a resident's mind."""
        changes, plan = [*resident.plan_changes], [*resident.plan]
        return {"name": resident.name, "summary": resident.summary, "plan": plan, "plan_changes": changes}

    @app.post("/api/residents/{name}/notice", status_code=204)
    async def notice(resident: ResidentParam, told: NoticeRequest) -> None:
        resident.notice(told.text, told.at)

    @app.post("/api/residents/{name}/meet", status_code=204)
    async def meet(resident: ResidentParam, told: MeetRequest) -> None:
        resident.meet(told.name, told.at, doing=told.doing, pronouns=told.pronouns)

    @app.post("/api/residents/{name}/part", status_code=204)
    async def part(resident: ResidentParam, told: PartRequest) -> None:
        resident.part(told.name, told.at)

    @app.post("/api/residents/{name}/change", status_code=204)
    async def change(resident: ResidentParam, told: ChangeRequest) -> None:
        resident.change(told.thing, told.state, told.at)

    @app.post("/api/residents/{name}/decide")
    async def decide(resident: ResidentParam, asked: DecideRequest) -> dict[str, Any]:
        """Return what the resident does: one of the actions, or 'go on'."""
        return decision_data(await resident.decide([each.offered() for each in asked.actions], asked.at))

    @app.post("/api/residents/{name}/reply")
    async def reply(resident: ResidentParam, asked: ReplyRequest) -> dict[str, Any]:
        """Return what the resident answers."""
        return line_data(await resident.reply(asked.to, asked.text, asked.at, leave=asked.leave))

    @app.post("/api/residents/{name}/ask")
    async def ask(resident: ResidentParam, asked: AskRequest) -> dict[str, Any]:
        """Return the answer to an interview question."""
        return (await resident.ask(asked.question)).as_json()


def decision_data(decision: Decision) -> dict[str, Any]:
    """Return a decision as JSON data."""
    match decision.action:
        case GoTo(place):
            action: dict[str, Any] = {"do": "go", "at": place}
        case UseThing(thing):
            action = {"do": "use", "at": thing}
        case Say(to, text):
            action = {"do": "say", "to": to, "text": text}
        case _:
            action = {"do": "go on"}
    rest: dict[str, Any] = {"doing": decision.doing, "why": decision.why, "until": decision.until.isoformat()}
    return {"action": action, **rest, "memories": [memory_data(each) for each in decision.memories]}


def line_data(line: ReplyLine) -> dict[str, Any]:
    """Return a spoken line as JSON data."""
    said: dict[str, Any] = {"text": line.text, "to": line.to, "leaves": line.leaves, "why": line.why}
    return {**said, "memories": [memory_data(each) for each in line.memories]}


def load_residents(folder: Path, options: ModelOptions, seed: int = 1) -> dict[str, Resident]:
    """Return the residents of a folder by name: one for each TOML file, whose memory is the run file beside it.

    Raises BadInput, also for two files of one person, TownError, RunFileError.
    """
    files = [file for file in sorted(folder.glob("*.toml")) if file.name != "townlet.toml"]
    if not files:
        raise BadInput(f"{folder} holds no resident; put a file such as nell.toml there, see docs/own-game.md.")
    found: dict[str, Resident] = {}
    for file in files:
        resident = Resident.load(file, file.with_suffix(".townlet"), seed=seed, options=options)
        if other := found.get(resident.name):
            raise BadInput(
                f"{file.name} and {other.memory.with_suffix('.toml').name} describe one person, {other.name}."
            )
        found[resident.name] = resident
    return found
