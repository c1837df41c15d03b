"""Error responses: a one-line reason, and a status code that tells a conflict (409) from a failing model (503)."""

from __future__ import annotations

from fastapi import FastAPI, Request
from starlette.responses import JSONResponse

from townlet.language.model import ModelError
from townlet.language.secrets import redact
from townlet.runfile import RunFileError


def add_error_handlers(app: FastAPI) -> None:
    """Make the app answer known errors with JSON instead of status 500."""
    app.add_exception_handler(ActionRefused, _refused)
    app.add_exception_handler(RunFileError, _unreadable)
    app.add_exception_handler(ModelError, _no_answer)


async def _refused(request: Request, error: Exception) -> JSONResponse:
    fork = isinstance(error, ActionRefused) and error.fork
    return JSONResponse({"detail": redact(str(error)), "fork": fork}, 409)


async def _unreadable(request: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"detail": redact(str(error)), "fork": False}, 409)


async def _no_answer(request: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"detail": f"The language model did not answer: {redact(str(error))}", "fork": False}, 503)


class ActionRefused(Exception):
    """An action is not possible in the run's present state. `fork` says whether it is possible in a fork of the run."""

    def __init__(self, why: str, *, fork: bool = False) -> None:
        super().__init__(why)
        self.fork = fork
