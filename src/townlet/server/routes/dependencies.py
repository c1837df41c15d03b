"""Parameters that routes share, and the checks on them."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, HTTPException, Query
from starlette.requests import HTTPConnection

from townlet.server.read_model import RunReadModel
from townlet.server.run_session import RunSession
from townlet.server.served_runs import ServedRuns


def _session(connection: HTTPConnection) -> RunSession:
    session: RunSession = connection.scope["session"]
    return session


def _may_direct(connection: HTTPConnection) -> bool:
    return bool(connection.scope.get("may_direct", True))


def _runs(connection: HTTPConnection) -> ServedRuns:
    runs: ServedRuns = connection.app.state.runs
    return runs


ServedRunsParam = Annotated[ServedRuns, Depends(_runs)]
RunSessionParam = Annotated[RunSession, Depends(_session)]
MayDirectParam = Annotated[bool, Depends(_may_direct)]
"""Whether the client may change anything."""


def _read_model(session: RunSessionParam) -> RunReadModel:
    return session.read_model


ReadModelParam = Annotated[RunReadModel, Depends(_read_model)]


_At = Annotated[
    int | None,
    Query(ge=0, lt=2**53, description="A step: everything before it has happened; the newest if left out."),
]


def require_known_step(read_model: RunReadModel, step: int) -> None:
    """Raise a 404 error for a step that the run has not reached."""
    if step > read_model.next_step:
        raise HTTPException(404, f"Step {step} has not happened yet; the run has come to step {read_model.next_step}.")


def _step(read_model: ReadModelParam, at: _At = None) -> int:
    step = read_model.next_step if at is None else at
    require_known_step(read_model, step)
    return step


StepParam = Annotated[int, Depends(_step)]
LimitQuery = Annotated[int, Query(ge=1, le=500, description="The largest number of results.")]
