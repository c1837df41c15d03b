"""Error responses: a one-line reason, and a status code.

409: not possible in the run's present state; 422: not a valid request; 503: the language model does not answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.responses import JSONResponse

from townlet.errors import TownletError
from townlet.language.model import ModelError
from townlet.language.secrets import redact

SCHEMA = "/api/schema"
"""Where a run's server describes its requests and messages."""


def add_error_handlers(app: FastAPI, schema: str = SCHEMA) -> None:
    """Make the app answer known errors with JSON instead of status 500. `schema` is where it describes requests."""
    app.add_exception_handler(ActionRefused, _refused)
    app.add_exception_handler(TownletError, _unreadable)
    app.add_exception_handler(ModelError, _no_answer)
    app.add_exception_handler(RequestValidationError, partial(_invalid, schema))


async def _refused(request: Request, error: Exception) -> JSONResponse:
    return _answer(409, str(error), fork=isinstance(error, ActionRefused) and error.fork)


async def _unreadable(request: Request, error: Exception) -> JSONResponse:
    return _answer(409, str(error))


async def _no_answer(request: Request, error: Exception) -> JSONResponse:
    return _answer(503, f"The language model did not answer: {error}")


async def _invalid(schema: str, request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    return _answer(422, f"This is not a valid request: {describe_defect(error.errors(), schema)}")


def _answer(status: int, detail: str, *, fork: bool = False) -> JSONResponse:
    return JSONResponse({"detail": redact(encodable(detail)), "fork": fork}, status)


def describe_defect(errors: Sequence[Mapping[str, Any]], schema: str = SCHEMA) -> str:
    """Return the first of pydantic's errors in one line: where it is, and what is expected there."""
    first = errors[0]
    where = ".".join(map(str, first["loc"]))
    return encodable(f"{where}: {first['msg']}; see {schema}.")


def encodable(text: str) -> str:
    """Return a text that UTF-8 can encode: a client may send halves of characters (lone surrogates) as JSON escapes."""
    return text.encode("utf-8", "backslashreplace").decode()


class ActionRefused(Exception):
    """An action is not possible in the run's present state. `fork` says whether it is possible in a fork of the run."""

    def __init__(self, why: str, *, fork: bool = False) -> None:
        super().__init__(why)
        self.fork = fork
