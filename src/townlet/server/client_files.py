"""Routes that serve the built web client from the package."""

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
    """Static files with cache headers.

    Browsers check pages on every visit; files with a content hash in their name may be cached forever.
    """

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        hashed = scope["path"].startswith("/assets/")
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if hashed else "no-cache"
        return response


def mount_client(folder: Path = CLIENT_FOLDER) -> Mount:
    """Return a mount that serves the client at '/', or an explanation if the client has not been built."""
    if (folder / "index.html").is_file():
        return Mount("/", _Files(directory=folder, html=True), name="client")
    return Mount("/", Starlette(routes=[Route("/", _explain_missing_client)]), name="client")


async def _explain_missing_client(request: object) -> Response:
    return PlainTextResponse(_MISSING)


def make_rating_client_routes(folder: Path = CLIENT_FOLDER) -> list[BaseRoute]:
    """Return routes that serve the rating page at '/' and its assets, and no other page."""
    page = folder / "rate.html"

    async def serve_page(request: object) -> Response:
        if not page.is_file():
            return await _explain_missing_client(request)
        return FileResponse(page, headers={"Cache-Control": "no-cache"})

    files: list[BaseRoute] = [Route("/", serve_page)]
    if (folder / "assets").is_dir():
        files.append(Mount("/assets", _Files(directory=folder / "assets"), name="assets"))
    return files
