"""The built client, as it lies in the package."""

from __future__ import annotations

from pathlib import Path

from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

CLIENT = Path(__file__).parent / "client"
_MISSING = """The page is not part of this installation.

It is built with the package: `uv sync` or `pip install .` does it, or `npm run build` in the folder web/.
The API works without it; see /openapi.json.
"""


class _Files(StaticFiles):
    """Pages are looked up anew each time; what has its content's hash in its name is kept for good."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        kept = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
        response.headers["Cache-Control"] = kept
        return response


def client(folder: Path = CLIENT) -> Mount:
    """The client's files under '/', or a word on where they are to be had."""
    if (folder / "index.html").is_file():
        return Mount("/", _Files(directory=folder, html=True), name="client")
    return Mount("/", Starlette(routes=[Route("/", _told)]), name="client")


async def _told(request: object) -> Response:
    return PlainTextResponse(_MISSING)
