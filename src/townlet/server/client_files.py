"""The built client, as it lies in the package."""

from __future__ import annotations

from pathlib import Path

from starlette.applications import Starlette
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

CLIENT_FOLDER = Path(__file__).parent / "client"
_MISSING = """The page is not part of this installation.

It is built with the package: `uv sync` or `pip install .` does it, or `npm run build` in the folder web/.
The API works without it; see /openapi.json.
"""


class _Files(StaticFiles):
    """Pages are looked up anew each time; what has its content's hash in its name is kept for good."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        kept = "public, max-age=31536000, immutable" if scope["path"].startswith("/assets/") else "no-cache"
        response.headers["Cache-Control"] = kept
        return response


def mount_client(folder: Path = CLIENT_FOLDER) -> Mount:
    """The client's files under '/', or a word on where they are to be had."""
    if (folder / "index.html").is_file():
        return Mount("/", _Files(directory=folder, html=True), name="client")
    return Mount("/", Starlette(routes=[Route("/", _told)]), name="client")


async def _told(request: object) -> Response:
    return PlainTextResponse(_MISSING)


def make_rating_client_routes(folder: Path = CLIENT_FOLDER) -> list[BaseRoute]:
    """The rating page under '/' and what it is made of, and no other page."""
    page = folder / "rate.html"

    async def shown(request: object) -> Response:
        if not page.is_file():
            return await _told(request)
        return FileResponse(page, headers={"Cache-Control": "no-cache"})

    files: list[BaseRoute] = [Route("/", shown)]
    if (folder / "assets").is_dir():
        files.append(Mount("/assets", _Files(directory=folder / "assets"), name="assets"))
    return files
